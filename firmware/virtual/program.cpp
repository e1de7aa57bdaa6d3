#include "firmware/virtual/program.hpp"

#include "firmware/virtual/host_port.hpp"
#include "firmware/virtual/line_input.hpp"
#include "firmware/virtual/playback.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <iostream>

namespace adoube::firmware {

namespace {

volatile std::sig_atomic_t asked_to_end = 0;
void on_signal(int) { asked_to_end = 1; }

void take_signals() {
    struct sigaction action {};
    action.sa_handler = on_signal; // no SA_RESTART: poll must return
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
}

std::uint64_t now_us() {
    using namespace std::chrono;
    return static_cast<std::uint64_t>(
        duration_cast<microseconds>(steady_clock::now().time_since_epoch()).count());
}

void wait(const LineInput& input, bool wants_lines, const HostPort& port, bool wants_to_write, int longest_ms,
          bool& has_lines) {
    std::vector<pollfd> waited_for;
    port.watch(waited_for, wants_to_write, longest_ms);
    if (wants_lines) waited_for.push_back({input.descriptor(), POLLIN, 0});
    ::poll(waited_for.data(), waited_for.size(), longest_ms);
    has_lines = wants_lines && waited_for.back().revents != 0;
}

class Program {
  public:
    Program(const ProgramOptions& options, LineInput& input, HostPort& port, SensorScript script)
        : options_(options), input_(input), port_(port), script_(std::move(script)),
          board_(board_options(), script_.squares()), playback_(board_, options.speed) {}

    int run() {
        while (asked_to_end == 0) {
            feed();
            const std::uint64_t now = now_us();
            talk(now);
            begun_ = begun_ || !options_.wait || board_.followed();
            std::uint64_t wake = begun_ ? playback_.run(now) : now + 1'000'000;
            if (finished() && !options_.stay) break;
            if (port_.connected() && pending_.empty()) wake = std::min(wake, board_.link_wake_us(now));
            bool has_lines = false;
            wait(input_, playback_.wants_more() && !input_.at_end(), port_, !pending_.empty(),
                 milliseconds_until(wake, now), has_lines);
            if (has_lines) input_.fill();
        }
        return report();
    }

  private:
    VirtualBoardOptions board_options() const {
        VirtualBoardOptions board;
        board.board_id = options_.board_id;
        board.boot_id = std::random_device{}();
        board.sensing = options_.sensing.value_or(script_.sensing());
        if (!script_.has_lever()) board.features &= static_cast<std::uint8_t>(~wire::feature::lever);
        board.bounce_us = options_.bounce_us;
        board.seed = board.boot_id;
        return board;
    }
    static int milliseconds_until(std::uint64_t wake, std::uint64_t now) {
        return wake <= now ? 0 : static_cast<int>((wake - now + 999) / 1'000);
    }
    bool finished() const { return playback_.over() && board_.unacknowledged() == 0; }

    /// Reports and skips bad lines.
    void feed() {
        while (input_.has_line() && playback_.wants_more()) {
            const std::string line = input_.take_line();
            const auto deed = script_.read_input(line);
            if (!deed) {
                std::cerr << input_.place() << ": " << deed.error() << "; this line is passed over\n";
                faults_ = true;
            } else if (deed->has_value()) {
                playback_.add(**deed);
            }
        }
        if (input_.ended() && playback_.wants_more()) {
            if (input_.dropped_the_rest())
                std::cerr << input_.place() << ": the last line is incomplete and dropped\n";
            playback_.end();
        }
    }

    void talk(std::uint64_t now) {
        if (port_.attend()) {
            board_.closed();
            pending_ = {};
        }
        if (!port_.connected()) return;
        std::array<std::uint8_t, 4096> bytes{};
        while (const std::size_t count = port_.read(bytes))
            board_.receive(std::span(bytes).first(count), now);
        while (true) {
            if (pending_.empty()) pending_ = std::span(frame_).first(board_.transmit(frame_, now));
            const std::size_t written = pending_.empty() ? 0 : port_.write(pending_);
            if (written == 0) return;
            pending_ = pending_.subspan(written);
        }
    }

    int report() const {
        if (const std::size_t count = board_.unacknowledged(); count != 0 && !finished()) {
            std::cerr << port_.address() << ": ended with " << count
                      << " events that no host has acknowledged\n";
            return 1;
        }
        return faults_ ? 2 : 0;
    }

    const ProgramOptions& options_;
    LineInput& input_;
    HostPort& port_;
    SensorScript script_;
    VirtualBoard board_;
    Playback playback_;
    std::array<std::uint8_t, wire::max_frame> frame_{};
    std::span<const std::uint8_t> pending_; // unwritten part of frame_
    bool begun_ = false, faults_ = false;
};

std::optional<SensorScript> read_header(LineInput& input) {
    while (!input.has_line() && !input.ended() && asked_to_end == 0) {
        pollfd readable{input.descriptor(), POLLIN, 0};
        if (::poll(&readable, 1, 1'000) > 0) input.fill();
    }
    SensorScript script;
    if (!input.has_line()) {
        std::cerr << input.place() << ": the log is empty\n";
        return std::nullopt;
    }
    const std::string line = input.take_line();
    if (const auto read = script.read_header(line); !read) {
        std::cerr << input.place() << ": " << read.error() << "\n";
        return std::nullopt;
    }
    return script;
}

} // namespace

int run_virtual_board(const ProgramOptions& options) {
    take_signals();
    const bool standard_input = options.log == "-";
    Descriptor file(standard_input ? ::dup(STDIN_FILENO) : ::open(options.log.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file) {
        std::cerr << options.log << ": cannot be read: " << std::strerror(errno) << "\n";
        return 2;
    }
    LineInput input(std::move(file), standard_input ? "standard input" : options.log);
    const OpenedPort port = options.pty.empty() ? open_tcp(options.tcp) : open_pty(options.pty);
    if (!port) {
        std::cerr << port.error() << "\n";
        return 1;
    }
    std::cout << (*port)->address() << std::endl;
    auto script = read_header(input);
    if (!script) return asked_to_end != 0 ? 0 : 2;
    return Program(options, input, **port, std::move(*script)).run();
}

} // namespace adoube::firmware
