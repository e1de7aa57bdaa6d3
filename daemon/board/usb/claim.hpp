#pragma once
// Claims a board's interface for this process.

#include "daemon/board/port.hpp"
#include "daemon/board/usb/boards.hpp"
#include "daemon/files/descriptor.hpp"

#include <libusb.h>

#include <memory>

namespace adoube::board::usb {

struct CloseHandle {
    void operator()(libusb_device_handle* handle) const { libusb_close(handle); }
};

/// Released on destruction, when no transfer may be outstanding.
struct Claimed {
    files::Descriptor node; // outlives the handle
    std::unique_ptr<libusb_device_handle, CloseHandle> handle;
    LinkInterface link;
};

/// Blocks, for seconds if the board is faulty. SET_INTERFACE makes both ends drop what was in transit. The
/// error is one sentence naming the port.
std::expected<Claimed, std::string> claim(libusb_context* context, const Port& port);

} // namespace adoube::board::usb
