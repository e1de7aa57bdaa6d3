#include "daemon/drivers/states/state_board.hpp"

#include "protocol/rules.hpp"

namespace adoube::drivers {
namespace {

/// FNV-1a: the same for a name in every process.
std::uint32_t hash_of(std::string_view name) {
    std::uint32_t hash = 0x811c9dc5;
    for (const char letter : name) hash = (hash ^ static_cast<std::uint8_t>(letter)) * 0x01000193;
    return hash;
}

} // namespace

StateBoard::StateBoard(const Kind& kind, std::string_view port)
    : kind_(kind), port_(hash_of(port)), steady_(kind.wanted) {}

void StateBoard::opened(SteadyUs now_us) {
    now_us_ = opened_us_ = heard_us_ = state_us_ = now_us;
    state_ = State::asking;
    greeted_us_.reset();
    clock_told_us_.reset();
    damaged_ = false;
    bytes_.clear();
    lose();
    begin();
}

void StateBoard::received(std::span<const std::uint8_t> bytes, SteadyUs now_us) {
    if (state_ == State::closed) return;
    now_us_ = now_us;
    counts_.bytes += bytes.size();
    read(bytes);
}

void StateBoard::tick(SteadyUs now_us) {
    if (state_ == State::closed) return;
    now_us_ = now_us;
    if (now_us - heard_us_ < wire::host_silence_us) return ask();
    ++counts_.silences;
    news_.push_back(Silent{state_ == State::following
                               ? std::string("has a ") + kind_.name + " that fell silent"
                               : std::string("has no ") + kind_.name + " that answers: is it switched on?"});
    state_ = State::closed;
}

void StateBoard::heard() {
    heard_us_ = now_us_;
    ++counts_.good_frames;
}

void StateBoard::damaged() {
    ++counts_.bad_frames;
    damaged_ = true;
}

void StateBoard::has_version(std::uint8_t major, std::uint8_t minor) {
    hello_.firmware_major = major;
    hello_.firmware_minor = minor;
}

void StateBoard::is_of(const Kind& kind) {
    if (kind.id == kind_.id) return;
    kind_ = kind;
    steady_ = SteadySquares(kind.wanted);
    told_squares_ = false;
    if (state_ != State::asking) greet();
}

/// What happens until the squares are told again cannot be told.
void StateBoard::lose() {
    told_squares_ = false;
    steady_.forget();
}

void StateBoard::tell_squares_anew() { lose(); }

/// Without boot ids, a boot lasts while this driver sees the same board.
void StateBoard::greet() {
    const auto id = std::uint64_t{kind_.id} << 32 | port_;
    if (counts_.starts == 0 || hello_.board_id != id) {
        ++counts_.starts;
        hello_.board_id = id;
        hello_.boot_id = static_cast<std::uint32_t>(now_us_.count() >> 10);
        hello_.sensing = kind_.sensing;
        hello_.features = 0;
        started_us_ = now_us_;
        next_seq_ = 0;
        lost_ = false;
    }
    hello_.oldest_seq = hello_.next_seq = next_seq_;
    hello_.time_us = board_us(now_us_).count();
    greeted_us_ = now_us_;
    tell_arrived({hello_, false, kind_.scan_ms});
}

void StateBoard::follow(Progress progress) {
    lost_ = lost_ || next_seq_ != 0;
    next_seq_ = progress.next_seq;
    state_ = State::following;
}

bool StateBoard::fits() {
    if (has_room()) return true;
    ++counts_.beyond_room;
    return false;
}

void StateBoard::saw(const wire::Squares& state) {
    if (damaged_ && now_us_ - state_us_ >= longest_pause_us && told_squares_) {
        lost_ = true;
        lose();
    }
    damaged_ = false;
    state_us_ = now_us_;
    const bool asks_to_be_followed =
        state_ == State::asking ||
        (state_ == State::refused && (!greeted_us_ || now_us_ - *greeted_us_ >= wire::hello_interval_us));
    if (asks_to_be_followed && is_ready()) return greet();
    if (state_ != State::following) return;
    const auto changes = steady_.see(state, now_us_);
    if (!told_squares_) return tell_squares();
    for (const auto& change : changes) {
        if (!fits()) {
            lost_ = true;
            return lose();
        }
        tell(change);
    }
    tell_clock();
}

/// If there is no room, after one of the next states.
void StateBoard::tell_squares() {
    if (!steady_.known() || !fits()) return;
    if (lost_) {
        ++counts_.lost_events;
        tell_recorded(EventsLost{++next_seq_, LossCause::cable, board_us(now_us_), steady_.squares()});
    } else {
        tell_recorded(SnapshotSeen{board_us(now_us_), steady_.squares()});
    }
    told_squares_ = true;
    lost_ = false;
    tell_clock();
}

void StateBoard::tell(const SteadySquares::Change& change) {
    const bool lift = change.now == wire::Content::empty;
    tell_recorded(EventSeen{next_seq_++,
                            {board_us(now_us_).count(), lift ? wire::EventKind::lift : wire::EventKind::drop,
                             change.square, lift ? change.before : change.now}});
}

/// What the last scan may have passed by, or does not count yet, is still to come.
void StateBoard::tell_clock() {
    if (clock_told_us_ && now_us_ - *clock_told_us_ < between_clock_reads_us) return;
    clock_told_us_ = now_us_;
    const auto now = board_us(now_us_);
    const auto sure = board_us(steady_.unsure_since_us().value_or(now_us_));
    const auto scan_us = static_cast<std::uint64_t>(kind_.scan_ms) * 1000;
    news_.push_back(ClockRead{now, std::max(sure, BoardUs(scan_us)) - scan_us});
}

} // namespace adoube::drivers
