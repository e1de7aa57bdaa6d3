#pragma once
// Resource use of a process, from /proc.

#include <cstdint>
#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

namespace adoube::soak {

/// Heap and stacks. Pages of files (the journal's shared-memory index, libraries, the program) come and go as
/// the kernel pleases.
std::uint64_t anonymous_bytes(pid_t process);

/// By kind: "socket", "pipe", "terminal", "anon_inode:[eventpoll]", or the path of a file.
std::map<std::string, int> descriptors(pid_t process);

/// User and system time of all threads.
double processor_s(pid_t process);

struct Sample {
    double t_s;
    double bytes;
};

struct Growth {
    double bytes_per_s = 0;               // slope of the fitted line
    double first_mean = 0, last_mean = 0; // of the first, last third
};
Growth growth(const std::vector<Sample>& samples, double from_s, double to_s);

} // namespace adoube::soak
