#pragma once
// What the umpire takes: header and inputs of the sensor log, version 1.

#include "daemon/chess/game.hpp"
#include "daemon/laws/edition.hpp"
#include "daemon/record/arbiter_only.hpp"
#include "daemon/time/instant.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace adoube::record {

using chess::Side;
using chess::Square;
using laws::Edition;
using laws::RateOfPlay;

using Tags = std::map<std::string, std::string, std::less<>>; // of PGN, by name
/// Follows from the game, its table and its rules: nobody sets it.
inline bool is_set_by_itself(std::string_view tag) {
    constexpr std::string_view all[] = {"GameId", "Board",   "Result",     "FEN",
                                        "SetUp",  "Variant", "Termination"};
    return std::ranges::find(all, tag) != std::ranges::end(all);
}

enum class Sensing : std::uint8_t { presence, colour, identity };
enum class ClockMode : std::uint8_t { increment, delay };

struct Header {
    Sensing sensing = Sensing::presence;
    Edition laws = Edition::laws_2023;
    RateOfPlay rate_of_play = RateOfPlay::standard;
    bool supervised = true;
    /// PGN tag TimeControl; empty: no clock is kept.
    std::string time_control;
    bool clock = true; // false: no clock lever
    ClockMode clock_mode = ClockMode::increment;
    std::string start_fen; // empty: the normal start
    bool chess960 = false;
    bool blind = false;
    /// "times":"coarse": an importer invented the times between readings of another clock: durations mean
    /// nothing.
    bool coarse_times = false;
    /// Of another maker's board: how long a touch may be and not be seen, as squares are sampled one after
    /// the other; times are the host's then. 0: a board of ours.
    std::int64_t scan_ms = 0;
    std::string start_time; // ISO 8601, UTC; may be empty
    Tags tags;
};
/// Takes over `with`; an empty value takes a tag away.
void correct(Tags& tags, const Tags& with);

/// What a sensor tells of a piece; a type always comes with its side.
struct Seen {
    std::optional<Side> side;
    std::optional<chess::PieceType> type;
    friend bool operator==(const Seen&, const Seen&) = default;
};

/// Of each square of a board. Four bits each, as halls keep many inputs, and any may be a snapshot.
class SeenSquares {
  public:
    class Place {
      public:
        Place(SeenSquares& squares, std::size_t at) : squares_(squares), at_(at) {}
        Place& operator=(const std::optional<Seen>& seen) {
            squares_.set(at_, seen);
            return *this;
        }
        operator std::optional<Seen>() const { return std::as_const(squares_)[at_]; }
        explicit operator bool() const { return std::as_const(squares_)[at_].has_value(); }

      private:
        SeenSquares& squares_;
        std::size_t at_;
    };

    Place operator[](std::size_t at) { return {*this, at}; }
    std::optional<Seen> operator[](std::size_t at) const {
        const int code = fours_[at / 2] >> shift(at) & 15;
        if (code == 0) return std::nullopt;
        if (code == some) return Seen{};
        const auto side = code >= of_black ? Side::black : Side::white;
        const int type = code - (side == Side::black ? of_black : of_white);
        return Seen{side, type == any ? std::nullopt : std::optional(static_cast<chess::PieceType>(type))};
    }
    friend bool operator==(const SeenSquares&, const SeenSquares&) = default;

  private:
    static constexpr int some = 1, of_white = 2, of_black = 9, any = 6; // `any`: behind the six types
    static constexpr int shift(std::size_t at) { return at % 2 == 0 ? 0 : 4; }
    static constexpr int code_of(const std::optional<Seen>& seen) {
        if (!seen) return 0;
        if (!seen->side) return some;
        return (*seen->side == Side::black ? of_black : of_white) +
               (seen->type ? static_cast<int>(*seen->type) : any);
    }
    void set(std::size_t at, const std::optional<Seen>& seen) {
        auto& two = fours_[at / 2];
        two = static_cast<std::uint8_t>((two & ~(15 << shift(at))) | code_of(seen) << shift(at));
    }

    std::array<std::uint8_t, 32> fours_{};
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
    std::string move; // intended, in SAN; may be empty
};
/// The whole board by square index (a1 first, unlike the text form); empty: no piece.
struct Snapshot {
    SeenSquares squares{};
    /// On whose side the lever is down: who pressed last.
    std::optional<Side> lever{};
};
struct Gap {
    enum class Cause : std::uint8_t { link, power, overflow } cause;
};
struct ClockReading {
    std::int64_t white_ms, black_ms;
    std::optional<Side> running;
    /// If not 0: reckoned times that differ by no more stay, and the side that runs runs on.
    std::int64_t within_ms = 0;
    /// Whose time is shown on the left; empty: not known, or told before.
    std::optional<Side> left{};
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

/// Arbiter commands, down to SetTags.
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
    /// Lost by default: "+/-", "-/+"; with `open`, by both players: "-/-".
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
/// Corrects the header's tags; no event of the game.
struct SetTags {
    Tags tags;
};

using What = std::variant<Lift, Drop, Press, Adjust, Offer, Accept, Decline, Resign, Flag, Claim, Snapshot,
                          Gap, ClockReading, Mask, BoardChange, Call, SetPosition, PlayMove, TakeBack,
                          SetResult, SetTime, Promoted, Dismiss, Pause, Resume, Adjourn, SetTags>;

/// A century, so that no sum of times overflows.
inline constexpr GameMs latest_t_ms(100LL * 366 * 24 * 3600 * 1000);

struct Input {
    /// Since the header's start time, by the board's clock. Never decreases.
    GameMs t_ms{};
    What what;
};

} // namespace adoube::record
