#include "daemon/drivers/own/session.hpp"

#include "daemon/drivers/dgt/dgt3000.hpp"

#include <algorithm>

namespace adoube::drivers {

using wire::seq_before;

namespace {

/// Longer than an event is debounced.
constexpr std::uint64_t just_us = 50'000;

} // namespace

struct Session::Handler {
    Session& session;
    template<class Message>
    void operator()(const Message& message) {
        session.heard_us_ = session.now_us_;
        if constexpr (requires { session.on(message); }) session.on(message);
    }
};

template<class Message>
void Session::send(const Message& message) {
    std::array<std::uint8_t, wire::max_frame> frame;
    const std::size_t length = wire::write_frame(message, frame);
    bytes_.insert(bytes_.end(), frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(length));
}

void Session::opened(SteadyUs now_us) {
    receiver_.restart();
    now_us_ = heard_us_ = sent_us_ = now_us;
    link_bytes_ = 0;
    state_ = State::asking;
    // A zero byte ends any partial frame that the board still holds.
    bytes_.assign(1, 0);
    send(wire::Enquire{});
}

void Session::received(std::span<const std::uint8_t> bytes, SteadyUs now_us) {
    if (state_ == State::closed) return;
    now_us_ = now_us;
    counters_.bytes += bytes.size();
    link_bytes_ += bytes.size();
    receiver_.feed(bytes, Handler{*this});
}

void Session::tick(SteadyUs now_us) {
    if (state_ == State::closed) return;
    now_us_ = now_us;
    if (now_us - heard_us_ >= wire::host_silence_us) {
        ++counters_.silences;
        news_.push_back(Silent{silence()});
        state_ = State::closed;
        return;
    }
    if (state_ == State::following && hole_ && now_us - asked_us_ >= wire::resend_after_us) ask_again();
    if (now_us - sent_us_ < wire::ping_interval_us) return;
    sent_us_ = now_us;
    if (state_ == State::asking) send(wire::Enquire{});
    if (state_ == State::following) send(wire::Ping{now_us.count()});
}

std::string Session::silence() const {
    if (state_ == State::following) return "has a board that fell silent";
    if (receiver_.messages().other_version > 0 && receiver_.messages().good == 0)
        return "has a board that speaks version " + std::to_string(receiver_.other_version()) +
               " of the protocol, not " + std::to_string(wire::protocol_version) +
               ": update the older of the two";
    if (link_bytes_ > 0) return "sends what is no frame of a board: is it the right port?";
    return "has no board that answers: is it switched on?";
}

LinkCounts Session::counts() const {
    return {.bytes = counters_.bytes,
            .good_frames = receiver_.frames().good,
            .bad_frames = receiver_.frames().bad(),
            .messages_not_understood = receiver_.messages().bad(),
            .starts = counters_.boots,
            .silences = counters_.silences,
            .lost_events = counters_.lost_events,
            .resends = counters_.resends,
            .beyond_window = counters_.beyond_window,
            .beyond_room = counters_.beyond_room};
}

std::string Session::account() const {
    const auto& frames = receiver_.frames();
    const std::pair<std::uint64_t, const char*> all[] = {
        {frames.bad(), "bad frames"},
        {receiver_.messages().bad(), "messages not understood"},
        {counters_.duplicates, "events sent twice"},
        {counters_.holes, "holes"},
        {counters_.resends, "requests to send again"},
        {counters_.lost_events, "events lost by the board"},
        {counters_.unknown_events, "events of unknown kind"},
        {counters_.other_boot, "messages of another start"},
        {counters_.stale_snapshots, "stale snapshots"},
        {counters_.beyond_window, "events beyond the window"},
        {counters_.beyond_room, "messages for which there was no room"},
        {counters_.silences, "silences"},
        {counters_.late_pongs, "pongs too late to tell the time"},
        {counters_.lost_times, "times that cannot be"},
        {clock_.held_up(), "pongs held up"},
        {clock_.jumps(), "jumps of the clock"},
        {health_.bad_frames, "bad frames at the board"},
        {health_.bad_messages, "messages not understood by the board"},
        {health_.resent_events, "events sent again"},
        {health_.late_scans, "late scans"},
    };
    return account_of(
        std::to_string(counters_.bytes) + " bytes, " + std::to_string(frames.good) + " good frames", all);
}

bool Session::is_superseded_by(const wire::Hello& hello) {
    if (epoch_ == 0 || hello.epoch <= epoch_) return false;
    if (state_ != State::refused) news_.push_back(Superseded{hello.epoch});
    state_ = State::refused;
    return true;
}

void Session::on(const wire::Hello& hello) {
    if (is_superseded_by(hello)) return;
    const bool same = hello.board_id == hello_.board_id && hello.boot_id == hello_.boot_id;
    BoardUs told_us(hello.time_us);
    if (told_us > BoardUs(longest_on_us)) {
        ++counters_.lost_times;
        told_us = same ? latest_us_ : BoardUs{};
    }
    latest_us_ = same ? std::max(latest_us_, told_us) : told_us;
    if (state_ == State::following && same) { // the board had lost us
        hello_.next_seq = hello.next_seq;
        hello_.epoch = hello.epoch;
        caught_up_ = false;
        acknowledge_from(durable_);
        ask_again();
        return;
    }
    if (state_ == State::greeted && same) return;
    if (!same) {
        ++counters_.boots;
        clock_ = {};
        health_ = {};
    }
    hello_ = hello;
    hello_.time_us = told_us.count();
    tell_arrived({hello_});
}

void Session::follow(Progress progress) {
    state_ = State::following;
    expected_ = progress.next_seq;
    hole_ = caught_up_ = false;
    torn_ = receiver_.frames().bad();
    passed_over_.clear();
    acknowledge_from(progress.durable_seq);
    send(wire::Resend{hello_.boot_id, progress.next_seq});
    send(wire::Ping{now_us_.count()});
    sent_us_ = now_us_;
}

bool Session::fits() {
    if (has_room()) return true;
    ++counters_.beyond_room;
    return false;
}

bool Session::follows(std::uint32_t boot_id) {
    if (state_ == State::following && boot_id == hello_.boot_id) return true;
    ++counters_.other_boot;
    // A rebooted board says so itself; this covers a torn hello.
    if (state_ == State::following && now_us_ - enquired_us_ >= wire::resend_after_us) {
        enquired_us_ = now_us_;
        send(wire::Enquire{});
    }
    return false;
}

BoardUs Session::believed(std::uint64_t board_us) {
    const BoardUs told(std::min(board_us, longest_on_us));
    if (BoardUs(board_us) > latest_us_ + longest_pause_us) {
        ++counters_.lost_times;
        return latest_us_;
    }
    latest_us_ = std::max(latest_us_, told);
    return told;
}

void Session::on(const wire::Events& events) {
    if (!follows(events.boot_id)) return;
    if (seq_before(expected_, events.first_seq)) {
        ++counters_.holes;
        if (!hole_) ask_again();
        hole_ = true;
        return;
    }
    const std::uint32_t before = expected_;
    for (std::size_t at = 0; at < events.size() && fits(); ++at)
        take_event(events.first_seq + static_cast<std::uint32_t>(at), events[at]);
    if (expected_ != before) hole_ = false;
    const bool sent_again = expected_ == before && events.size() > 0; // our last acknowledgement was lost
    const bool passed_over_first = !passed_over_.empty() && passed_over_.front() == durable_;
    if (sent_again || passed_over_first) acknowledge_from(durable_);
}

void Session::take_event(std::uint32_t seq, const wire::Event& event) {
    if (seq != expected_) {
        ++counters_.duplicates;
        return;
    }
    if (wire::seq_distance(durable_, expected_) >= most_in_flight) {
        ++counters_.beyond_window;
        return;
    }
    ++expected_;
    if (wire::valid(event)) {
        EventSeen seen{seq, event};
        seen.event.time_us = believed(event.time_us).count();
        return tell_recorded(seen);
    }
    ++counters_.unknown_events;
    passed_over_.push_back(seq);
}

void Session::on(const wire::Snapshot& snapshot) {
    if (!follows(snapshot.boot_id)) return;
    if (snapshot.next_seq == expected_) {
        if (!fits()) return; // another will come
        return tell_recorded(SnapshotSeen{believed(snapshot.time_us), snapshot.squares, snapshot.lever});
    }
    if (seq_before(snapshot.next_seq, expected_)) {
        ++counters_.stale_snapshots;
        return;
    }
    ++counters_.holes;
    if (!hole_) ask_again();
    hole_ = true;
}

void Session::on(const wire::Gap& gap) {
    if (!follows(gap.boot_id)) return;
    if (!seq_before(expected_, gap.to_seq)) {
        ++counters_.duplicates;
        acknowledge_from(durable_);
        return;
    }
    if (seq_before(expected_, gap.from_seq)) {
        ++counters_.holes;
        if (!hole_) ask_again();
        hole_ = true;
        return;
    }
    if (wire::seq_distance(durable_, expected_) >= most_in_flight) {
        ++counters_.beyond_window;
        return;
    }
    if (!fits()) return;
    counters_.lost_events += gap.to_seq - expected_;
    expected_ = gap.to_seq;
    hole_ = false;
    const auto cause = gap.cause == wire::GapCause::released ? LossCause::released : LossCause::overflow;
    tell_recorded(EventsLost{gap.to_seq, cause, believed(gap.time_us), gap.squares, gap.lever});
}

void Session::on(const wire::Pong& pong) {
    const SteadyUs sent_us(pong.host_us);
    if (!follows(pong.boot_id) || sent_us > now_us_) return;
    if (now_us_ - sent_us >= wire::ping_interval_us) {
        ++counters_.late_pongs;
        return;
    }
    const auto board_us = believed(pong.board_us);
    clock_.pong(sent_us, now_us_, board_us);
    // A frame torn since the last pong may have held an event, to be resent. A board answers a ping before it
    // sends what it just saw.
    const auto torn = receiver_.frames().bad();
    const bool whole = std::exchange(torn_, torn) == torn && !hole_ && has_room();
    // The backlog at its hello takes time to arrive.
    const bool has_caught_up = std::exchange(caught_up_, !seq_before(expected_, hello_.next_seq));
    const auto told_us = std::max(board_us, BoardUs(just_us)) - just_us;
    news_.push_back(
        ClockRead{clock_.board_us(now_us_), whole && has_caught_up && caught_up_ ? told_us : BoardUs{}});
}

void Session::on(const wire::Health& health) {
    if (follows(health.boot_id)) health_ = health;
}
void Session::on(const wire::Condition& condition) {
    if (follows(condition.boot_id)) news_.push_back(ConditionSeen{condition});
}
void Session::on(const wire::Chip& chip) {
    if (follows(chip.boot_id)) news_.push_back(ChipSeen{chip});
}
void Session::on(const wire::ClockSaid& said) {
    const std::span bytes(said.bytes.begin(), said.bytes.end());
    if (!follows(said.boot_id) || !dgt::is_of_clock(bytes)) return;
    // Events of just before may still be on their way.
    const auto just_before = std::max(believed(said.time_us), BoardUs(just_us)) - just_us;
    // Events that are still to come again must not be dated by it.
    const bool all_came = said.next_seq == expected_ && !hole_ && has_room();
    news_.push_back(ClockTold{just_before, all_came ? dgt::display_told(bytes) : std::nullopt});
}
void Session::on(const wire::SensorLevels& levels) {
    if (follows(levels.boot_id)) news_.push_back(LevelsSeen{levels});
}
void Session::on(const wire::Calibration& calibration) {
    if (follows(calibration.boot_id)) news_.push_back(CalibrationSeen{calibration});
}

void Session::ask_levels() {
    if (state_ == State::following) send(wire::AskLevels{hello_.boot_id});
}
void Session::calibrate(wire::Calibration wish) {
    if (state_ != State::following) return;
    wish.boot_id = hello_.boot_id;
    send(wish);
}
void Session::reboot(wire::RebootInto into) {
    if (state_ == State::following) send(wire::Reboot{hello_.boot_id, into});
}

void Session::durable(std::uint32_t boot_id, std::uint32_t next_seq) {
    if (state_ != State::following || boot_id != hello_.boot_id || !seq_before(durable_, next_seq)) return;
    if (seq_before(expected_, next_seq)) return; // of an earlier follower of this boot
    acknowledge_from(next_seq);
}

void Session::acknowledge_from(std::uint32_t next_seq) {
    durable_ = next_seq;
    while (!passed_over_.empty() && !seq_before(durable_, passed_over_.front())) {
        if (passed_over_.front() == durable_) ++durable_;
        passed_over_.erase(passed_over_.begin());
    }
    send(wire::Ack{hello_.boot_id, durable_, epoch_ != 0 ? epoch_ : hello_.epoch});
}

void Session::ask_again() {
    ++counters_.resends;
    asked_us_ = now_us_;
    send(wire::Resend{hello_.boot_id, expected_});
}

} // namespace adoube::drivers
