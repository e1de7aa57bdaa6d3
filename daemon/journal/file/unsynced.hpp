#pragma once
// What a sync failed to write stays visible to readers, and a second sync does not write it (fsync, since
// Linux 4.13). After a kill, the next process would act on it, and a power cut could still remove it.

#include <filesystem>

struct sqlite3;

namespace adoube::journal {

/// sqlite3_file_control of a VFS with its own files.
inline constexpr int forget_unsynced_control = 0x41444f55;

/// Before reading: reverts the journal's log to what is on disk, and rewrites what came from it into the
/// journal. Loses nothing that was synced.
void forget_unsynced(sqlite3* database, const std::filesystem::path& journal);

} // namespace adoube::journal
