#pragma once
// The files of a round, as the organiser's page sends them and gets them back. Pairings are read, seated and
// compared with what is armed, as by `adoube round import`; results are written, as by `adoube round
// results`. Nothing is armed or changed. Files are {"name":"r3.trf","base64":"…"}; What has a
// "?" may be absent.
//
//   POST /api/round/pairings   {"file":FILE,"boards"?:FILE,"round"?:3}
//     {"round":3,"rounds":[1,2,3],"games":[{"board":1,"white":PLAYER,"black":PLAYER},…],"byes":["Eder, Eve"],
//      "wrong":[…],"remarks":[…],"changes":"1 game: 1 new\n…","refused":null,"line":{"round":{…}}}
//     PLAYER: {"name":"Adams, Ann","title":"GM","rating":"2500"}. `wrong`: to be put right first; `remarks`:
//     it can be played so; `changes`: what arming does; `refused`: why it cannot be armed now; `line`: for
//     POST /api/command, arms what was shown; null where it cannot.
//
//   POST /api/round/results    {"file"?:FILE,"round"?:3}, the file being the pairing program's TRF
//     {"round":"3","games":[{"board":1,"white":"Adams, Ann","black":"Baker, Ben","result":"1-0",
//      "confirmed":true},…],"csv":"…","pgn":"…","open":["open: …"],"doubts":[…],"trf":FILE}
//     `result`, `round` and `trf` may be null; `confirmed`: by an arbiter (8.7); `doubts`: games of which the
//     file says otherwise

#include "daemon/results/hall_results.hpp"
#include "daemon/tournament/seated_round.hpp"

namespace adoube::adoubed {

using RoundAnswer = std::expected<std::string, std::string>;

/// JSON, or what is wrong with the request or its files, in one sentence. `tables`: the hall's.
RoundAnswer checked_pairings(std::string_view request, const std::set<int>& tables,
                             const tournament::TellDaemon& tell);

struct ResultsAsked {
    int round = 0; // as for results::games_in
    std::string name;
    std::optional<tournament::Trf> trf;
};
std::expected<ResultsAsked, std::string> results_asked(std::string_view request);
/// `games` of the round, as results::games_in gives them.
std::string to_json(const ResultsAsked& asked, const std::vector<results::HallGame>& games);

} // namespace adoube::adoubed
