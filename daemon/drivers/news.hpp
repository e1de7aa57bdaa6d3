#pragma once
// What a driver tells of its board, whoever made it. Numbers of events count modulo 2^32 from the board's
// start; times are microseconds of the board's clock.

#include "daemon/time/instant.hpp"
#include "protocol/messages.hpp"

#include <string>
#include <variant>

namespace adoube::drivers {

/// How far the events of one start of a board have come: those before `durable_seq` are on the disk, those
/// before `next_seq` on their way there.
struct Progress {
    std::uint32_t durable_seq = 0, next_seq = 0;
};

/// A board is there: a link was opened, or the board started anew. To be answered with `follow` or `refuse`;
/// it is told again for as long as it was refused.
struct Arrived {
    wire::Hello hello;
};
struct EventSeen {
    std::uint32_t seq;
    wire::Event event;
    BoardUs board_us() const { return BoardUs(event.time_us); }
};
/// What stands on the squares after all events told so far.
struct SnapshotSeen {
    BoardUs board_us{};
    wire::Squares squares;
};
enum class LossCause : std::uint8_t {
    overflow, // the board had no room for them
    released, // it had been told to forget them
    cable,    // a board that sends nothing twice: how many is not known
};
/// The events up to `next_seq` that have not been told will never come; what stands on the squares after
/// them.
struct EventsLost {
    std::uint32_t next_seq;
    LossCause cause;
    BoardUs board_us{};
    wire::Squares squares;
};
/// The board's clock at this moment. It has told by now all that it saw until `told_us`; 0 where that is not
/// known.
struct ClockRead {
    BoardUs board_us{};
    BoardUs told_us{};
};
/// How the board fares, from a board that can tell: repeated as often as it says so.
struct ConditionSeen {
    wire::Condition condition;
};
/// Answers to `ask_levels` and `calibrate` of the project's own boards.
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

} // namespace adoube::drivers
