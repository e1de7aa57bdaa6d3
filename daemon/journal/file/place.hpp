#pragma once
// Where a journal's file lies, and the files that SQLite puts beside it. Errors are one sentence.

#include "daemon/files/descriptor.hpp"

#include <expected>
#include <filesystem>
#include <string>
#include <vector>

struct sqlite3_vfs;

namespace adoube::journal {

/// A log that may hold the last records of a file that is gone or empty: SQLite would delete it even when
/// only reading.
bool has_orphan(const std::filesystem::path& journal);
/// Moves an orphan aside, for `kept_beside` to report.
std::expected<void, std::string> keep_orphan(const std::filesystem::path& journal);
/// SQLite would wait forever on a pipe.
std::expected<void, std::string> check_are_files(const std::filesystem::path& journal);
/// Existing, or new and empty.
std::expected<files::Descriptor, std::string> made_file(const std::filesystem::path& journal);
/// Readable by its owner alone, as are SQLite's files beside it: they tell who touched what. A stick may
/// support no permissions.
void keep_private(const files::Descriptor& opened);
/// Locks out writers; SQLite's own locks admit readers. A closed descriptor if another process holds it.
files::Descriptor locked(const std::filesystem::path& journal);
std::string in_use(const std::filesystem::path& journal);

/// Where a daemon goes on whose file was taken away: no file or log is there.
std::string free_name_beside(sqlite3_vfs* vfs, const std::string& journal);
/// `part`: empty or "-wal".
std::vector<std::filesystem::path> all_kept(const std::filesystem::path& journal, const std::string& part);

bool is_there(sqlite3_vfs* vfs, const std::string& file);
/// With its log.
void remove_all(sqlite3_vfs* vfs, const std::string& journal);

} // namespace adoube::journal
