#include "daemon/adoubed/asked_to_end.hpp"

#include <boost/asio/buffer.hpp>

#include <cerrno>
#include <chrono>
#include <string_view>
#include <system_error>

#include <unistd.h>

namespace adoube::adoubed {
namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds patience = 5s, look_interval = 10ms;

sigset_t ends() {
    sigset_t signals;
    ::sigemptyset(&signals);
    for (const int number : {SIGINT, SIGTERM}) ::sigaddset(&signals, number);
    return signals;
}

/// Ends the process whatever another thread is stuck on: a log, a disk.
[[noreturn]] void give_up_start(int signal, const sigset_t& signals) {
    constexpr std::string_view text =
        "adoubed: was told to end while it started, and did not wait for a disk "
        "that does not answer\n";
    (void)!::write(STDERR_FILENO, text.data(), text.size());
    ::pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
    ::raise(signal);
    ::_exit(1);
}

} // namespace

void AskedToEnd::hold_back() {
    const auto signals = ends();
    ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

bool AskedToEnd::is_held_back() {
    sigset_t waiting;
    ::sigpending(&waiting);
    return ::sigismember(&waiting, SIGINT) == 1 || ::sigismember(&waiting, SIGTERM) == 1;
}

AskedToEnd::AskedToEnd(boost::asio::io_context& context)
    : context_(context), signals_(ends()), descriptor_(context) {
    hold_back();
    starting_ = std::jthread([this](const std::stop_token& started) { wait_for_start(started); });
}

void AskedToEnd::wait_for_start(const std::stop_token& started) const {
    constexpr timespec interval{0, std::chrono::nanoseconds(look_interval).count()};
    int asked = 0;
    std::chrono::steady_clock::time_point last{};
    while (!started.stop_requested()) {
        const int signal = ::sigtimedwait(&signals_, nullptr, &interval);
        const auto now = std::chrono::steady_clock::now();
        if (asked != 0 && (signal > 0 || now >= last)) give_up_start(asked, signals_);
        if (signal > 0) asked = signal, last = now + patience;
    }
    if (asked != 0) ::kill(::getpid(), asked); // started() reads it
}

void AskedToEnd::started() {
    starting_.request_stop();
    starting_.join();
    const int descriptor = ::signalfd(-1, &signals_, SFD_NONBLOCK | SFD_CLOEXEC);
    if (descriptor < 0) throw std::system_error(errno, std::generic_category(), "signalfd");
    descriptor_.assign(descriptor);
    descriptor_.async_read_some(boost::asio::buffer(first_), [this](boost::system::error_code, std::size_t) {
        // Signals that arrive together count as one.
        while (::read(descriptor_.native_handle(), first_.data(), sizeof first_) > 0) {
        }
        ::pthread_sigmask(SIG_UNBLOCK, &signals_, nullptr);
        context_.stop();
    });
}

} // namespace adoube::adoubed
