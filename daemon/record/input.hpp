#pragma once
// What the umpire takes: the header of a sensor log and its inputs, one a line. Version 1 of the sensor log.

#include "daemon/chess/game.hpp"
#include "daemon/laws/edition.hpp"
#include "daemon/record/arbiter_only.hpp"
#include "daemon/time/instant.hpp"

#include <map>
#include <string>
#include <variant>

namespace adoube::record {

using chess::Side;
using chess::Square;
using laws::Edition;
using laws::RateOfPlay;

/// What a square's sensor tells.
enum class Sensing : std::uint8_t { presence, colour, identity };
enum class ClockMode : std::uint8_t { increment, delay };

struct Header {
    Sensing sensing = Sensing::presence;
    Edition laws = Edition::laws_2023;
    RateOfPlay rate_of_play = RateOfPlay::standard;
    bool supervised = true;
    /// As the PGN tag TimeControl; empty: no clock is kept.
    std::string time_control;
    /// False: the board has no clock lever.
    bool clock = true;
    ClockMode clock_mode = ClockMode::increment;
    std::string start_fen; // empty: the normal start
    bool chess960 = false;
    bool blind = false;
    /// "times":"coarse": an importer made the times up between readings of another clock. How long a piece
    /// stood or was off says nothing then.
    bool coarse_times = false;
    std::string start_time; // ISO 8601, UTC; may be empty
    std::map<std::string, std::string, std::less<>> tags;
};

/// What a sensor says of a piece, as far as it can: a type is never without its side.
struct Seen {
    std::optional<Side> side;
    std::optional<chess::PieceType> type;
    friend bool operator==(const Seen&, const Seen&) = default;
};

struct Lift {
    Square square;
    Seen piece;
};
struct Drop {
    Square square;
    Seen piece;
};
struct Press {
    Side side;
};
struct Adjust {
    Side side;
};
struct Offer {
    Side side;
};
struct Accept {
    Side side;
};
struct Decline {
    Side side;
};
struct Resign {
    Side side;
};
struct Flag {
    Side side;
};
struct Claim {
    enum class On : std::uint8_t { repetition, fifty, quickplay } on;
    Side side;
    std::string move; // the intended move in SAN, may be empty
};
/// The whole board, by index of the square (a1 first, other than in the text form); empty: no piece.
struct Snapshot {
    std::array<std::optional<Seen>, 64> squares;
};
struct Gap {
    enum class Cause : std::uint8_t { link, power, overflow } cause;
};
struct ClockReading {
    std::int64_t white_ms, black_ms;
    std::optional<Side> running;
};
struct Mask {
    Square square;
    bool on;
};
struct BoardChange {
    std::string board;
};
struct Call {
    Side side;
};

/// An arbiter's command.
struct SetPosition {
    std::string fen;
};
struct PlayMove {
    std::string san;
};
struct TakeBack {
    int plies;
};
struct SetResult {
    chess::Result result;
    /// Not won on the board, but lost by default: "+/-", "-/+"; with `open`, by both players: "-/-".
    bool forfeit = false;
    friend bool operator==(const SetResult&, const SetResult&) = default;
};
struct SetTime {
    std::optional<std::int64_t> white_ms, black_ms;
};
struct Promoted {
    Square square;
    chess::PieceType piece;
};
struct Dismiss {
    int incident;
};
struct Pause {};
struct Resume {};
struct Adjourn {
    std::string sealed;
};

using What = std::variant<Lift, Drop, Press, Adjust, Offer, Accept, Decline, Resign, Flag, Claim, Snapshot,
                          Gap, ClockReading, Mask, BoardChange, Call, SetPosition, PlayMove, TakeBack,
                          SetResult, SetTime, Promoted, Dismiss, Pause, Resume, Adjourn>;

/// The latest time of an input that a log may have: a century, so that no sum of times overflows.
inline constexpr GameMs latest_t_ms(100LL * 366 * 24 * 3600 * 1000);

struct Input {
    /// Since the header's start time, by the board's clock. Never decreases.
    GameMs t_ms{};
    What what;
};

} // namespace adoube::record
