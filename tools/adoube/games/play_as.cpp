#include "tools/adoube/games/play_as.hpp"

#include "firmware/virtual/host_port.hpp"
#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/interrupt.hpp"
#include "tools/adoube/common/say.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <ostream>

namespace adoube::tools {
namespace {

// After a host has come, and by its time: it is no faster than ever.
constexpr std::uint64_t players_sit_down_us = 5'000'000;
constexpr std::uint64_t lingers_us = 10'000'000;
constexpr int step_ms = 5;

std::uint64_t steady_us() {
    using namespace std::chrono;
    return static_cast<std::uint64_t>(
        duration_cast<microseconds>(steady_clock::now().time_since_epoch()).count());
}

/// One game at one board.
struct Seat {
    makers::PlayedBoard* board;
    const Timeline* timeline;
    std::size_t next = 0;

    bool is_over() const { return next == timeline->happenings.size(); }
    void happen() {
        const auto& what = timeline->happenings[next++].what;
        if (const auto* change = std::get_if<Change>(&what)) board->stand(change->square, change->now);
        if (const auto* press = std::get_if<LeverPress>(&what)) board->press(press->side);
    }
};

class Playing {
  public:
    Playing(makers::VirtualLine& line, std::vector<Seat> seats, firmware::HostPort& port, double speed)
        : line_(line), seats_(std::move(seats)), port_(port), speed_(speed) {}

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
    std::uint64_t board_us(std::uint64_t at_us) const {
        return static_cast<std::uint64_t>(static_cast<double>(at_us - started_us_) * speed_);
    }
    std::uint64_t now_us() const { return board_us(steady_us()); }
    bool is_over() const {
        return begun_us_ && std::ranges::all_of(seats_, &Seat::is_over) && now_us() - last_us_ > lingers_us;
    }
    void pass() {
        const auto now = now_us();
        if (begun_us_ && !clock_started_ && now >= *begun_us_) {
            advance(*begun_us_);
            for (const auto& seat : seats_) seat.board->begin();
            clock_started_ = true;
        }
        while (auto* seat = next_seat()) {
            const auto at_us = due_us(*seat);
            if (at_us > now) break;
            advance(at_us);
            seat->happen();
            last_us_ = at_us;
        }
        advance(now);
    }
    std::uint64_t due_us(const Seat& seat) const {
        return *begun_us_ + static_cast<std::uint64_t>(seat.timeline->happenings[seat.next].t_us);
    }
    /// Where something happens first; null before the players sit, and after all games.
    Seat* next_seat() {
        Seat* first = nullptr;
        for (auto& seat : seats_)
            if (begun_us_ && !seat.is_over() && (!first || due_us(seat) < due_us(*first))) first = &seat;
        return first;
    }
    void advance(std::uint64_t t_us) {
        const auto said = line_.advance_to(t_us);
        unsent_.insert(unsent_.end(), said.begin(), said.end());
    }
    void talk() {
        if (port_.attend()) unsent_.clear();
        if (!port_.connected()) return unsent_.clear(); // as on a line with nobody at its other end
        if (!begun_us_) begun_us_ = board_us(steady_us() + players_sit_down_us);
        std::array<std::uint8_t, 4096> bytes{};
        while (const auto count = port_.read(bytes)) line_.received(std::span(bytes).first(count));
        const auto written = port_.write(unsent_);
        unsent_.erase(unsent_.begin(), unsent_.begin() + static_cast<std::ptrdiff_t>(written));
    }

    makers::VirtualLine& line_;
    std::vector<Seat> seats_;
    firmware::HostPort& port_;
    double speed_;
    std::uint64_t started_us_ = steady_us(), last_us_ = 0;
    std::optional<std::uint64_t> begun_us_;
    bool clock_started_ = false;
    std::vector<std::uint8_t> unsent_;
};

int play_at_port(makers::VirtualLine& line, std::vector<Seat> seats, const LiveOptions& options,
                 std::ostream& err) {
    if (options.speed == 0) {
        say(err, "adoube simulate: a board of another maker plays in time: give it a --speed of 1 or more");
        return bad_input;
    }
    std::signal(SIGPIPE, SIG_IGN);
    const auto port = options.pty.empty() ? firmware::open_tcp(options.tcp) : firmware::open_pty(options.pty);
    if (!port) {
        say(err, port.error());
        return bad_input;
    }
    err << (*port)->address() << std::endl;
    Playing(line, std::move(seats), **port, options.speed).run();
    return success;
}

makers::Wish wish_of(const PlayedGame& game, std::uint64_t board_id) {
    return {.board_id = board_id, .start = game.timeline.start, .time_control = game.time_control};
}

} // namespace

int play_as(const makers::SimulatedBoard& kind, const PlayedGame& game, const LiveOptions& options,
            std::ostream& err) {
    const auto board = kind.make(wish_of(game, options.board_id));
    return play_at_port(*board, {{board.get(), &game.timeline}}, options, err);
}

int play_on_dgt_bus(const std::vector<PlayedGame>& games, const LiveOptions& options, std::ostream& err) {
    std::vector<makers::Wish> wishes;
    for (const auto& game : games) wishes.push_back(wish_of(game, options.board_id + wishes.size()));
    const auto bus = makers::make_dgt_bus(wishes);
    std::vector<Seat> seats;
    for (std::size_t at = 0; at < games.size(); ++at) seats.push_back({&bus->board(at), &games[at].timeline});
    return play_at_port(*bus, std::move(seats), options, err);
}

} // namespace adoube::tools
