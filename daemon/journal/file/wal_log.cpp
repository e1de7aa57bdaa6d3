#include "daemon/journal/file/wal_log.hpp"

#include "daemon/files/descriptor.hpp"

#include <sqlite3.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <span>

namespace adoube::journal {
namespace {

/// A megabyte: that takes a few milliseconds.
constexpr int many_pages = 256;

constexpr off_t head_bytes = 32,
                frame_bytes = 24 + 4'096; // fileformat2.html, 4.1; pages are as SQLite makes them

std::optional<std::pair<dev_t, ino_t>> file_at(const std::string& path) {
    struct stat found {};
    if (::stat(path.c_str(), &found) != 0) return std::nullopt;
    return std::pair(found.st_dev, found.st_ino);
}

} // namespace

WalLog::WalLog(const Database& database) : path_(database.path().string() + "-wal") {
    if (database.is_of_the_system()) file_ = file_at(path_);
    sqlite3_wal_hook(database.get(), note_growth, growth_.get());
}

int WalLog::note_growth(void* growth, sqlite3*, const char*, int pages) {
    auto& [before, since_said] = *static_cast<Growth*>(growth);
    since_said += pages < before ? pages : pages - before; // fewer: SQLite has begun it anew
    before = pages;
    return SQLITE_OK;
}

bool WalLog::has_grown() {
    if (growth_->since_said < many_pages) return false;
    growth_->since_said = 0;
    return true;
}

bool WalLog::is_in_its_place() const { return !file_ || file_at(path_) == file_; }

/// As long as what was written to it, and empty or beginning as SQLite's logs do (fileformat2.html, 4.1).
bool WalLog::is_whole() const {
    if (!file_) return true;
    const files::Descriptor log(::open(path_.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat now {};
    const auto pages = growth_->pages;
    if (pages > 0 && (::fstat(log.get(), &now) != 0 || now.st_size < head_bytes + pages * frame_bytes))
        return false;
    std::array<unsigned char, 4> magic{};
    const auto size = ::pread(log.get(), magic.data(), magic.size(), 0);
    constexpr std::array<unsigned char, 3> first{0x37, 0x7f, 0x06};
    return size == 0 || (size == 4 && std::ranges::equal(first, std::span(magic).first(first.size())));
}

} // namespace adoube::journal
