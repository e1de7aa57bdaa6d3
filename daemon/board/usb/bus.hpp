#pragma once
// The USB boards that this process has open: one libusb context, and one thread for all their bytes. Only
// file descriptors cross to the rest of the daemon.

#include "daemon/board/port.hpp"
#include "daemon/files/descriptor.hpp"

#include <memory>
#include <string>

namespace adoube::board::usb {

class Bus {
  public:
    /// Starts on first use, ends with the process.
    static Bus& of_this_process();

    Bus();
    /// Sends what the boards take at once, and releases them.
    ~Bus();
    Bus(const Bus&) = delete;
    Bus& operator=(const Bus&) = delete;

    /// `socket` is one end of a socket pair. The other gets a newline once the board is open, then its bytes
    /// both ways until either end closes or the board is gone; on failure, one sentence why and end of file.
    void open(const Port& port, files::Descriptor socket);
    /// Writes a byte to `socket` whenever the board is plugged in, until the other end closes.
    void tell_arrivals(const Port& port, files::Descriptor socket);
    std::string account_of(const Port& port);

  private:
    class Watch;
    std::unique_ptr<Watch> watch_;
};

} // namespace adoube::board::usb
