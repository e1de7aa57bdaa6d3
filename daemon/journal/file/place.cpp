#include "daemon/journal/file/place.hpp"

#include "daemon/files/entries.hpp"
#include "daemon/files/replace.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace adoube::journal {
namespace {

constexpr const char* kept_name = ".kept-"; // plus a number

std::string cannot_be_written(const std::filesystem::path& journal) {
    return "journal " + journal.string() + " cannot be written (" + std::strerror(errno) +
           "): name a place that may be written to";
}

} // namespace

void remove_all(sqlite3_vfs* vfs, const std::string& journal) {
    for (const auto* part : {"", "-wal", "-shm"}) (void)vfs->xDelete(vfs, (journal + part).c_str(), 0);
}

bool is_there(sqlite3_vfs* vfs, const std::string& file) {
    int there = 0;
    return vfs->xAccess(vfs, file.c_str(), SQLITE_ACCESS_EXISTS, &there) == SQLITE_OK && there != 0;
}

std::string free_name_beside(sqlite3_vfs* vfs, const std::string& journal) {
    for (int n = 1;; ++n) {
        auto name = journal + kept_name + std::to_string(n);
        if (!is_there(vfs, name) && !is_there(vfs, name + "-wal")) return name;
    }
}

bool has_orphan(const std::filesystem::path& path) {
    struct stat journal {};
    const bool is_gone = ::stat(path.c_str(), &journal) == 0
                             ? S_ISREG(journal.st_mode) && journal.st_size == 0
                             : errno == ENOENT;
    struct stat log {};
    return is_gone && ::stat((path.string() + "-wal").c_str(), &log) == 0 && S_ISREG(log.st_mode) &&
           log.st_size > 0;
}

std::expected<void, std::string> keep_orphan(const std::filesystem::path& path) {
    if (!has_orphan(path)) return {};
    const auto log = path.string() + "-wal";
    const auto kept = free_name_beside(sqlite3_vfs_find(nullptr), path.string());
    std::error_code error, unknown;
    std::filesystem::rename(log, kept + "-wal", error);
    std::filesystem::remove(path.string() + "-shm", unknown); // SQLite rebuilds it from the log
    if (!error) return {};
    return std::unexpected(
        "journal " + path.string() + " is gone, and its log " + log +
        ", which may hold what was recorded last, cannot be moved aside: " + error.message());
}

std::expected<void, std::string> check_are_files(const std::filesystem::path& path) {
    for (const std::string part : {"", "-wal", "-journal"}) {
        // Not opened: closing the descriptor would drop this process's SQLite locks.
        struct stat found {};
        const auto file = path.string() + part;
        if (::stat(file.c_str(), &found) != 0) {
            if (errno != ELOOP) continue;
            return std::unexpected(cannot_be_written(path));
        }
        if (S_ISREG(found.st_mode)) continue;
        return std::unexpected("journal " + path.string() +
                               " cannot be used: " + (part.empty() ? "it" : file) +
                               " is a pipe, a device or a folder, and no file; " +
                               (part.empty() ? "name another one" : "move it away"));
    }
    return {};
}

std::expected<files::Descriptor, std::string> made_file(const std::filesystem::path& path) {
    if (auto files = check_are_files(path); !files) return std::unexpected(files.error());
    files::Descriptor opened(
        ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0600));
    if (opened) return opened;
    return std::unexpected(cannot_be_written(path));
}

void keep_private(const files::Descriptor& opened) {
    struct stat found {};
    if (::fstat(opened.get(), &found) == 0 && found.st_uid == ::geteuid() && (found.st_mode & 077) != 0)
        (void)!::fchmod(opened.get(), found.st_mode & 0700);
}

std::vector<std::filesystem::path> all_kept(const std::filesystem::path& journal, const std::string& part) {
    const auto prefix = journal.filename().string() + kept_name;
    auto files = files::entries(files::folder_of(journal));
    std::erase_if(files, [&](const auto& file) {
        const auto name = file.filename().string();
        const auto number_end = name.find_first_not_of("0123456789", std::min(prefix.size(), name.size()));
        return !name.starts_with(prefix) ||
               (number_end == std::string::npos ? "" : name.substr(number_end)) != part;
    });
    std::ranges::sort(files);
    return files;
}

files::Descriptor locked(const std::filesystem::path& file) {
    files::Descriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (opened && ::flock(opened.get(), LOCK_EX | LOCK_NB) != 0) opened.reset();
    return opened;
}

std::string in_use(const std::filesystem::path& path) {
    return "journal " + path.string() +
           " is in use by another process: stop that one, or give this one a journal of its own";
}

} // namespace adoube::journal
