#pragma once
// The host's end of one link to a board of this project, as protocol/README.md has it.
//
// However often an event was sent, it is told once, and the board is told to forget it only after `durable`.

#include "daemon/drivers/driver.hpp"
#include "daemon/drivers/own/clock_fit.hpp"
#include "protocol/receiver.hpp"

#include <deque>

namespace adoube::drivers {

/// One counter for every way in which something was lost, or came more than once. They run over all links of
/// a session.
struct SessionCounters {
    std::uint64_t bytes = 0;
    std::uint32_t boots = 0;           // arrivals of a board that had started anew
    std::uint32_t duplicates = 0;      // events that had been told before
    std::uint32_t holes = 0;           // messages that came before the ones they follow
    std::uint32_t resends = 0;         // requests to send again
    std::uint32_t lost_events = 0;     // never to come
    std::uint32_t unknown_events = 0;  // of a kind or with a square that does not exist; passed over
    std::uint32_t other_boot = 0;      // messages of an earlier start of the board, or before its hello
    std::uint32_t stale_snapshots = 0; // of a state that has been told to be past
    std::uint32_t beyond_window = 0;   // events that came while too many waited to become durable; not taken
    std::uint32_t beyond_room = 0;     // what came while there was no room; not taken
    std::uint32_t silences = 0;
    std::uint32_t late_pongs = 0; // they say nothing of the clock
    std::uint32_t lost_times = 0; // so far ahead of the last that they are none
};

class Session final : public Driver {
  public:
    /// Events told that are not durable yet. Twice what a board may send unacknowledged: one that sends more
    /// keeps to no protocol.
    static constexpr std::int32_t most_in_flight = 2 * wire::window_events;
    /// A board does not tell a time so far ahead of its last one, nor is it on for so long. What says so has
    /// the last time.
    static constexpr std::uint64_t longest_pause_us = 7 * 24 * 3'600'000'000ULL,
                                   longest_on_us = 50 * 366 * 24 * 3'600'000'000ULL;

    void opened(SteadyUs now_us) override;
    void received(std::span<const std::uint8_t> bytes, SteadyUs now_us) override;
    void tick(SteadyUs now_us) override;

    void follow(Progress progress) override;
    void durable(std::uint32_t boot_id, std::uint32_t next_seq) override;

    /// Requests to the board that is followed; without effect while none is. Only a board with
    /// wire::feature::levels answers the first two. A threshold of 0 only asks for what is in force.
    void ask_levels();
    void calibrate(wire::Calibration wish);
    void reboot(wire::RebootInto into);

    std::string account() const override;
    LinkCounts counts() const override;
    std::optional<wire::Health> health_told() const override { return health_; }
    const SessionCounters& counters() const { return counters_; }
    /// Of this start of the board.
    const ClockFit& clock() const { return clock_; }
    /// What the board last told of itself; its boot_id is 0 before.
    const wire::Health& health() const { return health_; }
    const wire::FrameCounters& frames() const { return receiver_.frames(); }
    const wire::MessageCounters& messages() const { return receiver_.messages(); }

  private:
    struct Handler;

    /// The board has kept what there was no room for.
    void room_again() override { ask_again(); }

    void on(const wire::Hello& hello);
    void on(const wire::Events& events);
    void on(const wire::Snapshot& snapshot);
    void on(const wire::Gap& gap);
    void on(const wire::Pong& pong);
    void on(const wire::Health& health);
    void on(const wire::Condition& condition);
    void on(const wire::SensorLevels& levels);
    void on(const wire::Calibration& calibration);

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
    BoardUs latest_us_{};                   // that this start of the board has told
    std::uint32_t torn_ = 0;                // frames, at the last pong
    bool caught_up_ = false;                // all had been told, at the last pong, that it had at its hello
    std::uint64_t link_bytes_ = 0;          // of the link now open
    std::uint32_t expected_ = 0;            // the next event to tell
    std::uint32_t durable_ = 0;             // the first event that the board must keep
    bool hole_ = false;                     // events are missing before some that have come
    std::deque<std::uint32_t> passed_over_; // events told to nobody, for which no `durable` will come
};

} // namespace adoube::drivers
