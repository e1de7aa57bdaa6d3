#pragma once
// The board's side of the wire (protocol/README.md, section 4) as a state machine without I/O. The transport
// pulls one frame at a time, so a slow one holds nothing up and nothing is queued.

#include "firmware/core/event_ring.hpp"
#include "firmware/core/hardware.hpp"
#include "protocol/receiver.hpp"

namespace adoube::firmware {

/// Fixed while the board runs.
struct Identity {
    std::uint64_t board_id = 0;
    std::uint32_t boot_id = 0; // new at every start
    wire::Sensing sensing = wire::Sensing::presence;
    std::uint8_t features = 0; // wire::feature
};

inline constexpr std::uint8_t firmware_version[3] = {0, 1, 0};

/// Default settings and the shortest scan interval.
struct Pace {
    wire::Settings at_start{.scan_interval_us = 1'000, .debounce_us = 5'000, .snapshot_interval_ms = 10'000};
    std::uint32_t fastest_scan_us = 100;
};

/// For the link's reports.
struct BoardReport {
    std::uint64_t board_us = 0; // the clock of event times
    std::uint64_t settled_us = 0;
    std::uint64_t masked = 0;
    std::uint32_t late_scans = 0;
};

/// now_us must run in real time; it serves time-outs and is never sent.
class Link {
  public:
    /// Ring and hardware must outlive the link; only the link acknowledges the ring.
    Link(const Identity& identity, EventRing& ring, Hardware& hardware, const Pace& pace)
        : identity_(identity), ring_(ring), hardware_(hardware), settings_(pace.at_start),
          fastest_scan_us_(pace.fastest_scan_us), sent_(ring.acked()), ever_sent_(sent_) {}

    void receive(std::span<const std::uint8_t> bytes, std::uint64_t now_us);
    /// Writes the next bytes, which must be sent whole; returns their number, 0 if none are due.
    std::size_t transmit(std::span<std::uint8_t, wire::max_frame> out, std::uint64_t now_us,
                         const BoardReport& report);
    /// transmit() would return 0, unless a clock says something: since it last did nothing became due.
    bool rests(std::uint64_t now_us) const { return now_us < rests_until_us_ && ring_.next() == rests_at_; }
    /// What a clock says, in place of transmit() while the link rests.
    std::size_t transmit_clock_said(std::span<std::uint8_t, wire::max_frame> out, std::uint64_t board_us);
    /// When to call transmit() next if no bytes or events come first.
    std::uint64_t wake_us(std::uint64_t now_us) const;
    /// The stream ended or restarts: partial frames are dropped.
    void closed();

    /// In force; any receive() may change them.
    const wire::Settings& settings() const { return settings_; }
    /// A host takes our events.
    bool followed() const { return followed_; }
    /// Time of the last good frame; 0 if none.
    std::uint64_t heard_us() const { return heard_us_; }

  private:
    struct Handler;
    void on_enquire();
    void on_resend(const wire::Resend& resend, std::uint64_t now_us);
    void on_ack(const wire::Ack& ack, std::uint64_t now_us);
    void on_ping(const wire::Ping& ping);
    void on_settings(const wire::Settings& wish);
    void on_ask_levels(const wire::AskLevels& ask);
    void on_calibration(const wire::Calibration& wish);
    void on_reboot(const wire::Reboot& reboot);
    /// Refuses another boot's requests, and any if the board has no levels.
    bool for_levels(std::uint32_t boot_id);
    void refuse();

    void keep_time(std::uint64_t now_us);
    std::size_t answer(std::span<std::uint8_t, wire::max_frame> out, std::uint64_t now_us,
                       std::uint64_t board_us);
    std::size_t flow(std::span<std::uint8_t, wire::max_frame> out, std::uint64_t now_us,
                     const BoardReport& report);
    bool events_sendable() const;
    /// When one of the waits ends that nothing but time ends.
    std::uint64_t wait_ends_us() const;
    bool unacknowledged() const { return wire::seq_before(ring_.acked(), sent_); }
    /// settle() keeps it below an hour.
    std::uint32_t snapshot_interval_us() const { return settings_.snapshot_interval_ms * 1000; }

    wire::Hello hello(std::uint64_t board_us) const;
    wire::Events next_events(std::uint64_t now_us);
    wire::Gap gap();
    wire::Snapshot snapshot_of(std::uint32_t next_seq, const Placement& placement) const;
    wire::Health health(const BoardReport& report) const;
    /// 0 if there is none.
    template<class Message>
    std::size_t send(std::optional<Message> message, std::span<std::uint8_t, wire::max_frame> out);
    std::size_t send_levels(std::span<std::uint8_t, wire::max_frame> out, std::uint64_t board_us);

    Identity identity_;
    wire::Epoch epoch_ = 0; // the newest heard
    EventRing& ring_;
    Hardware& hardware_;
    wire::Settings settings_;
    std::uint32_t fastest_scan_us_;
    bool stream_is_new_ = true;
    bool followed_ = false;
    bool hello_due_ = true, pong_due_ = false, settings_due_ = false, base_due_ = false, health_due_ = false,
         condition_due_ = false, chip_due_ = false, levels_due_ = false, calibration_due_ = false;
    wire::Pong pong_;
    std::uint32_t sent_;      // the number to send next
    std::uint32_t ever_sent_; // one after the highest sent
    std::uint32_t resent_ = 0, refused_ = 0;
    std::uint64_t heard_us_ = 0, hello_us_ = 0, progress_us_ = 0, snapshot_us_ = 0;
    std::uint64_t rests_until_us_ = 0;        // 0: it does not
    std::uint32_t rests_at_ = 0;              // the ring's next number then
    wire::Receiver<wire::FromHost> receiver_; // last: what is near the front takes less code to reach
};

} // namespace adoube::firmware
