#include "firmware/core/link.hpp"

#include "firmware/core/scanner.hpp" // settle

#include <algorithm>
#include <utility>

namespace adoube::firmware {

using wire::seq_before;

struct Link::Handler {
    Link& link;
    std::uint64_t now_us;
    void operator()(const wire::Enquire&) const { link.on_enquire(); }
    void operator()(const wire::Resend& resend) const { link.on_resend(resend, now_us); }
    void operator()(const wire::Ack& ack) const { link.on_ack(ack, now_us); }
    void operator()(const wire::Ping& ping) const { link.on_ping(ping); }
    void operator()(const wire::Settings& wish) const { link.on_settings(wish); }
    void operator()(const wire::AskLevels& ask) const { link.on_ask_levels(ask); }
    void operator()(const wire::Calibration& wish) const { link.on_calibration(wish); }
    void operator()(const wire::Reboot& reboot) const { link.on_reboot(reboot); }
};

void Link::receive(std::span<const std::uint8_t> bytes, std::uint64_t now_us) {
    rests_until_us_ = 0;
    const std::uint32_t heard = receiver_.messages().good, foreign = receiver_.messages().other_version;
    receiver_.feed(bytes, Handler{*this, now_us});
    if (receiver_.messages().good != heard) heard_us_ = now_us;
    if (receiver_.messages().other_version != foreign) hello_due_ = true;
}

void Link::on_enquire() { hello_due_ = true; }

void Link::on_resend(const wire::Resend& resend, std::uint64_t now_us) {
    if (resend.boot_id != identity_.boot_id || seq_before(ever_sent_, resend.from_seq)) return refuse();
    if (!followed_) snapshot_us_ = now_us;
    followed_ = true;
    sent_ = resend.from_seq;
    progress_us_ = now_us;
    health_due_ = true;
    base_due_ = sent_ == ring_.first();
}

void Link::on_ack(const wire::Ack& ack, std::uint64_t now_us) {
    const std::uint32_t before = ring_.acked();
    const bool is_for_us =
        ack.boot_id == identity_.boot_id && !seq_before(ever_sent_, ack.next_seq) && ack.epoch >= epoch_;
    if (is_for_us) epoch_ = ack.epoch;
    if (!is_for_us || !ring_.ack(ack.next_seq)) return refuse();
    if (ring_.acked() == before) return;
    progress_us_ = now_us;
    if (seq_before(sent_, ring_.acked())) sent_ = ring_.acked();
}

void Link::on_ping(const wire::Ping& ping) {
    pong_ = {identity_.boot_id, ping.host_us, 0};
    pong_due_ = true;
}

void Link::on_settings(const wire::Settings& wish) {
    settings_ = settle(wish, settings_, fastest_scan_us_);
    settings_due_ = true;
}

bool Link::for_levels(std::uint32_t boot_id) {
    const bool ours = boot_id == identity_.boot_id && (identity_.features & wire::feature::levels) != 0;
    if (!ours) refuse();
    return ours;
}

void Link::on_ask_levels(const wire::AskLevels& ask) {
    if (for_levels(ask.boot_id)) levels_due_ = true;
}

void Link::on_calibration(const wire::Calibration& wish) {
    if (!for_levels(wish.boot_id)) return;
    if (wish.threshold != 0) {
        if (wish.release >= wish.threshold) return refuse();
        hardware_.calibrate(wish);
    }
    calibration_due_ = true;
}

void Link::on_reboot(const wire::Reboot& reboot) {
    const bool known = reboot.into == wire::RebootInto::firmware || reboot.into == wire::RebootInto::loader;
    if (reboot.boot_id != identity_.boot_id || !known) return refuse();
    hardware_.reboot(reboot.into);
}

void Link::refuse() {
    ++refused_;
    hello_due_ = true;
}

void Link::closed() {
    receiver_.restart();
    stream_is_new_ = true;
    rests_until_us_ = 0;
    followed_ = false;
    hello_due_ = true;
    pong_due_ = settings_due_ = levels_due_ = calibration_due_ = false;
}

std::size_t Link::transmit(std::span<std::uint8_t, wire::max_frame> out, std::uint64_t now_us,
                           const BoardReport& report) {
    if (stream_is_new_) {
        stream_is_new_ = false;
        out[0] = 0;
        return 1;
    }
    keep_time(now_us);
    if (const std::size_t length = answer(out, now_us, report.board_us)) return length;
    if (followed_)
        if (const std::size_t length = flow(out, now_us, report)) return length;
    rests_until_us_ = wait_ends_us();
    rests_at_ = ring_.next();
    return 0;
}

void Link::keep_time(std::uint64_t now_us) {
    if (followed_ && now_us - heard_us_ >= wire::board_silence_us) {
        followed_ = false;
        hello_due_ = true;
    }
    if (!followed_ && now_us - hello_us_ >= wire::hello_interval_us) hello_due_ = true;
    if (followed_ && unacknowledged() && now_us - progress_us_ >= wire::resend_after_us) {
        sent_ = ring_.acked();
        progress_us_ = now_us;
    }
}

std::size_t Link::answer(std::span<std::uint8_t, wire::max_frame> out, std::uint64_t now_us,
                         std::uint64_t board_us) {
    if (std::exchange(hello_due_, false)) {
        hello_us_ = now_us;
        return write_frame(hello(board_us), out);
    }
    if (std::exchange(pong_due_, false)) {
        pong_.board_us = board_us;
        return write_frame(pong_, out);
    }
    if (std::exchange(settings_due_, false)) return write_frame(settings_, out);
    if (std::exchange(calibration_due_, false)) return send(std::optional(hardware_.calibration()), out);
    if (std::exchange(levels_due_, false)) return send_levels(out, board_us);
    return 0;
}

std::size_t Link::flow(std::span<std::uint8_t, wire::max_frame> out, std::uint64_t now_us,
                       const BoardReport& report) {
    if (seq_before(sent_, ring_.first())) return write_frame(gap(), out);
    if (std::exchange(base_due_, false) && sent_ == ring_.first()) {
        snapshot_us_ = now_us;
        return write_frame(snapshot_of(ring_.first(), ring_.base()), out);
    }
    if (std::exchange(health_due_, false)) {
        condition_due_ = true;
        return write_frame(health(report), out);
    }
    if (std::exchange(condition_due_, false)) {
        chip_due_ = true;
        if (const std::size_t length = send(hardware_.condition(), out)) return length;
    }
    if (std::exchange(chip_due_, false))
        if (const std::size_t length = send(hardware_.chip(), out)) return length;
    if (events_sendable()) return write_frame(next_events(now_us), out);
    if (const std::size_t length = transmit_clock_said(out, report.board_us)) return length;
    if (sent_ == ring_.next() && now_us - snapshot_us_ >= snapshot_interval_us()) {
        snapshot_us_ = now_us;
        health_due_ = true;
        const std::uint64_t time_us = std::max(report.settled_us, ring_.latest().time_us);
        return write_frame(snapshot_of(ring_.next(), {ring_.latest().squares, time_us, ring_.latest().lever}),
                           out);
    }
    return 0;
}

bool Link::events_sendable() const {
    return seq_before(sent_, ring_.end()) &&
           wire::seq_distance(ring_.first(), sent_) < std::int32_t{wire::window_events};
}

std::uint64_t Link::wake_us(std::uint64_t now_us) const {
    if (stream_is_new_ || hello_due_ || pong_due_ || settings_due_ || calibration_due_ || levels_due_)
        return now_us;
    if (followed_ && (seq_before(sent_, ring_.first()) || base_due_ || health_due_ || condition_due_ ||
                      chip_due_ || events_sendable()))
        return now_us;
    return followed_ ? std::max(wait_ends_us(), now_us) : wait_ends_us();
}

std::uint64_t Link::wait_ends_us() const {
    if (!followed_) return hello_us_ + wire::hello_interval_us;
    std::uint64_t wake = heard_us_ + wire::board_silence_us;
    if (unacknowledged()) wake = std::min(wake, progress_us_ + wire::resend_after_us);
    if (sent_ == ring_.next()) wake = std::min(wake, snapshot_us_ + snapshot_interval_us());
    return wake;
}

wire::Hello Link::hello(std::uint64_t board_us) const {
    wire::Hello hello;
    hello.board_id = identity_.board_id;
    hello.boot_id = identity_.boot_id;
    hello.sensing = identity_.sensing;
    hello.features = identity_.features;
    hello.firmware_major = firmware_version[0];
    hello.firmware_minor = firmware_version[1];
    hello.firmware_patch = firmware_version[2];
    hello.ring_capacity = static_cast<std::uint32_t>(ring_.capacity());
    hello.oldest_seq = ring_.acked();
    hello.next_seq = ring_.next();
    hello.time_us = board_us;
    hello.settings = settings_;
    hello.epoch = epoch_;
    return hello;
}

wire::Events Link::next_events(std::uint64_t now_us) {
    if (!unacknowledged()) progress_us_ = now_us; // the time-out starts with the first event sent
    wire::Events events;
    events.boot_id = identity_.boot_id;
    events.first_seq = sent_;
    while (events_sendable() && events.push(ring_.at(sent_))) {
        if (seq_before(sent_, ever_sent_))
            ++resent_;
        else
            ever_sent_ = sent_ + 1;
        ++sent_;
    }
    return events;
}

wire::Gap Link::gap() {
    const bool lost = ring_.acked() != ring_.first();
    const wire::Gap gap{identity_.boot_id,    sent_,
                        ring_.first(),        lost ? wire::GapCause::overflow : wire::GapCause::released,
                        ring_.base().time_us, ring_.base().squares,
                        ring_.base().lever};
    sent_ = ring_.first();
    if (seq_before(ever_sent_, sent_)) ever_sent_ = sent_;
    base_due_ = false; // the gap includes it
    return gap;
}

wire::Snapshot Link::snapshot_of(std::uint32_t next_seq, const Placement& placement) const {
    return {identity_.boot_id, next_seq, placement.time_us, placement.squares, placement.lever};
}

wire::Health Link::health(const BoardReport& report) const {
    const auto saturated = [](std::uint64_t count) {
        return static_cast<std::uint32_t>(std::min<std::uint64_t>(count, UINT32_MAX));
    };
    wire::Health health;
    health.boot_id = identity_.boot_id;
    health.time_us = report.board_us;
    health.masked = report.masked;
    health.lost_events = ring_.lost();
    health.resent_events = resent_;
    health.bad_frames = saturated(receiver_.frames().bad());
    health.bad_messages = saturated(std::uint64_t{receiver_.messages().bad()} + refused_);
    health.late_scans = report.late_scans;
    return health;
}

template<class Message>
std::size_t Link::send(std::optional<Message> message, std::span<std::uint8_t, wire::max_frame> out) {
    if (!message) return 0;
    message->boot_id = identity_.boot_id;
    return write_frame(*message, out);
}

std::size_t Link::transmit_clock_said(std::span<std::uint8_t, wire::max_frame> out, std::uint64_t board_us) {
    constexpr std::int32_t news_for_us = 2'000'000;
    if (!followed_ || sent_ != ring_.next()) return 0;
    auto said = hardware_.clock_said();
    if (!said || static_cast<std::int32_t>(board_us - said->time_us) > news_for_us) return 0;
    said->next_seq = sent_;
    return send(said, out);
}

std::size_t Link::send_levels(std::span<std::uint8_t, wire::max_frame> out, std::uint64_t board_us) {
    return write_frame(wire::SensorLevels{identity_.boot_id, board_us, hardware_.levels()}, out);
}

} // namespace adoube::firmware
