#pragma once
// The files of a round, as the organiser's page sends them and gets them back. Pairings are read, seated and
// compared with what is armed, as by `adoube round import`; results are written, as by `adoube round
// results`. Nothing is armed or changed. Files are {"name":"r3.trf","base64":"…"}; What has a
// "?" may be absent.
//
//   POST /api/round/pairings   {"file":FILE,"boards"?:FILE,"round"?:3}
//     {"round":3,"rounds":[1,2,3],"games":[{"board":1,"white":PLAYER,"black":PLAYER},…],"byes":["Eder, Eve"],
//      "wrong":[…],"remarks":[…],"changes":"1 game: 1 new\n…","refused":null,"line":{"round":{…}}}
//     PLAYER: as of tournament/pairings_json.hpp. `wrong`: to be put right first; `remarks`:
//     it can be played so; `changes`: what arming does; `refused`: why it cannot be armed now; `line`: for
//     POST /api/command, arms what was shown; null where it cannot.
//
//   POST /api/round/results    {"file"?:FILE,"round"?:3}, the file being the pairing program's TRF
//     as of results/results_json.hpp, with "csv":"…","pgn":"…","doubts":[…],"trf":FILE,"final":ACT; `trf` may
//     be null; `doubts`: games of which the file says otherwise; `final`: when the round was closed, unless
//     anything has changed since
//
//   POST /api/round/standings   {"file":FILE}, the same
//     {"standings":{"event":"Open","after_round":3,"places":[…]},"by_rank":true}, which {"standings":…} of
//     the control socket then shows to the public; not `by_rank`: the file's ranks do not go with its points
//
//   ACT: null, or {"at":UTC ms,"time":"2026-11-20 18:02:11","by":"Otto (token 3)"}, `time` in the hall, `by`
//     empty on the daemon's own computer

#include "daemon/account/local_time.hpp"
#include "daemon/results/round_acts.hpp"
#include "daemon/tournament/seated_round.hpp"

#include <boost/json/value.hpp>

namespace adoube::adoubed {

using RoundAnswer = std::expected<std::string, std::string>;

/// JSON, or what is wrong with the request or its files, in one sentence. `tables`: the hall's.
RoundAnswer checked_pairings(std::string_view request, const std::set<int>& tables,
                             const tournament::TellDaemon& tell);

/// The standings in a file: JSON, or why there are none.
RoundAnswer standings_in(std::string_view request);

struct ResultsAsked {
    int round = 0; // as for results::games_in
    std::string name;
    std::optional<tournament::Trf> trf;
};
std::expected<ResultsAsked, std::string> results_asked(std::string_view request);
struct ClosedRounds {
    results::RoundActs acts{};
    std::string event{}; // of which the round is one
    account::LocalTime local{};
};
/// `games` of the round, as results::games_in gives them.
std::string to_json(const ResultsAsked& asked, const std::vector<results::HallGame>& games,
                    const ClosedRounds& closed = {});

/// ACT.
boost::json::value act_json(const std::optional<results::RoundAct>& act, const account::LocalTime& local);

} // namespace adoube::adoubed
