#pragma once
// Files that are whole at every moment, also when the power fails: on the disk, name and all, when a call
// returns. What root writes belongs to whom the file, or its folder, belongs to: root looks after what a
// service reads. Errors are the end of a sentence that the caller begins with the file's name:
// "cannot be written: No space left on device".

#include <expected>
#include <filesystem>
#include <string>
#include <string_view>

namespace adoube::files {

enum class ReadableBy { owner, everybody };

/// `file` becomes `content`, or stays as it was. The one error after which it may be either, should the power
/// fail now, says "may not be on the disk".
std::expected<void, std::string> replace(const std::filesystem::path& file, std::string_view content,
                                         ReadableBy readable_by);

/// A file that was not there before: one of that name is left alone, and is an error.
std::expected<void, std::string> make(const std::filesystem::path& file, std::string_view content,
                                      ReadableBy readable_by);

/// What was renamed, linked or removed in the folder of `file` is so on the disk, too.
std::expected<void, std::string> sync_folder_of(const std::filesystem::path& file);

/// "." of a file in the current folder.
std::filesystem::path folder_of(const std::filesystem::path& file);

} // namespace adoube::files
