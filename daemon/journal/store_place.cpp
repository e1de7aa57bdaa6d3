// Where the journal's file lies: whether it can lie there, and what if it is deleted, or another is put in
// its place, while it is in use.

#include "daemon/files/entries.hpp"
#include "daemon/files/replace.hpp"
#include "daemon/journal/move_file.hpp"
#include "daemon/journal/store.hpp"
#include "daemon/text/utc.hpp"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace adoube::journal {
namespace {

constexpr const char* kept_name = ".kept-"; // and a number

void remove_all(sqlite3_vfs* vfs, const std::string& journal) {
    for (const auto* part : {"", "-wal", "-shm"}) (void)vfs->xDelete(vfs, (journal + part).c_str(), 0);
}

bool is_there(sqlite3_vfs* vfs, const std::string& file) {
    int there = 0;
    return vfs->xAccess(vfs, file.c_str(), SQLITE_ACCESS_EXISTS, &there) == SQLITE_OK && there != 0;
}

/// As errno has it.
std::string cannot_be_written(const std::filesystem::path& journal) {
    return "journal " + journal.string() + " cannot be written (" + std::strerror(errno) +
           "): name a place that may be written to";
}

/// Also no log of that name lies there.
std::string free_name(sqlite3_vfs* vfs, const std::string& journal) {
    for (int n = 1;; ++n) {
        auto name = journal + kept_name + std::to_string(n);
        if (!is_there(vfs, name) && !is_there(vfs, name + "-wal")) return name;
    }
}

} // namespace

bool Store::has_orphan(const std::filesystem::path& path) {
    struct stat journal {};
    const bool is_gone = ::stat(path.c_str(), &journal) == 0
                             ? S_ISREG(journal.st_mode) && journal.st_size == 0
                             : errno == ENOENT;
    struct stat log {};
    return is_gone && ::stat((path.string() + "-wal").c_str(), &log) == 0 && S_ISREG(log.st_mode) &&
           log.st_size > 0;
}

std::expected<void, std::string> Store::keep_orphan(const std::filesystem::path& path) {
    if (!has_orphan(path)) return {};
    const auto log = path.string() + "-wal";
    const auto kept = free_name(sqlite3_vfs_find(nullptr), path.string());
    std::error_code error, unknown;
    std::filesystem::rename(log, kept + "-wal", error);
    std::filesystem::remove(path.string() + "-shm", unknown); // is made anew from the log
    if (!error) return {};
    return std::unexpected(
        "journal " + path.string() + " is gone, and its log " + log +
        ", which may hold what was recorded last, cannot be moved aside: " + error.message());
}

std::expected<void, std::string> Store::check_are_files(const std::filesystem::path& path) {
    for (const std::string part : {"", "-wal", "-journal"}) {
        // Not opened: SQLite's locks on it, which are this process's, would go with the descriptor.
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

std::expected<files::Descriptor, std::string> Store::made_file(const std::filesystem::path& path) {
    if (auto files = check_are_files(path); !files) return std::unexpected(files.error());
    files::Descriptor opened(
        ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0600));
    if (opened.get() >= 0) return opened;
    return std::unexpected(cannot_be_written(path));
}

std::expected<void, std::string> Store::check_can_be_opened(const std::filesystem::path& path) {
    struct stat before {};
    const bool was_there = ::stat(path.c_str(), &before) == 0;
    const auto made = made_file(path);
    if (!made) return std::unexpected(made.error());
    if (was_there && is_in_use(path)) return std::unexpected(in_use(path));
    std::error_code unknown;
    if (!was_there) std::filesystem::remove(std::filesystem::canonical(path, unknown), unknown);
    if (before.st_size == 0) return {};
    auto store = open_to_look(path);
    if (!store) return std::unexpected(store.error());
    return store->check_is_whole();
}

std::expected<std::string, std::string> Store::stay_in_place() {
    if (is_in_its_place()) return keep_log();
    auto again = put_back();
    if (!again) return std::unexpected(again.error());
    const auto from = path_.string(), to = again->path_.string();
    *this = std::move(*again);
    return "journal " + from + " was deleted or replaced while it was in use: " +
           (to == from
                ? "it was written anew, whole; see who does that"
                : "all of it is in " + to + " and goes on there; name that as the journal at the next start");
}

std::expected<std::string, std::string> Store::keep_log() {
    const auto log = path_.string() + "-wal";
    if (!log_is_in_its_place()) {
        if (const int code = begin_log_anew(); code != SQLITE_OK) return std::unexpected(sentence(code));
        return "log " + log +
               " of the journal was deleted or replaced while it was in use: all of it is in the journal "
               "itself; see who does that";
    }
    if (log_is_whole()) return std::string();
    return std::unexpected("log " + log +
                           " of the journal was cut or overwritten while it was in use: nothing is recorded "
                           "any more; start the daemon again, which tells what is lost, and boards say again "
                           "what they still have; see who does that");
}

/// Where no file of the system is behind it, as in tests of disks, nobody can take it away.
void Store::remember_log() {
    struct stat log {};
    if (vfs_.empty() && ::stat((path_.string() + "-wal").c_str(), &log) == 0)
        log_ = {log.st_dev, log.st_ino};
    else
        log_.reset();
}

bool Store::log_is_in_its_place() const {
    struct stat log {};
    return !log_ || (::stat((path_.string() + "-wal").c_str(), &log) == 0 &&
                     std::pair(log.st_dev, log.st_ino) == *log_);
}

/// It begins as each log of SQLite does (fileformat2.html, 4.1), or is empty.
bool Store::log_is_whole() const {
    if (!log_) return true;
    const files::Descriptor log(::open((path_.string() + "-wal").c_str(), O_RDONLY | O_CLOEXEC));
    std::array<unsigned char, 4> magic{};
    const auto size = ::pread(log.get(), magic.data(), magic.size(), 0);
    constexpr std::array<unsigned char, 3> first{0x37, 0x7f, 0x06};
    return size == 0 || (size == 4 && std::ranges::equal(first, std::span(magic).first(first.size())));
}

/// What the log holds goes into the file first; then SQLite lets go of it.
int Store::begin_log_anew() {
    const auto busy = number("PRAGMA wal_checkpoint(FULL)");
    if (!busy || *busy != 0) return busy ? SQLITE_BUSY : sqlite3_errcode(database_.get());
    const int code =
        execute("PRAGMA journal_mode = DELETE; PRAGMA journal_mode = WAL; BEGIN EXCLUSIVE; COMMIT;");
    if (code == SQLITE_OK) remember_log();
    return code;
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
    if (is_there(vfs, place)) place = free_name(vfs, place);
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
    // The old log stays under its name, and SQLite would apply it to the file that lies there now.
    if (place != path_) (void)execute("PRAGMA wal_checkpoint(TRUNCATE)");
    return again;
}

namespace {

/// `part`: empty or "-wal".
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

std::string in_words(const Copied& held) {
    return std::to_string(held.inputs) + (held.inputs == 1 ? " input" : " inputs") +
           (held.last_utc_ms ? ", the last of " + text::utc_minute(*held.last_utc_ms) : "");
}

/// What the two hold of each other, and what to do about it.
std::expected<std::string, std::string> compared(const std::filesystem::path& journal,
                                                 const std::filesystem::path& kept) {
    auto one = Store::open_to_look(journal), other = Store::open_to_look(kept);
    if (!one || !other) return std::unexpected(one ? other.error() : one.error());
    const auto here = one->counted(), there = other->counted();
    if (!here || !there) return std::unexpected(here ? there.error() : here.error());
    const auto less = one->is_beginning_of(kept), all = other->is_beginning_of(journal);
    if (!less || !all) return std::unexpected(less ? all.error() : less.error());
    if (*all) return "the journal holds all of it: delete it";
    const auto much = "(" + in_words(*there) + "; the journal has " + in_words(*here) + ")";
    if (*less)
        return "it holds all that the journal holds, and more " + much +
               ": stop the daemon, and name it as the journal";
    return "each holds what the other does not " + much +
           ": see which is of this round (adoube evidence list), name that as the journal, and move the "
           "other "
           "away";
}

} // namespace

std::vector<std::string> kept_beside(const std::filesystem::path& journal) {
    std::vector<std::string> sentences;
    if (Store::has_orphan(journal))
        sentences.push_back(
            "journal " + journal.string() + " is gone, and its log " + journal.string() +
            "-wal is there, which may hold what was recorded last: a start begins a new journal, and "
            "moves the log aside; if you have the journal, put it back before that");
    for (const auto& log : all_kept(journal, "-wal")) {
        const auto kept = log.string().substr(0, log.string().size() - std::strlen("-wal"));
        if (!Store::has_orphan(kept)) continue;
        sentences.push_back("beside journal " + journal.string() + " lies " + log.string() +
                            ", the log of a journal that was gone at a start, which may hold what was "
                            "recorded last in it: if you "
                            "have that journal, put it there as " +
                            kept +
                            ", and the next start says which of the two holds more; else delete the log");
    }
    for (const auto& file : all_kept(journal, {})) {
        const auto found = compared(journal, file);
        sentences.push_back("beside journal " + journal.string() + " lies " + file.string() +
                            ", where a daemon went on when that was deleted or replaced under it: " +
                            (found ? *found
                                   : "they cannot be compared (" + found.error() +
                                         "), see which holds the round before it goes on"));
    }
    return sentences;
}

} // namespace adoube::journal
