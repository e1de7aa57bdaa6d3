#pragma once
// Where a journal's file lies, and the files that SQLite puts beside it.

#include "daemon/files/descriptor.hpp"

#include <expected>
#include <filesystem>
#include <string>
#include <vector>

struct sqlite3_vfs;

namespace adoube::journal {

/// A log that may hold what was recorded last, of a file that is gone or empty: SQLite would delete it,
/// even where it only looks.
bool has_orphan(const std::filesystem::path& journal);
/// An orphan is moved aside, for `kept_beside` to tell. An error here and below is one sentence.
std::expected<void, std::string> keep_orphan(const std::filesystem::path& journal);
/// SQLite would wait for ever for the other end of a pipe.
std::expected<void, std::string> check_are_files(const std::filesystem::path& journal);
/// As it is, or new and empty.
std::expected<files::Descriptor, std::string> made_file(const std::filesystem::path& journal);
/// It says who touched what, and is for its owner alone, as are the files that SQLite puts beside it, with
/// the same rights. A stick may know no rights.
void keep_private(const files::Descriptor& opened);
/// SQLite's own locks let others look; this one says who writes. Closed where another holds it.
files::Descriptor locked(const std::filesystem::path& journal);
/// The sentence for it.
std::string in_use(const std::filesystem::path& journal);

/// Where a daemon goes on whose file was taken away: no file and no log of that name lies there.
std::string free_name_beside(sqlite3_vfs* vfs, const std::string& journal);
/// All of them; `part`: empty or "-wal".
std::vector<std::filesystem::path> all_kept(const std::filesystem::path& journal, const std::string& part);

bool is_there(sqlite3_vfs* vfs, const std::string& file);
/// With its log.
void remove_all(sqlite3_vfs* vfs, const std::string& journal);

} // namespace adoube::journal
