#pragma once
// A public game as one message, whole: whoever has the newest one needs no other.
//
//   {"board":3,"id":"E-r1-b3","tags":{"White":"…"},"start":"FEN","chess960":false,"moves":[["e2e4",5390000],["e7e5"]],
//    "fen":"FEN","clocks":{"w":5390000,"b":5391000,"running":"w","at":1732150000000},"result":"*","by_time":false}
//
// `moves`: UCI and, if known, the mover's time left after it in ms. `clocks`: null without them; `running`
// "w", "b" or null; `at` in ms of UTC.

#include "daemon/broadcast/public_game.hpp"

#include <boost/json/value.hpp>

#include <expected>

namespace adoube::stream {

std::string to_message(const broadcast::PublicGame& game);

/// Takes nothing on trust: every move is legal, an id can be part of an address, and no tag is one that may
/// not leave a hall. An error says what is wrong, as "move 7 is not legal".
std::expected<broadcast::PublicGame, std::string> game_from(const boost::json::value& message);

} // namespace adoube::stream
