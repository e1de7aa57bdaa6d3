#include "tools/adoube/games/play_as.hpp"

#include "firmware/virtual/host_port.hpp"
#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/interrupt.hpp"
#include "tools/adoube/common/say.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <ostream>

namespace adoube::tools {
namespace {

constexpr std::uint64_t players_sit_down_us = 5'000'000; // after a host has come
constexpr std::uint64_t lingers_us = 10'000'000;
constexpr int step_ms = 5;

std::uint64_t steady_us() {
    using namespace std::chrono;
    return static_cast<std::uint64_t>(
        duration_cast<microseconds>(steady_clock::now().time_since_epoch()).count());
}

class Playing {
  public:
    Playing(makers::VirtualBoard& board, const Timeline& timeline, firmware::HostPort& port, double speed)
        : board_(board), timeline_(timeline), port_(port), speed_(speed) {}

    void run() {
        const Interrupt interrupt;
        while (!interrupt.came() && !is_over()) {
            pass();
            talk();
            std::vector<pollfd> waited_for;
            int longest_ms = step_ms;
            port_.watch(waited_for, !unsent_.empty(), longest_ms);
            ::poll(waited_for.data(), waited_for.size(), std::min(longest_ms, step_ms));
        }
    }

  private:
    std::uint64_t now_us() const {
        return static_cast<std::uint64_t>(static_cast<double>(steady_us() - started_us_) * speed_);
    }
    bool is_over() const {
        return begun_us_ && next_ == timeline_.happenings.size() && now_us() - last_us_ > lingers_us;
    }
    void pass() {
        const auto now = now_us();
        if (begun_us_ && !clock_started_ && now >= *begun_us_) {
            advance(*begun_us_);
            board_.begin();
            clock_started_ = true;
        }
        for (; begun_us_ && next_ < timeline_.happenings.size(); ++next_) {
            const auto& happening = timeline_.happenings[next_];
            const auto at_us = *begun_us_ + static_cast<std::uint64_t>(happening.t_us);
            if (at_us > now) break;
            advance(at_us);
            if (const auto* change = std::get_if<Change>(&happening.what))
                board_.stand(change->square, change->now);
            if (const auto* press = std::get_if<LeverPress>(&happening.what)) board_.press(press->side);
            last_us_ = at_us;
        }
        advance(now);
    }
    void advance(std::uint64_t t_us) {
        const auto said = board_.advance_to(t_us);
        unsent_.insert(unsent_.end(), said.begin(), said.end());
    }
    void talk() {
        if (port_.attend()) unsent_.clear();
        if (!port_.connected()) return unsent_.clear(); // as on a line with nobody at its other end
        if (!begun_us_) begun_us_ = now_us() + players_sit_down_us;
        std::array<std::uint8_t, 4096> bytes{};
        while (const auto count = port_.read(bytes)) board_.received(std::span(bytes).first(count));
        const auto written = port_.write(unsent_);
        unsent_.erase(unsent_.begin(), unsent_.begin() + static_cast<std::ptrdiff_t>(written));
    }

    makers::VirtualBoard& board_;
    const Timeline& timeline_;
    firmware::HostPort& port_;
    double speed_;
    std::uint64_t started_us_ = steady_us(), last_us_ = 0;
    std::optional<std::uint64_t> begun_us_;
    bool clock_started_ = false;
    std::size_t next_ = 0;
    std::vector<std::uint8_t> unsent_;
};

} // namespace

int play_as(const makers::SimulatedBoard& kind, const Timeline& timeline, const std::string& time_control,
            const LiveOptions& options, std::ostream& err) {
    if (options.speed == 0) {
        say(err, "adoube simulate: a board of another maker plays in time: give it a --speed of 1 or more");
        return bad_input;
    }
    const auto board =
        kind.make({.board_id = options.board_id, .start = timeline.start, .time_control = time_control});
    std::signal(SIGPIPE, SIG_IGN);
    const auto port = options.pty.empty() ? firmware::open_tcp(options.tcp) : firmware::open_pty(options.pty);
    if (!port) {
        say(err, port.error());
        return bad_input;
    }
    err << (*port)->address() << std::endl;
    Playing(*board, timeline, **port, options.speed).run();
    return success;
}

} // namespace adoube::tools
