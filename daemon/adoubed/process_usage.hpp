#pragma once
// What this process takes of the computer, from getrusage(2), getrlimit(2) and proc(5).

#include <cstdint>
#include <optional>

namespace adoube::adoubed {

struct ProcessUsage {
    double cpu_s = 0;
    std::optional<std::uint64_t> resident_bytes{}, open_files{}; // empty: /proc cannot be read
    std::uint64_t most_open_files = 0;
};

ProcessUsage process_usage();

} // namespace adoube::adoubed
