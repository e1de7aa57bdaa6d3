#include "daemon/drivers/dgt/dgt_board.hpp"

#include "daemon/drivers/contents.hpp"
#include "protocol/rules.hpp"

#include <algorithm>

namespace adoube::drivers::dgt {
namespace {

/// Sixteen men of one side on the first two ranks, and sixteen of the other on the last, whichever is whose.
bool is_untouched(const wire::Squares& squares) {
    const auto is_of = [&](unsigned first, bool white) {
        for (unsigned square = first; square < first + 16; ++square) {
            const auto content = squares.at(square);
            const bool is_white = content < wire::Content::black_pawn;
            if (content == wire::Content::empty || is_white != white) return false;
        }
        return true;
    };
    for (unsigned square = 16; square < 48; ++square)
        if (squares.at(square) != wire::Content::empty) return false;
    const bool white_first = squares.at(0) < wire::Content::black_pawn;
    return is_of(0, white_first) && is_of(48, !white_first);
}

constexpr std::uint64_t dgt = 0x444754; // "DGT"

/// "DGT" and the five-character serial number: an eight-byte id that no board of ours has.
std::optional<std::uint64_t> board_id_from(std::span<const std::uint8_t> serial) {
    if (serial.size() != 5) return std::nullopt;
    std::uint64_t id = dgt;
    for (const auto byte : serial) id = id << 8 | byte;
    return id;
}

/// In one line; what is not printable becomes a space.
std::string text_from(std::span<const std::uint8_t> bytes) {
    std::string text;
    for (const auto byte : bytes) {
        const bool prints = byte > 0x20 && byte < 0x7f;
        if (prints || (!text.empty() && text.back() != ' ')) text += prints ? static_cast<char>(byte) : ' ';
    }
    if (text.ends_with(' ')) text.pop_back();
    return text;
}

} // namespace

std::optional<std::string> serial_in(std::uint64_t board_id) {
    constexpr int digits = 5;
    if (board_id >> 8 * digits != dgt) return std::nullopt;
    std::string serial;
    for (int at = digits; at-- > 0;) serial += static_cast<char>(board_id >> 8 * at & 0x7f);
    return serial;
}

void Board::opened(SteadyUs now_us) {
    decoder_.reset();
    now_us_ = heard_us_ = now_us;
    state_ = State::asking;
    serial_.reset();
    told_squares_ = maker_asked_ = false;
    changed_us_.reset();
    clock_times_.clear();
    lever_.missed_some();
    bytes_.clear();
    ask({Command::stop_updates});
    ask_identity();
}

void Board::ask_identity() {
    ask({Command::serial_number, Command::version, Command::clock_time});
    ask_squares();
}

void Board::ask_squares() {
    ask({Command::whole_board});
    asked_us_ = now_us_;
    changed_us_.reset();
}

void Board::received(std::span<const std::uint8_t> bytes, SteadyUs now_us) {
    if (state_ == State::closed) return;
    pass(now_us);
    counts_.bytes += bytes.size();
    for (const auto& message : decoder_.feed(bytes)) {
        if (!message) {
            damaged();
            continue;
        }
        heard_us_ = now_us;
        ++counts_.good_frames;
        std::visit([this](const auto& one) { on(one); }, *message);
    }
}

void Board::pass(SteadyUs now_us) {
    listened_us_ += std::min(now_us - now_us_, most_at_once_us);
    now_us_ = now_us;
}

void Board::tick(SteadyUs now_us) {
    if (state_ == State::closed) return;
    pass(now_us);
    if (now_us - heard_us_ >= wire::host_silence_us) {
        ++counts_.silences;
        news_.push_back(Silent{state_ == State::following
                                   ? "has a DGT board that fell silent"
                                   : "has no DGT board that answers: is it switched on?"});
        state_ = State::closed;
        return;
    }
    look_at_clock();
    if (state_ == State::following && now_us - battery_asked_us_ >= between_batteries_us) {
        battery_asked_us_ = now_us;
        ask({Command::battery_status});
    }
    if (changed_us_ && now_us - *changed_us_ >= rests_after_us) return ask_squares();
    if (now_us - asked_us_ < wire::ping_interval_us) return;
    if (state_ == State::asking) return ask_identity();
    ask_squares();
}

/// Its content cannot be had again.
void Board::damaged() {
    ++counts_.bad_frames;
    if (state_ != State::following) return;
    if (!std::exchange(lost_, true)) ask_squares();
}

void Board::on(const Other& other) {
    if (MessageId{other.id} == MessageId::version && other.data.size() == 2) {
        hello_.firmware_major = other.data[0];
        hello_.firmware_minor = other.data[1];
    } else if (MessageId{other.id} == MessageId::serial_number) {
        serial_ = board_id_from(other.data);
        if (!serial_) ++counts_.messages_not_understood;
    } else if (MessageId{other.id} == MessageId::trademark && std::exchange(maker_asked_, false)) {
        news_.push_back(MakerTold{text_from(other.data)});
    }
}

/// Without boot ids, a boot lasts while this driver sees the same board.
void Board::greet() {
    if (counts_.starts == 0 || hello_.board_id != *serial_) {
        ++counts_.starts;
        hello_.board_id = *serial_;
        hello_.boot_id = static_cast<std::uint32_t>((now_us_.count() >> 10) ^ port_);
        hello_.sensing = wire::Sensing::identity;
        hello_.features = clock_times_.empty() ? 0 : wire::feature::lever;
        started_us_ = now_us_;
        next_seq_ = 0;
        lost_ = followed_ = false;
    }
    hello_.oldest_seq = hello_.next_seq = next_seq_;
    hello_.time_us = board_us().count();
    clock_times_.clear();
    const bool has_lever = (hello_.features & wire::feature::lever) != 0;
    tell_arrived({hello_, !has_lever, scan_ms});
}

void Board::follow(Progress progress) {
    lost_ = std::exchange(followed_, true) || lost_ || next_seq_ != 0;
    next_seq_ = progress.next_seq;
    state_ = State::following;
    ask({Command::updates});
    ask_squares();
}

void Board::ask_about_maker() {
    if (state_ != State::following) return;
    maker_asked_ = true;
    ask({Command::trademark});
}

void Board::room_again() {
    if (lost_) ask_squares();
}

bool Board::fits() {
    if (has_room()) return true;
    ++counts_.beyond_room;
    return false;
}

void Board::put(wire::EventKind kind, chess::Square square, wire::Content content) {
    tell_recorded(
        EventSeen{next_seq_++, {board_us().count(), kind, static_cast<std::uint8_t>(square), content}});
}

void Board::on(const FieldUpdate& update) {
    if (state_ != State::following || !told_squares_ || lost_) return; // a board dump follows
    const auto square = static_cast<unsigned>(update.square);
    const auto before = squares_.at(square), now = content_of(update.piece);
    if (now == before) return;
    if (!fits()) {
        lost_ = true;
        return;
    }
    changed_us_ = now_us_;
    squares_.set(square, now);
    if (now == wire::Content::empty)
        put(wire::EventKind::lift, update.square, before);
    else {
        put(wire::EventKind::drop, update.square, now);
        if (update.piece) lever_.dropped(update.piece->side, now_us_);
    }
}

void Board::on(const BoardDump& dump) {
    if (state_ == State::asking && serial_) return greet();
    if (state_ == State::refused) return greet();
    if (state_ != State::following) return;
    const auto squares = squares_of(dump.squares);
    if (told_squares_ && !lost_ && squares == squares_) return tell_clock();
    if (!fits()) return; // another will come
    if (lost_) {
        ++counts_.lost_events;
        tell_recorded(EventsLost{++next_seq_, LossCause::cable, board_us(), squares, lever()});
    } else {
        tell_recorded(SnapshotSeen{board_us(), squares, lever()});
    }
    squares_ = squares;
    told_squares_ = true;
    lost_ = false;
    tell_clock();
}

/// Once what is missing has been told.
void Board::tell_clock() {
    news_.push_back(ClockRead{board_us(), std::max(board_us(), BoardUs(longest_way_us)) - longest_way_us});
}

void Board::on(const ClockTime& time) {
    const bool nothing = time == ClockTime{}; // as sent without a clock (picochess)
    if (nothing || state_ == State::refused) return;
    if (clock_times_.size() == most_clock_times) clock_times_.pop_front();
    clock_times_.push_back({now_us_, listened_us_, time});
    if (state_ != State::following) return;
    clock_came();
    tell_clock_battery(time.battery_low);
    if (lever_.white_is_left()) news_.push_back(ClockTold{board_us(), std::nullopt}); // while its times wait
}

/// Once two readings agree: the line has no checksums.
void Board::tell_clock_battery(bool low) {
    if (std::exchange(clock_battery_low_, low) != low || clock_battery_told_low_ == low) return;
    clock_battery_told_low_ = low;
    news_.push_back(ClockBatteryTold{low});
}

/// After a start without one.
void Board::clock_came() {
    if ((hello_.features & wire::feature::lever) != 0) return;
    hello_.features |= wire::feature::lever;
    news_.push_back(LeverCame{});
}

void Board::look_at_clock() {
    while (state_ == State::following && !clock_times_.empty() &&
           listened_us_ - clock_times_.front().listened_us >= clock_waits_us) {
        const auto [at_us, listened_us, time] = clock_times_.front();
        clock_times_.pop_front();
        on_waited(time, at_us);
    }
}

void Board::on_waited(const ClockTime& time, SteadyUs heard_us) {
    const auto presser = lever_.hear(time, heard_us, told_squares_ && is_untouched(squares_));
    news_.push_back(ClockTold{
        board_us(heard_us),
        ClockDisplay{time.left_s, time.right_s, time.right_to_move, time.running, lever_.white_is_left()},
        presser});
    if (presser && !lost_) {
        if (fits())
            put(*presser == chess::Side::white ? wire::EventKind::press_white : wire::EventKind::press_black,
                {}, wire::Content::empty);
        else
            lost_ = true;
    }
}

wire::Lever Board::lever() const {
    const auto side = lever_.pressed_last();
    if (!side) return wire::Lever::unknown;
    return *side == chess::Side::white ? wire::Lever::white : wire::Lever::black;
}

void Board::on(const Battery& battery) {
    if (state_ == State::following) news_.push_back(BatteryTold{battery.percent, battery.charging});
}

void Board::on(const NoClock&) {
    lever_.missed_some();
    if (state_ == State::following) news_.push_back(ClockGone{});
}

} // namespace adoube::drivers::dgt
