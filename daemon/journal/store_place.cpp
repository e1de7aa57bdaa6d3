// The journal's file is deleted, or another is put in its place, while it is in use.

#include "daemon/journal/move_file.hpp"
#include "daemon/journal/store.hpp"

#include <sqlite3.h>

namespace adoube::journal {
namespace {

void remove_all(sqlite3_vfs* vfs, const std::string& journal) {
    for (const auto* part : {"", "-wal", "-shm"}) (void)vfs->xDelete(vfs, (journal + part).c_str(), 0);
}

bool is_there(sqlite3_vfs* vfs, const std::string& file) {
    int there = 0;
    return vfs->xAccess(vfs, file.c_str(), SQLITE_ACCESS_EXISTS, &there) == SQLITE_OK && there != 0;
}

} // namespace

std::expected<std::string, std::string> Store::stay_in_place() {
    if (is_in_its_place()) return std::string();
    auto again = put_back();
    if (!again) return std::unexpected(again.error());
    const auto from = path_.string(), to = again->path_.string();
    *this = std::move(*again);
    return "journal " + from + " was deleted or replaced while it was in use: " +
           (to == from ? "it was written anew, whole; see who does that"
                       : "all of it is in " + to +
                             " and goes on there; move it back before the next start");
}

bool Store::is_in_its_place() const {
    int moved = 0;
    return sqlite3_file_control(database_.get(), "main", SQLITE_FCNTL_HAS_MOVED, &moved) != SQLITE_OK ||
           moved == 0;
}

/// A journal of all that this one holds, in its place where nothing is there now, else beside it. Whoever
/// looks there meanwhile, as its copy does, finds nothing or all of it.
std::expected<Store, std::string> Store::put_back() {
    const char* name = vfs_.empty() ? nullptr : vfs_.c_str();
    auto* const vfs = sqlite3_vfs_find(name);
    auto place = path_.string();
    for (int n = 1; is_there(vfs, place); ++n) place = path_.string() + ".kept-" + std::to_string(n);
    const auto fresh = place + ".new";
    remove_all(vfs, fresh);
    if (auto written = write_into(fresh); !written) return std::unexpected(written.error());
    if (auto whole = open(fresh, name); !whole) return whole; // on the disk, and as a journal is
    remove_all(vfs, place);                                   // what is left of the old one's log
    if (auto moved = move_file(database_.get(), fresh, place); !moved) return std::unexpected(moved.error());
    auto again = open(place, name);
    if (!again) return again;
    again->marked_ = marked_;
    (void)again->begin_mark(); // told where it fails later, too
    return again;
}

} // namespace adoube::journal
