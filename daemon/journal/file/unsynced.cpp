#include "daemon/journal/file/unsynced.hpp"

#include "daemon/files/descriptor.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

namespace adoube::journal {

void forget_unsynced(sqlite3* database, const std::filesystem::path& journal) {
    if (sqlite3_file_control(database, "main", forget_unsynced_control, nullptr) != SQLITE_NOTFOUND) return;
    // Not the journal: closing it would drop SQLite's locks, and its log is written to it again anyway.
    const files::Descriptor log(
        ::open((journal.string() + "-wal").c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!log) return;
    (void)!::fdatasync(log.get()); // writes what is merely unwritten
    (void)!::posix_fadvise(log.get(), 0, 0, POSIX_FADV_DONTNEED);
}

} // namespace adoube::journal
