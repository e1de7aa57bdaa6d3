#include "tools/adoube/games/dgt_log.hpp"

#include <algorithm>
#include <map>

namespace adoube::tools {
namespace {

namespace dgt = drivers::dgt;
using chess::Side;

/// A clock message, by side.
struct Reading {
    int white_s, black_s;
    bool running;
    Side to_move;

    int of(Side side) const { return side == Side::white ? white_s : black_s; }
};

/// Known only from the whole recording.
struct ClockFacts {
    bool white_is_left = true;
    int increment_s = 0;
    std::string time_control;
};

Reading reading_of(const dgt::ClockTime& time, bool white_is_left) {
    const bool white_to_move = time.right_to_move != white_is_left;
    return {.white_s = white_is_left ? time.left_s : time.right_s,
            .black_s = white_is_left ? time.right_s : time.left_s,
            .running = time.running,
            .to_move = white_to_move ? Side::white : Side::black};
}

/// What the clock usually adds at a press; a second that elapses meanwhile makes some smaller.
int usual_increment(std::span<const Reading> readings) {
    std::map<int, int> seen;
    for (std::size_t at = 1; at < readings.size(); ++at) {
        const auto &before = readings[at - 1], &after = readings[at];
        if (before.to_move != after.to_move && before.running)
            ++seen[after.of(before.to_move) - before.of(before.to_move)];
    }
    const auto usual = std::ranges::max_element(seen, {}, [](const auto& entry) { return entry.second; });
    return usual == seen.end() ? 0 : std::max(usual->first, 0);
}

/// DGT clocks add the first increment before the first move, others do not. Whole minutes tell which.
std::string time_control_of(const Reading& first, int increment_s) {
    if (first.white_s != first.black_s) return {};
    for (const int base_s : {first.white_s, first.white_s - increment_s})
        if (base_s > 0 && base_s % 60 == 0)
            return std::to_string(base_s) + (increment_s ? "+" + std::to_string(increment_s) : "");
    return {};
}

ClockFacts facts_of(std::span<const dgt::Message> messages) {
    ClockFacts facts;
    std::vector<dgt::ClockTime> times;
    for (const auto& message : messages)
        if (const auto* time = std::get_if<dgt::ClockTime>(&message)) times.push_back(*time);
    const auto first_running = std::ranges::find_if(times, &dgt::ClockTime::running);
    if (first_running == times.end()) return facts;
    facts.white_is_left = !first_running->right_to_move;
    std::vector<Reading> readings;
    for (const auto& time : times) readings.push_back(reading_of(time, facts.white_is_left));
    facts.increment_s = usual_increment(readings);
    facts.time_control = time_control_of(readings.front(), facts.increment_s);
    return facts;
}

/// Assumed until the first dump.
dgt::BoardDump start_board() {
    const auto start = chess::Position::start();
    dgt::BoardDump board;
    for (int at = 0; at < 64; ++at) board.squares[at] = start.at(static_cast<chess::Square>(at));
    return board;
}

record::Seen seen(chess::Piece piece) { return {piece.side, piece.type}; }

class Transcriber {
  public:
    Transcriber(const ClockFacts& facts, std::vector<record::Input>& log) : facts_(facts), log_(log) {}

    void add(const dgt::Message& message) {
        std::visit([this](const auto& m) { on(m); }, message);
    }

  private:
    void on(const dgt::FieldUpdate& update) {
        next_message();
        auto& square = board_.squares[chess::index(update.square)];
        if (update.piece == square) return;
        if (update.piece)
            log(record::Drop{update.square, seen(*update.piece)});
        else
            log(record::Lift{update.square, seen(*square)});
        square = update.piece;
    }

    void on(const dgt::BoardDump& dump) {
        next_message();
        board_ = dump;
        record::Snapshot snapshot;
        for (std::size_t at = 0; at < 64; ++at)
            if (const auto& piece = dump.squares[at]) snapshot.squares[at] = seen(*piece);
        log(snapshot);
    }

    void on(const dgt::ClockTime& time) {
        const Reading now = reading_of(time, facts_.white_is_left);
        if (!last_) {
            next_message();
            log_reading(now);
        } else {
            compare(*last_, now);
        }
        last_ = now;
    }

    void on(const dgt::NoClock&) {}
    void on(const dgt::ClockAcknowledgement&) {}
    void on(const dgt::Battery&) {}
    void on(const dgt::Other&) {}

    void compare(const Reading& before, const Reading& now) {
        const bool pressed = before.to_move != now.to_move;
        const int added_s = pressed && before.running ? facts_.increment_s : 0;
        const int lost_s = before.of(before.to_move) + added_s - now.of(before.to_move);
        const bool ran = before.running && lost_s >= 0 && lost_s <= 60;
        next_message(ran ? lost_s : 0);
        if (pressed || !before.running) second_began_ms_ = now_ms_;
        if (pressed) log_press(before.to_move, before, now);
        const Side waiting = other(before.to_move);
        const bool corrected = (lost_s != 0 && !ran) || before.of(waiting) != now.of(waiting);
        if (pressed || corrected || before.running != now.running) log_reading(now);
    }

    /// A reading after a press includes the increment, which the umpire adds at the press: so log the time
    /// before it first.
    void log_press(Side side, Reading before, const Reading& now) {
        if (before.running) {
            const int left_s = now.of(side) - facts_.increment_s;
            if (left_s >= 0) (side == Side::white ? before.white_s : before.black_s) = left_s;
            log_reading(before);
        }
        log(record::Press{side});
    }

    void log_reading(const Reading& reading) {
        log(record::ClockReading{reading.white_s * 1000LL, reading.black_s * 1000LL,
                                 reading.running ? std::optional(reading.to_move) : std::nullopt});
    }

    void next_message(int seconds_gone = 0) {
        constexpr std::int64_t between_messages_ms = 60;
        if (started_) now_ms_ += between_messages_ms;
        started_ = true;
        if (seconds_gone == 0) return;
        second_began_ms_ += seconds_gone * 1000LL;
        now_ms_ = std::max(now_ms_, second_began_ms_);
    }

    void log(record::What what) { log_.push_back({now_ms_, std::move(what)}); }

    const ClockFacts& facts_;
    std::vector<record::Input>& log_;
    dgt::BoardDump board_ = start_board();
    std::optional<Reading> last_;
    GameMs now_ms_, second_began_ms_;
    bool started_ = false;
};

} // namespace

SensorLog transcribe(std::span<const dgt::Message> messages) {
    const ClockFacts facts = facts_of(messages);
    SensorLog log;
    log.header.sensing = record::Sensing::identity;
    log.header.time_control = facts.time_control;
    log.header.coarse_times = true;
    Transcriber transcriber(facts, log.inputs);
    for (const auto& message : messages) transcriber.add(message);
    return log;
}

} // namespace adoube::tools
