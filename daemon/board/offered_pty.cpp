#include "daemon/board/offered_pty.hpp"

#include "daemon/boost/as_tuple.hpp"
#include "daemon/files/descriptor.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

#include <array>
#include <chrono>
#include <climits>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>
#include <utility>

namespace adoube::board {

namespace asio = boost::asio;
namespace fs = std::filesystem;
using asio::awaitable;

namespace {

/// The opening of a terminal raises no event.
constexpr auto look_interval = std::chrono::milliseconds(20);
constexpr std::size_t bytes_at_once = 512;
constexpr std::string_view terminals = "/dev/pts/";

std::unexpected<std::string> no_pty(const fs::path& link, const std::string& why) {
    return std::unexpected("pty " + link.string() + " cannot be offered: " + why);
}

/// Bytes as they are, whatever the last program has set, and none of the last one's.
bool make_raw(const std::string& terminal) {
    const files::Descriptor slave(::open(terminal.c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC));
    termios settings{};
    if (!slave || ::tcgetattr(slave.get(), &settings) != 0) return false;
    ::cfmakeraw(&settings);
    ::cfsetspeed(&settings, B9600); // for those who look
    ::tcflush(slave.get(), TCIOFLUSH);
    return ::tcsetattr(slave.get(), TCSANOW, &settings) == 0;
}

struct Terminal {
    files::Descriptor master;
    std::string name;
};

std::expected<Terminal, int> open_terminal_pair() {
    Terminal terminal{files::Descriptor(::posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)), {}};
    char name[PATH_MAX] = {};
    constexpr mode_t for_user_and_group = 0660;
    if (!terminal.master || ::grantpt(terminal.master.get()) != 0 || ::unlockpt(terminal.master.get()) != 0 ||
        ::ptsname_r(terminal.master.get(), name, sizeof name) != 0 ||
        ::chmod(name, for_user_and_group) != 0 || !make_raw(name))
        return std::unexpected(errno);
    terminal.name = name;
    return terminal;
}

bool leads_to_terminal(const fs::path& link) {
    std::error_code unknown;
    return fs::is_symlink(fs::symlink_status(link, unknown)) &&
           fs::read_symlink(link, unknown).string().starts_with(terminals);
}

} // namespace

/// Outlives its OfferedPty until its last handler has run.
class OfferedPty::Loop : public std::enable_shared_from_this<Loop> {
  public:
    Loop(asio::any_io_executor executor, Terminal terminal, fs::path link, OfferedPtyEvents events)
        : executor_(executor), master_(executor, terminal.master.release()), name_(std::move(terminal.name)),
          link_(std::move(link)), events_(std::move(events)), timer_(executor) {}

    void start() {
        asio::co_spawn(
            executor_, [self = shared_from_this()] { return self->run(); }, asio::detached);
    }
    void stop() {
        stopped_ = true;
        std::error_code ignored;
        if (fs::read_symlink(link_, ignored) == name_) fs::remove(link_, ignored);
        timer_.cancel();
        boost::system::error_code unclosed;
        master_.close(unclosed);
    }
    void wake() {
        if (!here_ || std::exchange(writing_, true)) return;
        asio::co_spawn(
            executor_, [self = shared_from_this()] { return self->write(); }, asio::detached);
    }
    bool has_program() const { return here_; }

  private:
    awaitable<void> run() {
        while (!stopped_) {
            if (!somebody_is_there()) {
                timer_.expires_after(look_interval);
                co_await timer_.async_wait(as_tuple);
                continue;
            }
            here_ = true;
            co_await read();
            if (stopped_) co_return;
            here_ = false;
            leave();
        }
    }

    bool somebody_is_there() {
        pollfd master{master_.native_handle(), POLLIN, 0};
        return ::poll(&master, 1, 0) >= 0 &&
               ((master.revents & POLLHUP) == 0 || (master.revents & POLLIN) != 0);
    }

    awaitable<void> read() {
        std::array<std::uint8_t, bytes_at_once> bytes;
        while (!stopped_) {
            const auto [gone, count] = co_await master_.async_read_some(asio::buffer(bytes), as_tuple);
            if (gone || stopped_) co_return;
            events_.received(std::span(bytes).first(count));
            wake();
        }
    }

    awaitable<void> write() {
        const auto program = program_;
        std::vector<std::uint8_t> bytes; // taken
        while (program == program_ && here_ && !stopped_) {
            if (bytes.empty()) bytes = events_.take(bytes_at_once);
            if (bytes.empty()) break;
            const auto [error, count] = co_await master_.async_write_some(asio::buffer(bytes), as_tuple);
            if (error) break;
            bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count));
        }
        if (program == program_) writing_ = false;
    }

    void leave() {
        boost::system::error_code ignored;
        master_.cancel(ignored);
        ++program_;
        writing_ = false;
        ::tcflush(master_.native_handle(), TCOFLUSH);
        make_raw(name_);
        events_.left();
    }

    asio::any_io_executor executor_;
    asio::posix::stream_descriptor master_;
    std::string name_;
    fs::path link_;
    OfferedPtyEvents events_;
    asio::steady_timer timer_;
    std::uint64_t program_ = 0; // number of the one that is there, or comes
    bool here_ = false, writing_ = false, stopped_ = false;
};

std::string OfferedPty::why_not(const fs::path& link) {
    std::error_code unknown;
    const auto folder = fs::absolute(link, unknown).parent_path();
    if (fs::exists(fs::symlink_status(link, unknown)) && !leads_to_terminal(link))
        return no_pty(link, "something else has that name: choose another").error();
    const auto trial = folder / ("." + link.filename().string() + ".new");
    std::error_code error;
    fs::create_symlink(link.filename(), trial, error);
    if (error && error != std::errc::file_exists)
        return no_pty(link, "no link can be made in " + folder.string() + " (" + error.message() +
                                "): name a place that may be written to")
            .error();
    fs::remove(trial, unknown);
    return {};
}

std::expected<OfferedPty, std::string> OfferedPty::offer(asio::any_io_executor executor, const fs::path& link,
                                                         OfferedPtyEvents events) {
    if (auto why = why_not(link); !why.empty()) return std::unexpected(std::move(why));
    auto terminal = open_terminal_pair();
    if (!terminal)
        return no_pty(link,
                      std::string("no terminal is to be had (") + std::strerror(terminal.error()) + ")");
    std::error_code error;
    fs::remove(link, error);
    fs::create_symlink(terminal->name, link, error);
    if (error) return no_pty(link, error.message());
    OfferedPty offered(std::make_shared<Loop>(executor, std::move(*terminal), link, std::move(events)));
    offered.loop_->start();
    return offered;
}

OfferedPty::OfferedPty(std::shared_ptr<Loop> loop) : loop_(std::move(loop)) {}
OfferedPty::~OfferedPty() {
    if (loop_) loop_->stop();
}
OfferedPty::OfferedPty(OfferedPty&&) noexcept = default;
OfferedPty& OfferedPty::operator=(OfferedPty&& other) noexcept {
    if (loop_ && loop_ != other.loop_) loop_->stop();
    loop_ = std::move(other.loop_);
    return *this;
}

void OfferedPty::wake() { loop_->wake(); }
bool OfferedPty::has_program() const { return loop_->has_program(); }

} // namespace adoube::board
