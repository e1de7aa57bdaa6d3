#pragma once
// What a driver reports of a board of any maker. Event numbers count modulo 2^32 from the board's boot; times
// are microseconds of the board's clock.

#include "daemon/chess/types.hpp"
#include "daemon/time/instant.hpp"
#include "protocol/messages.hpp"

#include <optional>
#include <string>
#include <variant>

namespace adoube::drivers {

/// Of one start of a board: events before `durable_seq` are on the disk, those before `next_seq` on their
/// way.
struct Progress {
    std::uint32_t durable_seq = 0, next_seq = 0;
};

/// A link was opened, or the board rebooted. Answer with `follow` or `refuse`; repeated while refused.
struct Arrived {
    wire::Hello hello;
    /// It has no lever yet, but may get one: see LeverCame.
    bool lever_may_come = false;
    /// Of a board that numbers and dates nothing itself: how long a touch may be and not be seen.
    std::int64_t scan_ms = 0;
};
struct EventSeen {
    std::uint32_t seq;
    wire::Event event;
    BoardUs board_us() const { return BoardUs(event.time_us); }
};
/// Squares and lever after all events reported so far.
struct SnapshotSeen {
    BoardUs board_us{};
    wire::Squares squares;
    wire::Lever lever = wire::Lever::unknown;
};
enum class LossCause : std::uint8_t {
    overflow,
    released, // the board had been told to forget them
    cable,    // the board cannot resend; how many is unknown
};
/// Unreported events before `next_seq` will never come; `squares` and `lever` are after them.
struct EventsLost {
    std::uint32_t next_seq;
    LossCause cause;
    BoardUs board_us{};
    wire::Squares squares;
    wire::Lever lever = wire::Lever::unknown;
};
/// The board's clock now. All it saw until `told_us` has been reported: rather earlier than too late, 0 if
/// unknown.
struct ClockRead {
    BoardUs board_us{};
    BoardUs told_us{};
};
/// Repeated as often as the board reports it.
struct ConditionSeen {
    wire::Condition condition;
};
/// Repeated likewise.
struct ChipSeen {
    wire::Chip chip;
};
/// A chess clock as its reader sees it, in whole seconds, rounded up or down.
struct ClockDisplay {
    int left_s = 0, right_s = 0;
    bool right_up = false; // the lever
    std::optional<bool> runs{};
    /// Of a clock whose own lever gives the presses: White's time is on the left.
    std::optional<bool> white_left{};

    friend bool operator==(const ClockDisplay&, const ClockDisplay&) = default;
};
/// Of the clock at the board.
struct ClockTold {
    BoardUs board_us{};
    std::optional<ClockDisplay> display; // empty: only that it is alive
    /// The press that follows, and that the display has seen already.
    std::optional<chess::Side> pressed{};
};
/// The board has no chess clock connected.
struct ClockGone {};
/// A clock was connected to a board that said hello without one: its presses come from now on.
struct LeverCame {};
/// Of a board that runs on one.
struct BatteryTold {
    int percent = 0;
    bool charging = false;
};
/// The chess clock's own, when it becomes low, and when it no longer is.
struct ClockBatteryTold {
    bool low = false;
};
/// What a board says of its maker, for people who ask: answers `ask_about_maker`.
struct MakerTold {
    std::string text;
};
/// Answers to `ask_levels` and `calibrate`, from our own boards.
struct LevelsSeen {
    wire::SensorLevels levels;
};
struct CalibrationSeen {
    wire::Calibration calibration;
};
/// Another host has gone on where this one was, and the board is its now: nothing more is taken from it here.
struct Superseded {
    wire::Epoch epoch = 0; // the other's
};
/// Nothing intelligible came for wire::host_silence_us: close the link.
struct Silent {
    std::string why; // follows a port's name: "has no board that answers"
};
using News = std::variant<Arrived, EventSeen, SnapshotSeen, EventsLost, ClockRead, ConditionSeen, ChipSeen,
                          ClockTold, ClockGone, LeverCame, BatteryTold, ClockBatteryTold, MakerTold,
                          LevelsSeen, CalibrationSeen, Superseded, Silent>;

} // namespace adoube::drivers
