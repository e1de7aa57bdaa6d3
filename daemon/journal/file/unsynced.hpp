#pragma once
// What a sync has failed to bring to the disk the system goes on showing to whoever reads it, and a second
// sync does not bring it (fsync, since Linux 4.13). Who is killed then leaves a log in which the next life
// would find what a power cut takes away again, after it was acted upon.

#include <filesystem>

struct sqlite3;

namespace adoube::journal {

/// sqlite3_file_control of a VFS that holds its files itself: as forget_unsynced.
inline constexpr int forget_unsynced_control = 0x41444f55;

/// Before anything is read: from now on the journal's log is as the disk has it, and what
/// was written from it into the journal is written again. Nothing that was
/// synced is lost by it.
void forget_unsynced(sqlite3* database, const std::filesystem::path& journal);

} // namespace adoube::journal
