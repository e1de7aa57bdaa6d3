#pragma once
// Games as JSON, for the pages and other displays.
//
//   {"board":3,"id":"r1b3","tags":{"White":"…"},"start":"FEN","fen":"FEN","keep":0,
//    "begun":true,"moves":[["e4","e2e4",5390000],["e5","e7e5",5391000]],
//    "clocks":{"w":5390000,"b":5391000,"running":"w","at":1732150000000},"result":"*",
//    "end":null}
//
// `begun`: as of has_begun(). `moves`: SAN, UCI and, if known, the mover's time left
// after it in ms. `clocks`: ms at the UTC time `at` (ms), `running` "w", "b" or null; null without clocks.
// `end`: as of end_of(), null where that says nothing.
// `keep`: how many moves of the previous state precede `moves`; 0 in a whole state.

#include "daemon/broadcast/public_game.hpp"

#include <boost/json/value.hpp>

namespace adoube::broadcast {

/// The parts above, for other messages that hold them.
boost::json::value clocks_json(const std::optional<ClockFace>& clocks);
boost::json::object tags_json(const PublicTags& tags);

/// One line of UTF-8.
std::string to_json(const PublicGame& game);

/// Changes since `before`, a state of the same game: omits unchanged `tags` and `start`.
std::string to_json(const PublicGame& game, const PublicGame& before);

/// {"board":3,"id":"r1b3","tags":{"White":"…"},"result":"1-0"}: what a list of games needs, of the tags
/// Event, Round, names and titles.
std::string summary_json(const PublicGame& game);

} // namespace adoube::broadcast
