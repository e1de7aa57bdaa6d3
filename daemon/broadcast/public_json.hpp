#pragma once
// Games as JSON, for the pages and for anyone's own display.
//
//   {"board":3,"id":"r1b3","tags":{"White":"…"},"start":"FEN","fen":"FEN","keep":0,
//    "begun":true,"moves":[["e4","e2e4",5390000],["e5","e7e5",5391000]],
//    "clocks":{"w":5390000,"b":5391000,"running":"w","at":1732150000000},"result":"*"}
//
// A game has `begun` once its clock was started or a move completed. `moves` holds SAN, UCI form and, where
// known, the mover's time in ms after the move; `clocks` the times in ms that were right at the UTC time `at`
// (ms), `running` "w", "b" or null; a game without clocks has null there. `keep` is how many moves of the
// state before it remain in front of `moves`; a state that stands alone keeps 0.

#include "daemon/broadcast/public_game.hpp"

namespace adoube::broadcast {

/// The whole state. UTF-8, one line.
std::string to_json(const PublicGame& game);

/// What changed since `before`, a state of the same game: as above, without `tags` and `start` where they are
/// the same.
std::string to_json(const PublicGame& game, const PublicGame& before);

} // namespace adoube::broadcast
