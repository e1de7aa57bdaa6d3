#pragma once
// Durable writes: on the disk, name included, when a call returns. Files written by root get the owner of the
// file or its folder, as root maintains what a service reads. Errors follow the file's name: "cannot be
// written: No space left on device".

#include <expected>
#include <filesystem>
#include <string>
#include <string_view>

namespace adoube::files {

/// `group`: that of the file, or of its folder, too.
enum class ReadableBy { owner, group, everybody };

/// Atomic, even on power failure: `file` becomes `content` or stays as it was. Only the error "may not be on
/// the disk" leaves open which.
std::expected<void, std::string> replace(const std::filesystem::path& file, std::string_view content,
                                         ReadableBy readable_by);

/// Creates a new file; an existing one is kept and is an error.
std::expected<void, std::string> make(const std::filesystem::path& file, std::string_view content,
                                      ReadableBy readable_by);

/// Makes changes of names in the folder of `file` durable.
std::expected<void, std::string> sync_folder_of(const std::filesystem::path& file);

/// "." for a bare name.
std::filesystem::path folder_of(const std::filesystem::path& file);

} // namespace adoube::files
