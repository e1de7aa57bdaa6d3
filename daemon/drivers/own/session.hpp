#pragma once
// The host's end of a link to one of our own boards (protocol/README.md).
//
// An event is reported once, however often it was sent, and acknowledged only after `durable`.

#include "daemon/drivers/driver.hpp"
#include "daemon/drivers/own/clock_fit.hpp"
#include "protocol/receiver.hpp"

#include <vector>

namespace adoube::drivers {

/// One per kind of loss or repetition, over all links of a session.
struct SessionCounters {
    std::uint64_t bytes = 0;
    std::uint32_t boots = 0;      // arrivals of a newly booted board
    std::uint32_t duplicates = 0; // events already reported
    std::uint32_t holes = 0;      // messages ahead of missing ones
    std::uint32_t resends = 0;
    std::uint32_t lost_events = 0;     // never to come
    std::uint32_t unknown_events = 0;  // of unknown kind or square; skipped
    std::uint32_t other_boot = 0;      // messages of an earlier boot, or before its hello
    std::uint32_t stale_snapshots = 0; // of a superseded state
    std::uint32_t beyond_window = 0;   // events beyond most_in_flight; not taken
    std::uint32_t beyond_room = 0;     // messages for which there was no room; not taken
    std::uint32_t silences = 0;
    std::uint32_t late_pongs = 0; // useless for the clock
    std::uint32_t lost_times = 0; // implausibly far after the last
};

class Session final : public Driver {
  public:
    /// Events not yet durable: twice what a board may send unacknowledged; more breaks the protocol.
    static constexpr std::int32_t most_in_flight = 2 * wire::window_events;
    /// A time further after the last one, or after boot, is implausible and replaced by the last.
    static constexpr std::uint64_t longest_pause_us = 7 * 24 * 3'600'000'000ULL,
                                   longest_on_us = 50 * 366 * 24 * 3'600'000'000ULL;

    void opened(SteadyUs now_us) override;
    void received(std::span<const std::uint8_t> bytes, SteadyUs now_us) override;
    void tick(SteadyUs now_us) override;
    void listen_anew(SteadyUs now_us) override { heard_us_ = now_us; }

    void follow(Progress progress) override;
    void durable(std::uint32_t boot_id, std::uint32_t next_seq) override;
    void go_on_in(wire::Epoch epoch) override { epoch_ = epoch; }

    /// Requests to the followed board; no effect without one. Only a board with wire::feature::levels answers
    /// the first two. Threshold 0 only queries the current ones.
    void ask_levels();
    void calibrate(wire::Calibration wish);
    void reboot(wire::RebootInto into);

    std::string account() const override;
    LinkCounts counts() const override;
    std::optional<wire::Health> health_told() const override {
        return health_.boot_id == 0 ? std::nullopt : std::optional(health_);
    }
    const SessionCounters& counters() const { return counters_; }
    const ClockFit& clock() const { return clock_; }
    /// The board's last report; boot_id is 0 before.
    const wire::Health& health() const { return health_; }
    const wire::FrameCounters& frames() const { return receiver_.frames(); }
    const wire::MessageCounters& messages() const { return receiver_.messages(); }

  private:
    struct Handler;

    /// The board kept what there was no room for.
    void room_again() override { ask_again(); }

    void on(const wire::Hello& hello);
    void on(const wire::Events& events);
    void on(const wire::Snapshot& snapshot);
    void on(const wire::Gap& gap);
    void on(const wire::Pong& pong);
    void on(const wire::Health& health);
    void on(const wire::Condition& condition);
    void on(const wire::Chip& chip);
    void on(const wire::ClockSaid& said);
    void on(const wire::SensorLevels& levels);
    void on(const wire::Calibration& calibration);

    bool is_superseded_by(const wire::Hello& hello);
    bool follows(std::uint32_t boot_id);
    BoardUs believed(std::uint64_t board_us);
    bool fits();
    void take_event(std::uint32_t seq, const wire::Event& event);
    void ask_again();
    void acknowledge_from(std::uint32_t next_seq);
    std::string silence() const;
    template<class Message>
    void send(const Message& message);

    wire::Receiver<wire::FromBoard> receiver_;
    SessionCounters counters_;
    wire::Hello hello_;
    wire::Health health_;
    ClockFit clock_;
    SteadyUs now_us_, heard_us_, sent_us_, asked_us_, enquired_us_;
    BoardUs latest_us_{};                    // latest of this boot
    std::uint32_t torn_ = 0;                 // bad frames at the last pong
    bool caught_up_ = false;                 // all pending at the hello had been reported by the last pong
    std::uint64_t link_bytes_ = 0;           // of the open link
    wire::Epoch epoch_ = 0;                  // 0: this host is alone
    std::uint32_t expected_ = 0;             // next event to report
    std::uint32_t durable_ = 0;              // first event that the board must keep
    bool hole_ = false;                      // events are missing before received ones
    std::vector<std::uint32_t> passed_over_; // skipped events, which never become `durable`
};

} // namespace adoube::drivers
