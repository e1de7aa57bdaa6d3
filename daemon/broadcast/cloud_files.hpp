#pragma once
// The public games as the files of LiveChess Cloud, which broadcast sites and viewers read:
//
//   tournament.json:
//     {"id":"Open","name":"Open","location":"A-Town","country":null,"website":null,"rules":"STANDARD",
//      "chess960":"STANDARD","timecontrol":"5400+30","rounds":[{"count":64,"live":1}],"eboards":[]}
//   round-1/index.json:
//     {"date":"2026-11-20","pairings":[{"white":PLAYER,"black":PLAYER,"result":"1-0","live":false},…]}
//   round-1/game-3.json:
//     {"live":true,"serialNr":null,"firstMove":null,"chess960":518,"result":"*","comment":null,
//      "clock":{"white":5390,"black":5391,"time":1795183380000},"moves":["e4 5390","e5 5391"]}
//
// PLAYER: {"fname","mname","lname","title","federation","gender":null,"fideid"}, null where unknown. The
// number of a game is its board's; a board without a game in between has null players and a game without
// moves. `count`: the highest of these numbers. `moves`: SAN and the mover's seconds left; the time that a
// move took is left out, as no clock tells it. `clock.time`: when the two times were right. What is not
// public has no place there: the serial number of a board and the time of the first move are null.

#include "daemon/broadcast/public_game.hpp"

#include <functional>
#include <memory>
#include <span>

namespace adoube::broadcast {

/// Of two games of one round and board the later is shown.
using PublicGames = std::span<const PublicGame* const>;

/// By path, as above. Empty: there is no such file. `whole`: gives a game of which `games` have the first
/// moves alone.
std::optional<std::string>
cloud_file(std::string_view path, PublicGames games,
           const std::function<std::shared_ptr<const PublicGame>(const PublicGame& game)>& whole = {});

/// Those that a change of `game` may change: its own and, of its round, those of boards without a game; then
/// the more general ones.
std::vector<std::string> cloud_paths(const PublicGame& game, PublicGames games);

} // namespace adoube::broadcast
