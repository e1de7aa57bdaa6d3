#include "daemon/board/usb/claim.hpp"

#include "daemon/board/refusal.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <sys/stat.h>
#include <thread>

namespace adoube::board::usb {
namespace {

/// udev grants access shortly after a device appears.
constexpr auto udev_time = std::chrono::seconds(2);

std::unexpected<std::string> refused(const Port& port, int libusb_error) {
    switch (libusb_error) {
    case LIBUSB_ERROR_BUSY: return std::unexpected(refusal(port, EBUSY));
    case LIBUSB_ERROR_ACCESS: return std::unexpected(refusal(port, EACCES));
    case LIBUSB_ERROR_NO_DEVICE:
    case LIBUSB_ERROR_NOT_FOUND: return std::unexpected(refusal(port, ENODEV));
    case LIBUSB_ERROR_NO_MEM: return std::unexpected(refusal(port, ENOMEM));
    default:
        return std::unexpected("port " + to_string(port) + " cannot be used (" +
                               libusb_error_name(libusb_error) + "): unplug the board and plug it in again");
    }
}

/// Enough to search /sys, where lack of descriptors makes devices look absent.
bool has_files_left() {
    const files::Descriptor folder(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    const files::Descriptor file(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    return folder && file;
}

std::expected<Board, std::string> find(const Port& port) {
    if (!has_files_left()) return std::unexpected(refusal(port, errno));
    auto boards = plugged_in();
    std::erase_if(boards, [&](const Board& board) { return board.id != port.path; });
    if (boards.empty()) return std::unexpected(refusal(port, ENODEV));
    if (boards.size() > 1)
        return std::unexpected("port " + to_string(port) +
                               " is there twice: two boards bear this id; unplug one of them");
    return boards.front();
}

bool is_new(const std::filesystem::path& node) {
    struct stat status {};
    if (::stat(node.c_str(), &status) != 0) return false;
    const auto age = std::chrono::system_clock::now() -
                     std::chrono::system_clock::from_time_t(status.st_ctim.tv_sec) -
                     std::chrono::nanoseconds(status.st_ctim.tv_nsec);
    return age >= std::chrono::seconds(0) && age < udev_time;
}

std::expected<files::Descriptor, int> open_node(const std::filesystem::path& node) {
    for (;;) {
        files::Descriptor file(::open(node.c_str(), O_RDWR | O_CLOEXEC));
        if (file) return file;
        const int error = errno;
        if (error != EACCES || !is_new(node)) return std::unexpected(error);
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
}

std::unexpected<std::string> not_opened(const Port& port, const Board& board, int system_error) {
    std::error_code unknown;
    if (system_error == ENOENT && !std::filesystem::exists("/dev/bus/usb", unknown) && !unknown)
        return std::unexpected("port " + to_string(port) + " is plugged in, but there is no " +
                               board.node.string() + ": in a container, let it have /dev/bus/usb");
    return std::unexpected(refusal(port, system_error));
}

} // namespace

std::expected<Claimed, std::string> claim(libusb_context* context, const Port& port) {
    const auto board = find(port);
    if (!board) return std::unexpected(board.error());
    // By name, not from libusb's device list, which depends on udev messages that may be missing.
    auto node = open_node(board->node);
    if (!node) return not_opened(port, *board, node.error());
    Claimed claimed{std::move(*node), nullptr, board->link};
    libusb_device_handle* handle = nullptr;
    if (const int error = libusb_wrap_sys_device(context, claimed.node.get(), &handle); error != 0)
        return refused(port, error);
    claimed.handle.reset(handle);
    if (const int error = libusb_claim_interface(handle, board->link.number); error != 0)
        return refused(port, error);
    if (const int error = libusb_set_interface_alt_setting(handle, board->link.number, 0); error != 0)
        return refused(port, error);
    return claimed;
}

} // namespace adoube::board::usb
