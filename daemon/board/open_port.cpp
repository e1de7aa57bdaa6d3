#include "daemon/board/dgt_buses.hpp"
#include "daemon/board/port.hpp"
#include "daemon/board/refusal.hpp"
#include "daemon/board/usb/bus.hpp"
#include "daemon/boost/as_tuple.hpp"
#include "daemon/files/descriptor.hpp"

#include <boost/asio/connect.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/steady_timer.hpp>

#include <libserialport.h>

#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <linux/hidraw.h>
#include <memory>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
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
constexpr auto bus_give_up_after = std::chrono::seconds(15); // a dozen boards are asked first

using Opened = std::expected<files::Descriptor, std::string>;

std::unexpected<std::string> refused(const Port& port, int system_error) {
    return std::unexpected(refusal(port, system_error));
}

/// Two programs on one port each get half of the bytes.
bool lock_for_us_alone(int fd) { return ::flock(fd, LOCK_EX | LOCK_NB) == 0; }

/// libserialport leaves VMIN at 0, which makes an idle read look like a closed port.
bool wait_for_first_byte(int fd) {
    termios settings{};
    if (::tcgetattr(fd, &settings) != 0) return false;
    settings.c_cc[VMIN] = 1;
    settings.c_cc[VTIME] = 0;
    return ::tcsetattr(fd, TCSANOW, &settings) == 0;
}

struct FreePort {
    void operator()(sp_port* port) const {
        sp_close(port); // harmless if not open
        sp_free_port(port);
    }
};
struct FreeConfig {
    void operator()(sp_port_config* config) const { sp_free_config(config); }
};

bool configure(sp_port* port, const drivers::MakersBoards& boards) {
    sp_port_config* raw = nullptr;
    if (sp_new_config(&raw) != SP_OK) return false;
    const std::unique_ptr<sp_port_config, FreeConfig> config(raw);
    sp_set_config_baudrate(raw, boards.rate_baud);
    sp_set_config_bits(raw, 8);
    sp_set_config_parity(raw, SP_PARITY_NONE);
    sp_set_config_stopbits(raw, 1);
    sp_set_config_flowcontrol(raw, SP_FLOWCONTROL_NONE);
    if (!boards.raises_dtr) sp_set_config_dtr(raw, SP_DTR_OFF);
    return sp_set_config(port, raw) == SP_OK;
}

/// libserialport reports an existing device that is no serial port as absent.
int last_error() { return errno == ENOENT || errno == 0 ? ENOTTY : errno; }

Opened open_serial(const Port& port) {
    // libserialport resolves no links, such as those in /dev/serial/by-id.
    std::error_code missing;
    std::filesystem::path device = port.path;
    if (std::filesystem::is_symlink(device, missing)) device = std::filesystem::canonical(device, missing);
    const bool is_device = std::filesystem::is_character_file(device, missing);
    if (missing) return refused(port, missing.value());
    if (!is_device) return refused(port, ENOTTY);
    sp_port* raw = nullptr;
    errno = 0;
    if (sp_get_port_by_name(device.c_str(), &raw) != SP_OK) return refused(port, last_error());
    const std::unique_ptr<sp_port, FreePort> serial(raw);
    if (sp_open(raw, SP_MODE_READ_WRITE) != SP_OK) return refused(port, last_error());
    int handle = -1;
    sp_get_port_handle(raw, &handle);
    if (!lock_for_us_alone(handle)) return refused(port, EBUSY);
    if (!configure(raw, drivers::boards_of(port.maker)) || !wait_for_first_byte(handle))
        return refused(port, last_error());
    ::ioctl(handle, TIOCEXCL); // against programs that probe every port and ignore locks
    files::Descriptor ours(::fcntl(handle, F_DUPFD_CLOEXEC, 3));
    if (!ours) return refused(port, errno);
    return ours;
}

/// Where the program that made a link was killed, its terminal's name may be another program's by now: that
/// terminal is newer than the link. Linux sets the change time of a terminal as it makes it.
bool is_left_behind(const std::string& link, int terminal) {
    struct stat made {
    }, leads_to{};
    if (::lstat(link.c_str(), &made) != 0 || !S_ISLNK(made.st_mode)) return false;
    if (::fstat(terminal, &leads_to) != 0) return false;
    const auto at = [](const timespec& time) { return std::pair(time.tv_sec, time.tv_nsec); };
    return at(made.st_ctim) < at(leads_to.st_ctim);
}

Opened open_pty(const Port& port) {
    files::Descriptor ours(::open(port.path.c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC));
    if (!ours) return refused(port, errno);
    if (is_left_behind(port.path, ours.get())) return refused(port, ENOENT);
    termios settings{};
    if (::tcgetattr(ours.get(), &settings) != 0) return refused(port, errno);
    if (!lock_for_us_alone(ours.get())) return refused(port, EBUSY);
    ::cfmakeraw(&settings);
    if (::tcsetattr(ours.get(), TCSANOW, &settings) != 0 || !wait_for_first_byte(ours.get()))
        return refused(port, errno);
    return ours;
}

/// Only a device of the maker's: a keyboard is one of this kind, too.
Opened open_hid(const Port& port) {
    files::Descriptor ours(::open(port.path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC));
    if (!ours) return refused(port, errno);
    hidraw_devinfo device{};
    if (::ioctl(ours.get(), HIDIOCGRAWINFO, &device) != 0) return refused(port, ENOTTY);
    const auto& boards = drivers::boards_of(port.maker);
    if (static_cast<std::uint16_t>(device.vendor) != boards.hid_vendor)
        return std::unexpected("port " + to_string(port) + " is no board by " + std::string(boards.name) +
                               ": name the device of one");
    if (!lock_for_us_alone(ours.get())) return refused(port, EBUSY);
    return ours;
}

bool is_pty(const std::string& path) {
    constexpr unsigned first_major = 136, last_major = 143; // Linux: slaves of /dev/ptmx
    struct stat at {};
    if (::stat(path.c_str(), &at) != 0 || !S_ISCHR(at.st_mode)) return false;
    return major(at.st_rdev) >= first_major && major(at.st_rdev) <= last_major;
}

asio::awaitable<boost::system::error_code> connect(tcp::socket& socket, const Port& port) {
    tcp::resolver resolver(socket.get_executor());
    const auto [unknown, addresses] = co_await resolver.async_resolve(port.path, port.service, as_tuple);
    if (unknown) co_return unknown;
    const auto [error, endpoint] = co_await asio::async_connect(socket, addresses, as_tuple);
    co_return error;
}

asio::awaitable<Opened> open_tcp(asio::any_io_executor executor, const Port& port) {
    using namespace asio::experimental::awaitable_operators;
    tcp::socket socket(executor);
    asio::steady_timer timer(executor, give_up_after);
    const auto first = co_await (connect(socket, port) || timer.async_wait(as_tuple));
    if (first.index() == 1)
        co_return std::unexpected("port " + to_string(port) +
                                  " does not answer: is the board on, and the address right?");
    if (const auto error = std::get<0>(first))
        co_return std::unexpected("port " + to_string(port) + " cannot be reached: " + error.message());
    boost::system::error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    co_return files::Descriptor(socket.release());
}

std::expected<std::pair<files::Descriptor, files::Descriptor>, int> socket_pair() {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0)
        return std::unexpected(errno);
    return std::pair(files::Descriptor(ends[0]), files::Descriptor(ends[1]));
}

/// The error of a bus, USB's or DGT's; empty if the board is open.
asio::awaitable<std::string> answer_of(Stream& bus, const Port& port) {
    std::string answer(1, ' ');
    const auto [none, first] = co_await asio::async_read(bus, asio::buffer(answer), as_tuple);
    if (none) co_return "port " + to_string(port) + " was closed before it was open";
    if (answer != "\n") co_await asio::async_read(bus, asio::dynamic_buffer(answer), as_tuple);
    co_return answer == "\n" ? std::string() : answer;
}

/// One of several boards that a thread of their own looks after.
template<class Bus>
asio::awaitable<Opened> open_on(Bus& bus, asio::any_io_executor executor, const Port& port,
                                std::chrono::seconds longest, const char* hint) {
    using namespace asio::experimental::awaitable_operators;
    auto ends = socket_pair();
    if (!ends) co_return refused(port, ends.error());
    Stream stream(executor, ends->first.release());
    asio::steady_timer timer(executor, longest);
    bus.open(port, std::move(ends->second));
    const auto first = co_await (answer_of(stream, port) || timer.async_wait(as_tuple));
    if (first.index() == 1) co_return std::unexpected("port " + to_string(port) + hint);
    if (!std::get<0>(first).empty()) co_return std::unexpected(std::get<0>(first));
    co_return files::Descriptor(stream.release());
}

Opened open_terminal(const Port& port) {
    const bool pty = port.kind == PortKind::pty || (port.kind == PortKind::path && is_pty(port.path));
    return pty ? open_pty(port) : open_serial(port);
}

} // namespace

asio::awaitable<std::expected<Stream, std::string>> open_port(asio::any_io_executor executor, Port port) {
    Opened opened = std::unexpected(std::string());
    if (!port.bus_board.empty())
        opened = co_await open_on(DgtBuses::of_this_process(), executor, port, bus_give_up_after,
                                  " has no board that answers: is it on this bus, and switched on?");
    else if (port.kind == PortKind::tcp)
        opened = co_await open_tcp(executor, port);
    else if (port.kind == PortKind::usb)
        opened = co_await open_on(usb::Bus::of_this_process(), executor, port, give_up_after,
                                  " does not open: unplug the board and plug it in again");
    else if (port.kind == PortKind::hid)
        opened = open_hid(port);
    else
        opened = open_terminal(port);
    if (!opened) co_return std::unexpected(opened.error());
    co_return Stream(executor, opened->release());
}

std::optional<Stream> arrivals_at(asio::any_io_executor executor, const Port& port) {
    if (port.kind != PortKind::usb) return std::nullopt;
    auto ends = socket_pair();
    if (!ends) return std::nullopt; // only delays the retry
    usb::Bus::of_this_process().tell_arrivals(port, std::move(ends->second));
    return Stream(executor, ends->first.release());
}

std::string account_of(const Port& port) {
    return port.kind == PortKind::usb ? usb::Bus::of_this_process().account_of(port) : std::string();
}

} // namespace adoube::board
