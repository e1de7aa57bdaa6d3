#pragma once
// The USB boards that this process has open: one libusb context, and one thread in which all that they send
// and take is moved. Nothing but file descriptors crosses from there to the rest of the daemon.

#include "daemon/board/port.hpp"
#include "daemon/files/descriptor.hpp"

#include <memory>
#include <string>

namespace adoube::board::usb {

class Bus {
  public:
    /// Begins when it is first asked for, ends with the process.
    static Bus& of_this_process();

    Bus();
    /// Sends what was written before, as far as the boards take it at once, and gives all boards back.
    ~Bus();
    Bus(const Bus&) = delete;
    Bus& operator=(const Bus&) = delete;

    /// What follows comes out of the other end of `socket`, a socket pair. When the board is open: a newline,
    /// and from then on its bytes, both ways, until either end is closed or the board is gone. When it cannot
    /// be opened: one sentence that says why, and the end of the file.
    void open(const Port& port, files::Descriptor socket);
    /// Writes a byte to `socket` whenever the board is plugged in, until the other end is closed.
    void tell_arrivals(const Port& port, files::Descriptor socket);
    std::string account_of(const Port& port);

  private:
    class Watch;
    std::unique_ptr<Watch> watch_;
};

} // namespace adoube::board::usb
