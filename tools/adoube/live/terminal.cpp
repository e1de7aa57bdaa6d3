#include "tools/adoube/live/terminal.hpp"

#include "tools/adoube/live/screen.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace adoube::tools {
namespace {

volatile std::sig_atomic_t was_resized = 0;

void on_resize(void (*handler)(int)) {
    struct sigaction action {};
    action.sa_handler = handler;
    ::sigaction(SIGWINCH, &action, nullptr);
}

} // namespace

bool is_screen() {
    const char* const name = std::getenv("TERM");
    return ::isatty(STDOUT_FILENO) == 1 && name && *name && std::strcmp(name, "dumb") != 0;
}

bool may_use_colour() {
    const char* const said = std::getenv("NO_COLOR");
    return !said || !*said;
}

Terminal::Terminal() : has_keys_(::tcgetattr(STDIN_FILENO, &before_) == 0) {
    if (has_keys_) {
        auto keys = before_;
        keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
        keys.c_cc[VMIN] = 1;
        keys.c_cc[VTIME] = 0;
        keys.c_cc[VSUSP] = keys.c_cc[VQUIT] = _POSIX_VDISABLE;
        ::tcsetattr(STDIN_FILENO, TCSADRAIN, &keys);
    }
    on_resize([](int) { was_resized = 1; });
    write(open_screen);
}

Terminal::~Terminal() {
    write(close_screen);
    on_resize(SIG_DFL);
    if (has_keys_) ::tcsetattr(STDIN_FILENO, TCSADRAIN, &before_);
}

Size Terminal::size() const {
    winsize told{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &told) != 0 || told.ws_row == 0 || told.ws_col == 0) return {};
    return {told.ws_row, told.ws_col};
}

void Terminal::write(std::string_view bytes) const {
    while (!bytes.empty()) {
        const auto wrote = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote < 0) return; // the terminal is gone: a signal says so
        bytes.remove_prefix(static_cast<std::size_t>(wrote));
    }
}

void Terminal::wait(int wakes, int longest_ms, std::string& bytes) const {
    pollfd both[] = {{wakes, POLLIN, 0}, {has_keys_ ? STDIN_FILENO : -1, POLLIN, 0}};
    if (::poll(both, 2, longest_ms) <= 0 || both[1].revents == 0) return;
    char keys[256];
    const auto got = ::read(STDIN_FILENO, keys, sizeof keys);
    if (got > 0) bytes.append(keys, static_cast<std::size_t>(got));
}

bool Terminal::resized() {
    const bool was = was_resized != 0;
    was_resized = 0;
    return was;
}

} // namespace adoube::tools
