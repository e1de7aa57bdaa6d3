#pragma once
// Reads whole regular files; opening a pipe would wait for ever for its other end.

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
    std::string text; // follows the file's name: "cannot be read: Permission denied"
};

std::expected<std::string, Unreadable> read(const std::filesystem::path& file, std::size_t longest);
/// A file closed to all other users. For `open_to_others`, the caller knows better advice than `text`.
std::expected<std::string, Unreadable> read_secret(const std::filesystem::path& file, std::size_t longest);

/// Both refuse anything but a regular file.
std::expected<struct ::stat, Unreadable> status_of(const Descriptor& opened);
std::expected<Descriptor, Unreadable> open_to_read(const std::filesystem::path& file);
/// The owner must be this user or root. For root it may also be the owner of the folder, who could replace
/// the file anyway and for whom root makes files there.
std::expected<void, Unreadable> check_owner(const std::filesystem::path& file, const struct ::stat& status);

} // namespace adoube::files
