#pragma once
// A single next game, typed on the organiser's page for blitz or a tie-break, with the checks of a file of
// pairings. Nothing is armed. What has a "?" may be absent.
//
//   POST /api/round/game   {"board":5,"white":"Adams, Ann","black":"Baker, Ben","round"?:"3.1",
//     "time_control"?:"180+2","rate_of_play"?:"blitz"}
//     {"wrong":[…],"remarks":[…],"line":{"board":"5","arm":{…}}}, as in round_files.hpp; `line` is null where
//     anything is wrong

#include <expected>
#include <set>
#include <string>
#include <vector>

namespace adoube::adoubed {

/// A game of the hall that has no result.
struct OpenGame {
    int board = 0;
    std::string white, black;
};

/// JSON, or what is wrong with the request, in one sentence. `tables`: the hall's.
std::expected<std::string, std::string> checked_game(std::string_view request, const std::set<int>& tables,
                                                     const std::vector<OpenGame>& open);

} // namespace adoube::adoubed
