#pragma once
// Games for tests of hands and logs.

#include "daemon/chess/notation/pgn.hpp"

namespace adoube::tools {

/// `moves`: SAN, separated by spaces.
chess::PgnGame game_of(std::string_view moves, chess::Result result = chess::Result::open,
                       const chess::Position& start = chess::Position::start());

/// Random legal moves, rich in captures, castling, en passant and promotions; sometimes Chess960.
chess::PgnGame random_game(std::uint64_t seed);

} // namespace adoube::tools
