#pragma once
// What an arbiter sends on the control socket, one JSON object per line:
//
//   {"board":"3","arbiter":{"do":"result","result":"1-0"}}   any arbiter command of the sensor log
//   {"board":"3","arbiter":{"do":"time","add_w":-60000,"add_b":120000}}   ms; records the resulting times
//   {"board":"3","resign":"b"}        or offer, accept, decline, flag, claim, adjust, call (sensor log)
//   {"board":"3","arm":{"tags":{"White":"A"},"start":"…","chess960":true,"time_control":"180+2"}}
//   {"board":"7","moves":"1. e4 e5 2. Nf3"}   movetext; all or none
//   {"board":"3","tags":{"White":"Ann Adams","WhiteFideId":"12345"}}   corrects tags; "" takes one away
//   {"board":"3","game":"E-r1-b3","arbiter":{…}}   beside any of these: the game that is meant (Table::say)
//   {"round":{"games":[{"board":3,"tags":{"White":"A"}},…],"tags":{"Round":"2"},"time_control":"180+2"}}
//                                     a whole round, all or none; beside `games` as `arm`. With
//                                     "ask":"changes" only what it would change is answered; with
//                                     "ask":"boards" the boards of its games, which may lack `board` then
//   {"board":"3","port":"usb:…"}      where to look for the board from now on
//   {"hold":{"game":"E-r1-b3","why":"appeal"}}   prevents deletion of the game's record
//   {"release":{"game":"E-r1-b3"}}    lifts the hold
//   {"delete":{"game":"E-r1-b3"}}
//   {"delay_s":900}                   before every public exit of the hall, from now on; 0: none
//                                     with "ask":"opens" only which exits would show more than the public's
//                                     view, a line each; empty: none
//   {"exits":true}                    what leaves the hall, to whom and how late; "json" instead of true: as
//                                     JSON (exits.hpp)
//   {"targets":{}}                    how the targets fare; "json" instead of {}: as JSON
//                                     (targets/report_json.hpp); {"push":"NAME"} sends all again,
//                                     {"reset":"NAME"} empties the site before
//   {"print":"again"}                 the scoresheets that could not be printed, or came out with something
//                                     missing; "dismiss": somebody has seen to them
//   {"standings":{"event":"…","after_round":3,"places":[…]}}   for the public, as of broadcast/standings.hpp;
//                                     null: none from now on
//   {"results":{"round":"3"}}         the round's games, also those that have left their boards, as in
//                                     results/sent_results.hpp; without `round` that of the game opened last
//   {"start":{"round":"3"}}           the round; {"close":{…}} it
//   {"reopen":{"round":"3","of":1763668800000}}   undoes the last of these, if that was done then, in ms UTC;
//                                     with "of":"start" or "close" if it is such a one. With "ask":"doubts"
//                                     beside `round` of these three only what speaks against it, a line each;
//                                     empty: nothing
//   {"clock_times":{"round":"3"}}     both clocks as noted each half hour of the round, as in
//                                     report/clock_times.hpp; without `round` of the one noted last
//   {"watch":true}                    streams what arbiters see (server/arbiters_round.hpp), reads no more
//
// `arm` also takes laws, rate_of_play and supervised; absent keys default to the configuration.

#include "daemon/access/boards.hpp"
#include "daemon/board/port.hpp"
#include "daemon/broadcast/standings.hpp"
#include "daemon/record/input.hpp"
#include "daemon/results/round_acts.hpp"
#include "daemon/round/added_time.hpp"

#include <expected>
#include <variant>
#include <vector>

namespace adoube::adoubed {

struct Say {
    int board;
    record::What what;
    std::string game{}; // its id; empty: the one that round::Table::say chooses
};
struct AddTime {
    int board;
    round::AddedTime added;
    std::string game{};
};
struct SayMoves {
    int board;
    std::string moves;
    std::string game{};
};
struct Arm {
    int board;
    record::Header header;
};
struct ArmRound {
    enum class Ask : std::uint8_t { nothing, changes, boards };
    std::vector<Arm> games; // asked for boards: with board 0 where none is wished
    Ask ask = Ask::nothing;
    /// Of whoever sends it: it must touch no other.
    access::Boards boards = access::Boards::all();
};

struct UsePort {
    int board;
    adoube::board::Port port;
};
/// The game need not be on any board.
struct Keep {
    enum class What : std::uint8_t { hold, release, erase } what;
    std::string game;
    std::string why; // of hold
};
struct SetDelay {
    std::int64_t delay_ms;
    bool ask = false; // only what it would open
};
struct ShowExits {
    bool as_json = false;
};
struct OfTargets {
    enum class What : std::uint8_t { show, show_json, push, reset } what;
    std::string name; // empty for those that show
};
struct PrintSheets {
    enum class What : std::uint8_t { again, dismiss } what;
};
struct GiveStandings {
    std::optional<broadcast::Standings> standings; // empty: none from now on
};
struct TellResults {
    int round = 0; // as games_in
};
struct TellClockTimes {
    int round = 0; // 0: the one noted last
};
struct OfRound {
    results::RoundAct::What what{};
    int round = 0;
    bool ask = false;                    // only what speaks against it
    std::optional<results::Undone> of{}; // of a reopening
};
using ControlLine = std::variant<Say, AddTime, SayMoves, Arm, ArmRound, UsePort, Keep, SetDelay, ShowExits,
                                 OfTargets, PrintSheets, GiveStandings, TellResults, TellClockTimes, OfRound>;

/// `usual` is the round's default header. An error is one sentence.
std::expected<ControlLine, std::string> parse_control_line(std::string_view line,
                                                           const record::Header& usual);

/// Whether the line is {"watch":true}.
bool asks_to_watch(std::string_view line);

} // namespace adoube::adoubed
