#pragma once
// What lies between a board and a display if nothing is done there but to keep what came: a process that
// reads from one socket, appends that to a file, syncs it, and writes to another socket.

#include "firmware/virtual/descriptor.hpp"
#include "tests/temporary_folder.hpp"

#include <cstdint>

#include <sys/types.h>

namespace adoube::bench {

class Relay {
  public:
    /// Its file is on the disk of TMPDIR.
    Relay();
    ~Relay();
    Relay(const Relay&) = delete;
    Relay& operator=(const Relay&) = delete;

    /// Microseconds from the frame of one event on the first socket to so many bytes on the second.
    std::uint64_t pass(std::size_t bytes);

  private:
    [[noreturn]] static void run(const firmware::Descriptor& in, const firmware::Descriptor& out,
                                 const firmware::Descriptor& file);

    tests::TemporaryFolder folder_;
    firmware::Descriptor in_, out_;
    pid_t process_;
};

} // namespace adoube::bench
