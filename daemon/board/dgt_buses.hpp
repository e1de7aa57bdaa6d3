#pragma once
// The DGT buses that this process has open: several boards share one serial port, and each is a port to the
// rest of the daemon. One thread for all their bytes; only file descriptors cross to it.

#include "daemon/board/port.hpp"
#include "daemon/files/descriptor.hpp"

#include <memory>

namespace adoube::board {

class DgtBuses {
  public:
    /// Starts on first use, ends with the process.
    static DgtBuses& of_this_process();

    DgtBuses();
    ~DgtBuses();
    DgtBuses(const DgtBuses&) = delete;
    DgtBuses& operator=(const DgtBuses&) = delete;

    /// `socket` is one end of a socket pair. The other gets a newline once the board's squares are known,
    /// then what a DGT board on a line of its own would say, until either end closes, the board is gone or
    /// something that happened on it was missed; on failure, one sentence why and end of file.
    void open(const Port& port, files::Descriptor socket);

  private:
    class Thread;
    std::unique_ptr<Thread> thread_;
};

} // namespace adoube::board
