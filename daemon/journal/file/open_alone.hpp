#pragma once
// Opens a journal's file for one process alone to write.

#include "daemon/files/descriptor.hpp"
#include "daemon/journal/file/database.hpp"

namespace adoube::journal {

struct OpenedAlone {
    files::Descriptor lock; // SQLite's own locks let others look; given up after the file is closed
    Database database;
};
/// Creates the file where there is none, and changes nothing in one that is there: it may not be ours. `vfs`
/// as Journal::open has it. The error is one sentence.
std::expected<OpenedAlone, std::string> open_alone(const std::filesystem::path& journal, const char* vfs);

} // namespace adoube::journal
