#pragma once
// A file takes its place at once and for good.

#include <expected>
#include <string>

struct sqlite3;

namespace adoube::journal {

/// sqlite3_file_control of a VFS that holds its files itself: as move_file; takes a FileMove.
inline constexpr int move_file_control = 0x41444f56;
struct FileMove {
    const char *from, *to;
};

/// Nobody may have `from` open. What stood at `to` is gone. On the disk when it returns; the error is one
/// sentence.
std::expected<void, std::string> move_file(sqlite3* beside, const std::string& from, const std::string& to);

} // namespace adoube::journal
