#include "daemon/adoubed/lp.hpp"

#include "daemon/files/descriptor.hpp"
#include "daemon/text/quoting.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace adoube::adoubed {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t longest_answer = 4096; // more of what lp says is read and dropped

std::string because(int error) { return std::strerror(error); }

/// A file in memory, at its beginning.
std::expected<files::Descriptor, std::string> in_memory(const std::string& bytes) {
    files::Descriptor file(::memfd_create("scoresheet", MFD_CLOEXEC));
    if (file.get() < 0) return std::unexpected(because(errno));
    for (std::size_t at = 0; at < bytes.size();) {
        const auto size = ::write(file.get(), bytes.data() + at, bytes.size() - at);
        if (size < 0 && errno == EINTR) continue;
        if (size <= 0) return std::unexpected(because(errno));
        at += static_cast<std::size_t>(size);
    }
    ::lseek(file.get(), 0, SEEK_SET);
    return file;
}

/// How lp begins: nothing of the daemon's open but its three streams, and no signal held back.
class Beginning {
  public:
    Beginning(int input, int output) {
        ::posix_spawn_file_actions_init(&files_);
        ::posix_spawn_file_actions_adddup2(&files_, input, STDIN_FILENO);
        ::posix_spawn_file_actions_adddup2(&files_, output, STDOUT_FILENO);
        ::posix_spawn_file_actions_adddup2(&files_, output, STDERR_FILENO);
        ::posix_spawn_file_actions_addclosefrom_np(&files_, STDERR_FILENO + 1);
        ::posix_spawnattr_init(&attributes_);
        sigset_t none, all;
        ::sigemptyset(&none);
        ::sigfillset(&all);
        ::posix_spawnattr_setsigmask(&attributes_, &none);
        ::posix_spawnattr_setsigdefault(&attributes_, &all);
        ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    }
    ~Beginning() {
        ::posix_spawn_file_actions_destroy(&files_);
        ::posix_spawnattr_destroy(&attributes_);
    }
    Beginning(const Beginning&) = delete;
    Beginning& operator=(const Beginning&) = delete;

    std::expected<pid_t, int> spawn(std::vector<std::string> words) const {
        std::vector<char*> arguments;
        for (auto& word : words) arguments.push_back(word.data());
        arguments.push_back(nullptr);
        pid_t child = 0;
        const int error =
            ::posix_spawnp(&child, arguments[0], &files_, &attributes_, arguments.data(), environ);
        return error == 0 ? std::expected<pid_t, int>(child) : std::unexpected(error);
    }

  private:
    posix_spawn_file_actions_t files_{};
    posix_spawnattr_t attributes_{};
};

/// What comes until the other end is closed; empty if that takes longer, or `stop` is set.
std::optional<std::string> read_until(int descriptor, Clock::time_point end, const std::atomic<bool>& stop) {
    constexpr int look_at_stop_ms = 100;
    std::string answer;
    for (std::array<char, 1024> buffer{}; Clock::now() < end && !stop;) {
        pollfd waits{descriptor, POLLIN, 0};
        if (::poll(&waits, 1, look_at_stop_ms) <= 0) continue;
        const auto size = ::read(descriptor, buffer.data(), buffer.size());
        if (size < 0 && errno == EINTR) continue;
        if (size <= 0) return answer;
        answer.append(buffer.data(),
                      std::min(static_cast<std::size_t>(size), longest_answer - answer.size()));
    }
    return std::nullopt;
}

int exit_status(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

std::string first_line(const std::string& answer) { return text::shown(answer.substr(0, answer.find('\n'))); }

} // namespace

std::expected<std::string, std::string> print(const std::string& printer, const std::string& title,
                                              const std::string& pdf, std::chrono::milliseconds longest,
                                              const std::atomic<bool>& stop) {
    const auto failed = "printer " + text::quoted(printer) + ": ";
    const auto input = in_memory(pdf);
    if (!input) return std::unexpected(failed + input.error());
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return std::unexpected(failed + because(errno));
    const files::Descriptor from_lp(ends[0]);
    std::optional<files::Descriptor> to_us(std::in_place, ends[1]);
    const auto child = Beginning(input->get(), to_us->get()).spawn({"lp", "-d", printer, "-t", title, "-"});
    to_us.reset();
    if (!child)
        return std::unexpected(failed + "the command lp cannot be started (" + because(child.error()) +
                               "): install cups-client");
    const auto answer = read_until(from_lp.get(), Clock::now() + longest, stop);
    if (!answer) ::kill(*child, SIGKILL);
    const int status = exit_status(*child);
    if (!answer)
        return std::unexpected(
            failed + "lp did not end within " +
            std::to_string(std::chrono::duration_cast<std::chrono::seconds>(longest).count()) +
            " seconds: is the print service there (lpstat -t)?");
    if (status != 0) return std::unexpected(failed + "lp refused the sheet: " + first_line(*answer));
    return first_line(*answer);
}

} // namespace adoube::adoubed
