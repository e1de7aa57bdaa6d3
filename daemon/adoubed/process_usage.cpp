#include "daemon/adoubed/process_usage.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <sys/resource.h>
#include <unistd.h>

namespace adoube::adoubed {
namespace {

double seconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

std::optional<std::uint64_t> resident_bytes() {
    std::ifstream statm("/proc/self/statm"); // in pages: the whole size, then what is resident
    std::uint64_t size = 0, resident = 0;
    if (!(statm >> size >> resident)) return std::nullopt;
    return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

std::optional<std::uint64_t> open_files() {
    std::error_code failed;
    const std::filesystem::directory_iterator files("/proc/self/fd", failed);
    if (failed) return std::nullopt;
    const auto count = std::distance(begin(files), end(files));
    return static_cast<std::uint64_t>(count - 1); // without the folder's own
}

} // namespace

ProcessUsage process_usage() {
    ProcessUsage usage{.resident_bytes = resident_bytes(), .open_files = open_files()};
    if (rusage used{}; ::getrusage(RUSAGE_SELF, &used) == 0)
        usage.cpu_s = seconds(used.ru_utime) + seconds(used.ru_stime);
    if (rlimit limit{}; ::getrlimit(RLIMIT_NOFILE, &limit) == 0) usage.most_open_files = limit.rlim_cur;
    return usage;
}

} // namespace adoube::adoubed
