#include "daemon/board/port.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <libserialport.h>

#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <termios.h>
#include <unistd.h>
#include <utility>

namespace adoube::board {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;

constexpr auto give_up_after = std::chrono::seconds(5);

/// A file descriptor that is closed unless it is released.
class Descriptor {
  public:
    explicit Descriptor(int fd) : fd_(fd) {}
    ~Descriptor() {
        if (fd_ >= 0) ::close(fd_);
    }
    Descriptor(Descriptor&& other) noexcept : fd_(other.release()) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }
    int get() const { return fd_; }
    int release() { return std::exchange(fd_, -1); }

  private:
    int fd_;
};

using Opened = std::expected<Descriptor, std::string>;

std::unexpected<std::string> refusal(const Port& port, int system_error) {
    const std::string name = "port " + to_string(port);
    switch (system_error) {
    case ENOENT:
    case ENODEV:
    case ENXIO: return std::unexpected(name + " is not there: is the board plugged in?");
    case EACCES:
    case EPERM:
        return std::unexpected(
            name + " may not be opened: let this user into the group that owns it (often dialout)");
    case EBUSY:
    case EWOULDBLOCK: return std::unexpected(name + " is in use by another program: end that one");
    case ENOTTY: return std::unexpected(name + " is no terminal: name the device of a board");
    default: return std::unexpected(name + " cannot be used: " + std::strerror(system_error));
    }
}

/// Two programs on one port each get half of the bytes.
bool lock_for_us_alone(int fd) { return ::flock(fd, LOCK_EX | LOCK_NB) == 0; }

/// libserialport leaves VMIN at 0, with which an idle read ends like a closed port.
bool wait_for_first_byte(int fd) {
    termios settings{};
    if (::tcgetattr(fd, &settings) != 0) return false;
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    return ::tcsetattr(fd, TCSANOW, &settings) == 0;
}

struct FreePort {
    void operator()(sp_port* port) const {
        sp_close(port); // harmless where it is not open
        sp_free_port(port);
    }
};
struct FreeConfig {
    void operator()(sp_port_config* config) const { sp_free_config(config); }
};

bool configure(sp_port* port) {
    sp_port_config* raw = nullptr;
    if (sp_new_config(&raw) != SP_OK) return false;
    const std::unique_ptr<sp_port_config, FreeConfig> config(raw);
    sp_set_config_baudrate(raw, 115200);
    sp_set_config_bits(raw, 8);
    sp_set_config_parity(raw, SP_PARITY_NONE);
    sp_set_config_stopbits(raw, 1);
    sp_set_config_flowcontrol(raw, SP_FLOWCONTROL_NONE);
    return sp_set_config(port, raw) == SP_OK;
}

/// Of libserialport, for a device that is there: it finds what is no serial port absent.
int last_error() { return errno == ENOENT || errno == 0 ? ENOTTY : errno; }

Opened open_serial(const Port& port) {
    // libserialport finds no device by a link to it, such as those in /dev/serial/by-id.
    std::error_code missing;
    const auto device = std::filesystem::canonical(port.path, missing);
    if (missing) return refusal(port, missing.value());
    if (!std::filesystem::is_character_file(device)) return refusal(port, ENOTTY);
    sp_port* raw = nullptr;
    errno = 0;
    if (sp_get_port_by_name(device.c_str(), &raw) != SP_OK) return refusal(port, last_error());
    const std::unique_ptr<sp_port, FreePort> serial(raw);
    if (sp_open(raw, SP_MODE_READ_WRITE) != SP_OK) return refusal(port, last_error());
    int handle = -1;
    sp_get_port_handle(raw, &handle);
    if (!lock_for_us_alone(handle)) return refusal(port, EBUSY);
    if (!configure(raw) || !wait_for_first_byte(handle)) return refusal(port, last_error());
    ::ioctl(handle, TIOCEXCL); // against programs that probe every port, and know no lock
    Descriptor ours(::fcntl(handle, F_DUPFD_CLOEXEC, 3));
    if (ours.get() < 0) return refusal(port, errno);
    return ours;
}

Opened open_pty(const Port& port) {
    Descriptor ours(::open(port.path.c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC));
    if (ours.get() < 0) return refusal(port, errno);
    termios settings{};
    if (::tcgetattr(ours.get(), &settings) != 0) return refusal(port, errno);
    if (!lock_for_us_alone(ours.get())) return refusal(port, EBUSY);
    ::cfmakeraw(&settings);
    if (::tcsetattr(ours.get(), TCSANOW, &settings) != 0 || !wait_for_first_byte(ours.get()))
        return refusal(port, errno);
    return ours;
}

bool is_pty(const std::string& path) {
    constexpr unsigned first_major = 136, last_major = 143; // Linux: slaves of /dev/ptmx
    struct stat at {};
    if (::stat(path.c_str(), &at) != 0 || !S_ISCHR(at.st_mode)) return false;
    return major(at.st_rdev) >= first_major && major(at.st_rdev) <= last_major;
}

asio::awaitable<boost::system::error_code> connect(tcp::socket& socket, const Port& port) {
    constexpr auto result = asio::as_tuple(asio::use_awaitable);
    tcp::resolver resolver(socket.get_executor());
    const auto [unknown, addresses] = co_await resolver.async_resolve(port.path, port.service, result);
    if (unknown) co_return unknown;
    const auto [error, endpoint] = co_await asio::async_connect(socket, addresses, result);
    co_return error;
}

asio::awaitable<Opened> open_tcp(asio::any_io_executor executor, const Port& port) {
    using namespace asio::experimental::awaitable_operators;
    tcp::socket socket(executor);
    asio::steady_timer timer(executor, give_up_after);
    const auto first =
        co_await (connect(socket, port) || timer.async_wait(asio::as_tuple(asio::use_awaitable)));
    if (first.index() == 1)
        co_return std::unexpected("port " + to_string(port) +
                                  " does not answer: is the board on, and the address right?");
    if (const auto error = std::get<0>(first))
        co_return std::unexpected("port " + to_string(port) + " cannot be reached: " + error.message());
    boost::system::error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    co_return Descriptor(socket.release());
}

Opened open_terminal(const Port& port) {
    const bool pty = port.kind == PortKind::pty || (port.kind == PortKind::path && is_pty(port.path));
    return pty ? open_pty(port) : open_serial(port);
}

} // namespace

asio::awaitable<std::expected<Stream, std::string>> open_port(asio::any_io_executor executor, Port port) {
    Opened opened = std::unexpected(std::string());
    if (port.kind == PortKind::tcp)
        opened = co_await open_tcp(executor, port);
    else
        opened = open_terminal(port);
    if (!opened) co_return std::unexpected(opened.error());
    co_return Stream(executor, opened->release());
}

} // namespace adoube::board
