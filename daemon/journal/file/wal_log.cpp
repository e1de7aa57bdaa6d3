#include "daemon/journal/file/wal_log.hpp"

#include "daemon/files/descriptor.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <span>

namespace adoube::journal {
namespace {

std::optional<std::pair<dev_t, ino_t>> file_at(const std::string& path) {
    struct stat found {};
    if (::stat(path.c_str(), &found) != 0) return std::nullopt;
    return std::pair(found.st_dev, found.st_ino);
}

} // namespace

WalLog::WalLog(const Database& database) : path_(database.path().string() + "-wal") {
    if (database.is_of_the_system()) file_ = file_at(path_);
}

bool WalLog::is_in_its_place() const { return !file_ || file_at(path_) == file_; }

/// Empty, or begins as SQLite's logs do (fileformat2.html, 4.1).
bool WalLog::is_whole() const {
    if (!file_) return true;
    const files::Descriptor log(::open(path_.c_str(), O_RDONLY | O_CLOEXEC));
    std::array<unsigned char, 4> magic{};
    const auto size = ::pread(log.get(), magic.data(), magic.size(), 0);
    constexpr std::array<unsigned char, 3> first{0x37, 0x7f, 0x06};
    return size == 0 || (size == 4 && std::ranges::equal(first, std::span(magic).first(first.size())));
}

} // namespace adoube::journal
