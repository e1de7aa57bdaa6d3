#pragma once
// Opens a journal's file for writing by one process alone.

#include "daemon/files/descriptor.hpp"
#include "daemon/journal/file/database.hpp"

namespace adoube::journal {

struct OpenedAlone {
    files::Descriptor lock; // SQLite's own locks admit readers; released after closing
    Database database;
};
/// Creates a missing file; leaves others unchanged, as they may not be ours. `vfs`: see Journal::open.
std::expected<OpenedAlone, std::string> open_alone(const std::filesystem::path& journal, const char* vfs);

} // namespace adoube::journal
