#pragma once
// The host's end of one link to a board, as protocol/README.md has it: a state machine without I/O or clock.
// Bytes and time go in; bytes for the board and news for the table come out.
//
// Every event is told exactly once and in order, however often it was sent, and the board is told to forget
// it only after `durable`. Times are microseconds of one steady clock of any origin.

#include "daemon/board/clock_fit.hpp"
#include "protocol/receiver.hpp"

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace adoube::board {

/// A board says hello: a link was opened, or the board started anew. To be answered with `follow` or
/// `refuse`; it is told again for as long as it was refused.
struct Arrived {
    wire::Hello hello;
};
struct EventSeen {
    std::uint32_t seq;
    wire::Event event;
};
/// What stands on the squares after all events told so far.
struct SnapshotSeen {
    std::uint64_t board_us;
    wire::Squares squares;
};
/// The events up to `next_seq` that have not been told will never come; what stands on the squares after
/// them.
struct EventsLost {
    std::uint32_t next_seq;
    wire::GapCause cause;
    std::uint64_t board_us;
    wire::Squares squares;
};
/// The board's clock at this moment, as pings have it fitted. It has told by now all that it saw until
/// `told_us`; 0 where that is not known.
struct ClockRead {
    std::uint64_t board_us;
    std::uint64_t told_us = 0;
};
/// How the board fares, from a board that can tell: repeated as often as it says so.
struct ConditionSeen {
    wire::Condition condition;
};
/// Answers to `ask_levels` and `calibrate`.
struct LevelsSeen {
    wire::SensorLevels levels;
};
struct CalibrationSeen {
    wire::Calibration calibration;
};
/// Nothing intelligible has come for wire::host_silence_us: the link is to be closed.
struct Silent {
    std::string why; // follows the name of a port: "has no board that answers"
};
using News = std::variant<Arrived, EventSeen, SnapshotSeen, EventsLost, ClockRead, ConditionSeen, LevelsSeen,
                          CalibrationSeen, Silent>;

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

class Session {
  public:
    /// Events told that are not durable yet. Twice what a board may send unacknowledged: one that sends more
    /// keeps to no protocol.
    static constexpr std::int32_t most_in_flight = 2 * wire::window_events;
    /// A board does not tell a time so far ahead of its last one, nor is it on for so long. What says so has
    /// the last time.
    static constexpr std::uint64_t longest_pause_us = 7 * 24 * 3'600'000'000ULL,
                                   longest_on_us = 50 * 366 * 24 * 3'600'000'000ULL;

    void opened(std::uint64_t now_us);
    void received(std::span<const std::uint8_t> bytes, std::uint64_t now_us);
    /// To be called several times a second while the link is open.
    void tick(std::uint64_t now_us);
    void closed();

    /// The answer to Arrived: the events before durable_seq are on the disk; tell those from next_seq on.
    void follow(std::uint32_t durable_seq, std::uint32_t next_seq);
    /// The answer to Arrived: this board is not wanted here.
    void refuse();
    /// From now on so many events, gaps and snapshots may be told; the board keeps the rest, and is asked for
    /// it when there is room again. Before the first call there is room for all.
    void give_room(std::size_t news);
    /// Every event told of this start of the board, before next_seq, is on the disk.
    void durable(std::uint32_t boot_id, std::uint32_t next_seq);

    /// Requests to the board that is followed; without effect while none is. Only a board with
    /// wire::feature::levels answers the first two. A threshold of 0 only asks for what is in force.
    void ask_levels();
    void calibrate(wire::Calibration wish);
    void reboot(wire::RebootInto into);

    std::vector<std::uint8_t> take_bytes() { return std::exchange(bytes_, {}); }
    std::vector<News> take_news() { return std::exchange(news_, {}); }

    /// All counters as one sentence for people, of all links so far.
    std::string account() const;
    const SessionCounters& counters() const { return counters_; }
    /// Of this start of the board.
    const ClockFit& clock() const { return clock_; }
    /// What the board last told of itself; its boot_id is 0 before.
    const wire::Health& health() const { return health_; }
    const wire::FrameCounters& frames() const { return receiver_.frames(); }
    const wire::MessageCounters& messages() const { return receiver_.messages(); }

  private:
    enum class State : std::uint8_t { closed, asking, greeted, refused, following };
    struct Handler;

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
    std::uint64_t believed(std::uint64_t board_us);
    bool fits();
    void take(std::uint32_t seq, const wire::Event& event);
    void ask_again();
    void acknowledge_from(std::uint32_t next_seq);
    std::string silence() const;
    template<class Message>
    void send(const Message& message);

    wire::Receiver<wire::FromBoard> receiver_;
    SessionCounters counters_;
    State state_ = State::closed;
    wire::Hello hello_;
    wire::Health health_;
    ClockFit clock_;
    std::uint64_t now_us_ = 0, heard_us_ = 0, sent_us_ = 0, asked_us_ = 0, enquired_us_ = 0;
    std::uint64_t latest_us_ = 0;           // that this start of the board has told
    std::uint32_t torn_ = 0;                // frames, at the last pong
    bool caught_up_ = false;                // all had been told, at the last pong, that it had at its hello
    std::uint64_t link_bytes_ = 0;          // of the link now open
    std::uint32_t expected_ = 0;            // the next event to tell
    std::uint32_t durable_ = 0;             // the first event that the board must keep
    std::size_t room_ = ~std::size_t{0};    // for news that go into a record
    bool hole_ = false;                     // events are missing before some that have come
    std::deque<std::uint32_t> passed_over_; // events told to nobody, for which no `durable` will come
    std::vector<std::uint8_t> bytes_;
    std::vector<News> news_;
};

} // namespace adoube::board
