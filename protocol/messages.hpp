#pragma once
// Every message, each format written once: encoder, decoder, size and the names in the test vectors all come
// from its `fields`. protocol/README.md says what each is for and when it is sent. Integers travel
// little-endian.

#include "protocol/squares.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace adoube::wire {

/// The second byte of a frame.
enum class Type : std::uint8_t {
    hello = 0x01,
    events = 0x02,
    snapshot = 0x03,
    gap = 0x04,
    pong = 0x05,
    health = 0x06,
    condition = 0x07,
    levels = 0x08,
    chip = 0x09,
    clock_said = 0x0A,
    settings = 0x20,
    calibration = 0x21,
    enquire = 0x41,
    resend = 0x42,
    ack = 0x43,
    ping = 0x44,
    ask_levels = 0x45,
    reboot = 0x46,
};

/// At most N items, on the wire a count byte before them.
template<class T, std::size_t N>
struct List {
    std::uint8_t count = 0;
    std::array<T, N> items{};

    static constexpr std::size_t capacity = N;
    constexpr bool full() const { return count == N; }
    constexpr const T* begin() const { return items.data(); }
    constexpr const T* end() const { return items.data() + count; }
    friend constexpr bool operator==(const List& a, const List& b) {
        if (a.count != b.count) return false;
        for (std::size_t at = 0; at < a.count; ++at)
            if (!(a.items[at] == b.items[at])) return false;
        return true;
    }
};

/// Both ways: the host's wish (0 leaves a value as it is) and the board's answer, what is in force now.
struct Settings {
    static constexpr Type type = Type::settings;
    std::uint32_t scan_interval_us = 0;
    std::uint32_t debounce_us = 0;
    std::uint32_t snapshot_interval_ms = 0;

    template<class Self, class Io>
    static constexpr void fields(Self& m, Io& io) {
        io("scan_interval_us", m.scan_interval_us)("debounce_us", m.debounce_us);
        io("snapshot_interval_ms", m.snapshot_interval_ms);
    }
    friend constexpr bool operator==(const Settings&, const Settings&) = default;
};

/// Bits of Hello::features.
namespace feature {
inline constexpr std::uint8_t lever = 1;          // presses of the clock are reported
inline constexpr std::uint8_t adjust_buttons = 2; // "j'adoube"
inline constexpr std::uint8_t call_buttons = 4;   // the arbiter
inline constexpr std::uint8_t levels = 8;         // sensors have levels, which are calibrated
} // namespace feature

/// Of the hosts that a board may be moved between: it takes no acknowledgement of one that is older than the
/// newest that it has heard, so that two never take one board's events. A host that goes on where another was
/// has a greater one. 0: the host is alone.
using Epoch = std::uint32_t;

/// Board: who it is, what it can do, what it holds.
struct Hello {
    static constexpr Type type = Type::hello;
    std::uint64_t board_id = 0; // unique, never changes
    std::uint32_t boot_id = 0;  // drawn at random at every start
    Sensing sensing = Sensing::presence;
    std::uint8_t features = 0;
    std::uint8_t firmware_major = 0, firmware_minor = 0, firmware_patch = 0;
    std::uint32_t ring_capacity = 0; // events
    std::uint32_t oldest_seq = 0;    // the first event not yet acknowledged
    std::uint32_t next_seq = 0;      // the number that the next event will get
    std::uint64_t time_us = 0;       // board time: microseconds since its start
    Settings settings;
    Epoch epoch = 0; // the newest heard since its start

    template<class Self, class Io>
    static constexpr void fields(Self& m, Io& io) {
        io("board_id", m.board_id)("boot_id", m.boot_id)("sensing", m.sensing)("features", m.features);
        io("firmware_major", m.firmware_major)("firmware_minor", m.firmware_minor)("firmware_patch",
                                                                                   m.firmware_patch);
        io("ring_capacity", m.ring_capacity)("oldest_seq", m.oldest_seq)("next_seq", m.next_seq);
        io("time_us", m.time_us)("settings", m.settings).unless_zero("epoch", m.epoch);
    }
    friend constexpr bool operator==(const Hello&, const Hello&) = default;
};

/// A receiver passes over kinds that it does not know, counts them, and acknowledges them like any other.
enum class EventKind : std::uint8_t {
    lift = 1, // square, and the content that left it
    drop = 2, // square, and its content now; on a square never reported empty: an exchange
    press_white = 3,
    press_black = 4,
    adjust_white = 5,
    adjust_black = 6,
    call_white = 7,
    call_black = 8,
    mask_on = 9, // square: its sensor is not to be trusted, and is not reported until mask_off
    mask_off = 10,
};

/// One event with its own board time, as both programs use it. Its number is kept beside it.
struct Event {
    std::uint64_t time_us = 0;
    EventKind kind{};
    std::uint8_t square = 0; // 0 where the kind has none
    Content content = Content::empty;

    friend constexpr bool operator==(const Event&, const Event&) = default;
};

constexpr bool has_square(EventKind kind) {
    return kind == EventKind::lift || kind == EventKind::drop || kind == EventKind::mask_on ||
           kind == EventKind::mask_off;
}
/// False for an event of a kind unknown here, or with a square or content that does not exist.
constexpr bool valid(const Event& event) {
    return event.kind >= EventKind::lift && event.kind <= EventKind::mask_off &&
           event.square < square_count && static_cast<std::uint8_t>(event.content) < 16;
}

/// Board: up to 32 events, the first with number first_seq and the others following without a hole.
class Events {
  public:
    static constexpr Type type = Type::events;
    std::uint32_t boot_id = 0;
    std::uint32_t first_seq = 0;

    constexpr std::size_t size() const { return items_.count; }
    /// Precondition: at < size().
    constexpr Event operator[](std::size_t at) const {
        const Item& item = items_.items[at];
        return {base_us_ + item.offset_us, item.kind, item.square, item.content};
    }
    /// False, and nothing changed, when the batch is full or the event is earlier or over 71 minutes later
    /// than its first one: then it belongs into another batch.
    constexpr bool push(const Event& event) {
        if (size() == 0) base_us_ = event.time_us;
        if (items_.full() || event.time_us < base_us_ || event.time_us - base_us_ > 0xFFFFFFFFu) return false;
        items_.items[items_.count++] = {static_cast<std::uint32_t>(event.time_us - base_us_), event.kind,
                                        event.square, event.content};
        return true;
    }

    template<class Self, class Io>
    static constexpr void fields(Self& m, Io& io) {
        io("boot_id", m.boot_id)("first_seq", m.first_seq)("base_us", m.base_us_)("events", m.items_);
    }
    friend constexpr bool operator==(const Events&, const Events&) = default;

  private:
    struct Item {
        std::uint32_t offset_us = 0; // after base_us
        EventKind kind{};
        std::uint8_t square = 0;
        Content content = Content::empty;

        template<class Self, class Io>
        static constexpr void fields(Self& m, Io& io) {
            io("offset_us", m.offset_us)("kind", m.kind)("square", m.square)("content", m.content);
        }
        friend constexpr bool operator==(const Item&, const Item&) = default;
    };
    std::uint64_t base_us_ = 0;
    List<Item, 32> items_;
};

/// On which side the lever is down: who pressed last.
enum class Lever : std::uint8_t { unknown = 0, white = 1, black = 2 };

/// Board: the squares as they stand after every event before next_seq, and before next_seq itself.
struct Snapshot {
    static constexpr Type type = Type::snapshot;
    std::uint32_t boot_id = 0;
    std::uint32_t next_seq = 0;
    std::uint64_t time_us = 0; // not before any event before next_seq, not after any other
    Squares squares;
    Lever lever = Lever::unknown;

    template<class Self, class Io>
    static constexpr void fields(Self& m, Io& io) {
        io("boot_id", m.boot_id)("next_seq", m.next_seq)("time_us", m.time_us)("squares", m.squares);
        io.appended("lever", m.lever);
    }
    friend constexpr bool operator==(const Snapshot&, const Snapshot&) = default;
};

enum class GapCause : std::uint8_t {
    overflow = 1, // the ring was full: these events were never kept
    released = 2, // they had been acknowledged before, and are not kept any more
};

/// Board: the events from_seq … to_seq - 1 will never come; what stood on the squares after them.
struct Gap {
    static constexpr Type type = Type::gap;
    std::uint32_t boot_id = 0;
    std::uint32_t from_seq = 0;
    std::uint32_t to_seq = 0;
    GapCause cause{};
    std::uint64_t time_us = 0; // of `squares` and `lever`
    Squares squares;
    Lever lever = Lever::unknown;

    template<class Self, class Io>
    static constexpr void fields(Self& m, Io& io) {
        io("boot_id", m.boot_id)("from_seq", m.from_seq)("to_seq", m.to_seq)("cause", m.cause);
        io("time_us", m.time_us)("squares", m.squares);
        io.appended("lever", m.lever);
    }
    friend constexpr bool operator==(const Gap&, const Gap&) = default;
};

/// Host: answer with a pong at once. For clock fitting, and as a sign of life.
struct Ping {
    static constexpr Type type = Type::ping;
    std::uint64_t host_us = 0; // the host's own clock, any origin

    template<class Self, class Io>
    static constexpr void fields(Self& m, Io& io) {
        io("host_us", m.host_us);
    }
    friend constexpr bool operator==(const Ping&, const Ping&) = default;
};

/// Board: the ping's host_us, and the board time at which it was answered.
struct Pong {
    static constexpr Type type = Type::pong;
    std::uint32_t boot_id = 0;
    std::uint64_t host_us = 0;
    std::uint64_t board_us = 0;

    template<class Self, class Io>
    static constexpr void fields(Self& m, Io& io) {
        io("boot_id", m.boot_id)("host_us", m.host_us)("board_us", m.board_us);
    }
    friend constexpr bool operator==(const Pong&, const Pong&) = default;
};

/// Board: how it fares. Counters run from its start and stay at their largest value.
struct Health {
    static constexpr Type type = Type::health;
    std::uint32_t boot_id = 0;
    std::uint64_t time_us = 0;
    std::uint64_t masked = 0;        // bit n: the sensor of square n is not to be trusted
    std::uint32_t lost_events = 0;   // to an overflow of the ring
    std::uint32_t resent_events = 0; // sent more than once
    std::uint32_t bad_frames = 0;    // received, but torn, too long or with a wrong checksum
    std::uint32_t bad_messages =
        0; // received whole, but of another version, unknown, malformed or of another boot
    std::uint32_t late_scans = 0; // scans begun later than half an interval after their time

    template<class Self, class Io>
    static constexpr void fields(Self& m, Io& io) {
        io("boot_id", m.boot_id)("time_us", m.time_us)("masked", m.masked)("lost_events", m.lost_events);
        io("resent_events", m.resent_events)("bad_frames", m.bad_frames)("bad_messages", m.bad_messages);
        io("late_scans", m.late_scans);
    }
    friend constexpr bool operator==(const Health&, const Health&) = default;
};

enum class ResetCause : std::uint8_t {
    unknown = 0,
    power_on = 1,
    brown_out = 2, // the supply sank for a moment
    watchdog = 3,  // the firmware hung
    asked = 4,     // by a reboot message, a button or a debugger
};

/// Board: what its chip knows of itself. Follows every health of a board that can tell.
struct Condition {
    static constexpr Type type = Type::condition;
    std::uint32_t boot_id = 0;
    ResetCause reset_cause = ResetCause::unknown; // why it started
    std::uint16_t supply_mv = 0;                  // 0: not measured
    std::uint64_t broken = 0; // bit n: square n is masked because its wiring or sensor is at fault

    template<class Self, class Io>
    static constexpr void fields(Self& m, Io& io) {
        io("boot_id", m.boot_id)("reset_cause", m.reset_cause)("supply_mv", m.supply_mv)("broken", m.broken);
    }
    friend constexpr bool operator==(const Condition&, const Condition&) = default;
};

/// Board: which chip it is, and where its firmware stopped before this start. Follows every condition of a
/// board that can tell.
struct Chip {
    static constexpr Type type = Type::chip;
    std::uint32_t boot_id = 0;
    std::uint8_t revision = 0;   // as the chip's register numbers it; 0: unknown
    std::uint32_t fault_at = 0;  // the instruction; 0: no fault
    std::uint32_t called_by = 0; // its link register: where the function that it is in returns to

    template<class Self, class Io>
    static constexpr void fields(Self& m, Io& io) {
        io("boot_id", m.boot_id)("revision", m.revision)("fault_at", m.fault_at)("called_by", m.called_by);
    }
    friend constexpr bool operator==(const Chip&, const Chip&) = default;
};

/// Board: what a chess clock at its jack said, as it came.
struct ClockSaid {
    static constexpr Type type = Type::clock_said;
    std::uint32_t boot_id = 0;
    std::uint32_t next_seq = 0; // all events before this one were sent before
    std::uint64_t time_us = 0;  // when its last byte had come
    List<std::uint8_t, 32> bytes;

    template<class Self, class Io>
    static constexpr void fields(Self& m, Io& io) {
        io("boot_id", m.boot_id)("next_seq", m.next_seq)("time_us", m.time_us)("bytes", m.bytes);
    }
    friend constexpr bool operator==(const ClockSaid&, const ClockSaid&) = default;
};

/// Of each square, a1 first.
using Levels = std::array<std::uint16_t, square_count>;

/// Board: what each sensor reads now, as its converter gives it.
struct SensorLevels {
    static constexpr Type type = Type::levels;
    std::uint32_t boot_id = 0;
    std::uint64_t time_us = 0;
    Levels levels{};

    template<class Self, class Io>
    static constexpr void fields(Self& m, Io& io) {
        io("boot_id", m.boot_id)("time_us", m.time_us)("levels", m.levels);
    }
    friend constexpr bool operator==(const SensorLevels&, const SensorLevels&) = default;
};

/// Both ways: the host's wish, to be kept for ever (a threshold of 0 only asks), and the board's answer, what
/// is in force now. A piece stands where a level is `threshold` or more from its zero, until it is nearer
/// than `release`; above zero it is White's, below it Black's.
struct Calibration {
    static constexpr Type type = Type::calibration;
    std::uint32_t boot_id = 0;
    std::uint8_t kept = 0; // 1: survives the board's start; the host's is ignored
    std::uint16_t threshold = 0;
    std::uint16_t release = 0;
    Levels zero{};

    template<class Self, class Io>
    static constexpr void fields(Self& m, Io& io) {
        io("boot_id", m.boot_id)("kept", m.kept)("threshold", m.threshold)("release", m.release);
        io("zero", m.zero);
    }
    friend constexpr bool operator==(const Calibration&, const Calibration&) = default;
};

/// Host: tell the levels now.
struct AskLevels {
    static constexpr Type type = Type::ask_levels;
    std::uint32_t boot_id = 0;

    template<class Self, class Io>
    static constexpr void fields(Self& m, Io& io) {
        io("boot_id", m.boot_id);
    }
    friend constexpr bool operator==(const AskLevels&, const AskLevels&) = default;
};

enum class RebootInto : std::uint8_t {
    firmware = 1,
    loader = 2, // of the chip, which takes another firmware
};

/// Host: start anew. What is not acknowledged is lost, and the board answers nothing.
struct Reboot {
    static constexpr Type type = Type::reboot;
    std::uint32_t boot_id = 0;
    RebootInto into = RebootInto::firmware;

    template<class Self, class Io>
    static constexpr void fields(Self& m, Io& io) {
        io("boot_id", m.boot_id)("into", m.into);
    }
    friend constexpr bool operator==(const Reboot&, const Reboot&) = default;
};

/// Host: say hello.
struct Enquire {
    static constexpr Type type = Type::enquire;

    template<class Self, class Io>
    static constexpr void fields(Self&, Io&) {}
    friend constexpr bool operator==(const Enquire&, const Enquire&) = default;
};

/// Host: send the events from from_seq on. Starts the flow, and repairs it.
struct Resend {
    static constexpr Type type = Type::resend;
    std::uint32_t boot_id = 0;
    std::uint32_t from_seq = 0;

    template<class Self, class Io>
    static constexpr void fields(Self& m, Io& io) {
        io("boot_id", m.boot_id)("from_seq", m.from_seq);
    }
    friend constexpr bool operator==(const Resend&, const Resend&) = default;
};

/// Host: every event before next_seq is durable, and the board may forget it.
struct Ack {
    static constexpr Type type = Type::ack;
    std::uint32_t boot_id = 0;
    std::uint32_t next_seq = 0;
    Epoch epoch = 0;

    template<class Self, class Io>
    static constexpr void fields(Self& m, Io& io) {
        io("boot_id", m.boot_id)("next_seq", m.next_seq).unless_zero("epoch", m.epoch);
    }
    friend constexpr bool operator==(const Ack&, const Ack&) = default;
};

template<class... Messages>
struct MessageList {};
using FromBoard = MessageList<Hello, Events, Snapshot, Gap, Pong, Health, Condition, Chip, ClockSaid,
                              SensorLevels, Settings, Calibration>;
using FromHost = MessageList<Enquire, Resend, Ack, Ping, AskLevels, Reboot, Settings, Calibration>;

} // namespace adoube::wire
