#pragma once
// Takes a board's interface for this process alone.

#include "daemon/board/port.hpp"
#include "daemon/board/usb/boards.hpp"
#include "daemon/files/descriptor.hpp"

#include <libusb.h>

#include <memory>

namespace adoube::board::usb {

struct CloseHandle {
    void operator()(libusb_device_handle* handle) const { libusb_close(handle); }
};

/// An open board. Given back at its end; no transfer may then be on its way.
struct Claimed {
    files::Descriptor node; // outlives the handle
    std::unique_ptr<libusb_device_handle, CloseHandle> handle;
    LinkInterface link;
};

/// Blocks, for some seconds where the board is unwell. The board learns that a host begins anew, and both
/// ends forget what was under way (SET_INTERFACE). The error is one sentence that names the port.
std::expected<Claimed, std::string> claim(libusb_context* context, const Port& port);

} // namespace adoube::board::usb
