#pragma once
// Files that are read whole. Regular ones only: who opens a pipe waits for ever for its other end.

#include "daemon/files/descriptor.hpp"

#include <cstdint>
#include <expected>
#include <filesystem>
#include <string>

struct stat;

namespace adoube::files {

struct Unreadable {
    enum class Why : std::uint8_t { absent, failed, no_file, too_long, of_another_user, open_to_others };
    Why why;
    std::string text; // follows the name of the file: "cannot be read: Permission denied"
};

std::expected<std::string, Unreadable> read(const std::filesystem::path& file, std::size_t longest);
/// What nobody else may have read, or put something into. Where it is open to others, who reads it knows
/// better what to do about that than `text`.
std::expected<std::string, Unreadable> read_secret(const std::filesystem::path& file, std::size_t longest);

/// An open file's.
std::expected<struct ::stat, Unreadable> status_of(const Descriptor& opened);
std::expected<Descriptor, Unreadable> open_to_read(const std::filesystem::path& file);
/// Whether it is this user's, or root's. To root it may also be that of whom its folder belongs to: he could
/// put another in its place, and root makes files there for him.
std::expected<void, Unreadable> check_owner(const std::filesystem::path& file, const struct ::stat& status);

} // namespace adoube::files
