#pragma once
// Moves a file into place, atomically and durably. Errors are one sentence.

#include <expected>
#include <string>

struct sqlite3;

namespace adoube::journal {

/// sqlite3_file_control of a VFS with its own files; takes a FileMove.
inline constexpr int move_file_control = 0x41444f56;
struct FileMove {
    const char *from, *to;
};

/// Nobody may have `from` open. Replaces `to`; on disk on return.
std::expected<void, std::string> move_file(sqlite3* beside, const std::string& from, const std::string& to);

} // namespace adoube::journal
