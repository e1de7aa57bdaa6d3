// Where the journal's file lies: whether it can lie there, and what if it is deleted, or another is put in
// its place, while it is in use.

#include "daemon/journal/move_file.hpp"
#include "daemon/journal/store.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

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

std::expected<void, std::string> Store::check_are_files(const std::filesystem::path& path) {
    for (const std::string part : {"", "-wal", "-journal"}) {
        // Not opened: SQLite's locks on it, which are this process's, would go with the descriptor.
        struct stat found {};
        const auto file = path.string() + part;
        if (::stat(file.c_str(), &found) != 0 || S_ISREG(found.st_mode)) continue;
        return std::unexpected("journal " + path.string() +
                               " cannot be used: " + (part.empty() ? "it" : file) +
                               " is a pipe, a device or a folder, and no file; " +
                               (part.empty() ? "name another one" : "move it away"));
    }
    return {};
}

std::expected<files::Descriptor, std::string> Store::made_file(const std::filesystem::path& path) {
    if (auto files = check_are_files(path); !files) return std::unexpected(files.error());
    files::Descriptor opened(
        ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0600));
    if (opened.get() >= 0) return opened;
    return std::unexpected("journal " + path.string() + " cannot be written (" + std::strerror(errno) +
                           "): name a place that may be written to");
}

std::expected<void, std::string> Store::check_can_be_opened(const std::filesystem::path& path) {
    struct stat before {};
    const bool was_there = ::stat(path.c_str(), &before) == 0;
    const auto made = made_file(path);
    if (!made) return std::unexpected(made.error());
    std::error_code unknown;
    if (!was_there) std::filesystem::remove(std::filesystem::canonical(path, unknown), unknown);
    if (before.st_size == 0) return {};
    auto store = open_to_look(path);
    if (!store) return std::unexpected(store.error());
    return store->check_is_whole();
}

std::expected<std::string, std::string> Store::stay_in_place() {
    if (is_in_its_place()) return std::string();
    auto again = put_back();
    if (!again) return std::unexpected(again.error());
    const auto from = path_.string(), to = again->path_.string();
    *this = std::move(*again);
    return "journal " + from + " was deleted or replaced while it was in use: " +
           (to == from ? "it was written anew, whole; see who does that"
                       : "all of it is in " + to + " and goes on there; move it back before the next start");
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
