#pragma once
// What a process takes of the machine, as /proc tells.

#include <cstdint>
#include <map>
#include <string>
#include <sys/types.h>
#include <vector>

namespace adoube::soak {

/// Memory that is the process's own and in no file: heap and stacks. The pages of the journal's shared-memory
/// index, of libraries and of the program come and go as the system pleases.
std::uint64_t anonymous_bytes(pid_t process);

/// Descriptors by what they are: "socket", "pipe", "terminal", "anon_inode:[eventpoll]", the path of a file.
std::map<std::string, int> descriptors(pid_t process);

/// Processor time so far, of its threads and of the system for them.
double processor_s(pid_t process);

struct Sample {
    double t_s;
    double bytes;
};

/// What the samples say of growth between two times.
struct Growth {
    double bytes_per_s = 0;               // of the line fitted through all of them
    double first_mean = 0, last_mean = 0; // of the first and the last third
};
Growth growth(const std::vector<Sample>& samples, double from_s, double to_s);

} // namespace adoube::soak
