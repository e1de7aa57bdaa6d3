#pragma once
// What the record of a game tells an arbiter that the feed does not: hands, claims, and squares that are
// wrong. Nothing from a sealed move on.

#include "daemon/journal/contents.hpp"
#include "daemon/time/instant.hpp"

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

namespace adoube::tools {

struct Touch {
    std::int64_t input = 1; // its number, 1 = the first
    GameMs at{};
    std::string what; // "e2 lifted"
};

struct WrongSquare {
    std::string square, is, must; // "e4", "empty", "a white pawn"; what must stand there
};

struct Touches {
    std::vector<Touch> all;
    std::vector<Touch> said; // by players: claims, offers, calls, j'adoube, flags
    std::vector<WrongSquare> wrong;
    std::vector<std::string> open; // what waits for an answer, one phrase each
};

/// The error is one sentence.
std::expected<Touches, std::string> touches_of(const journal::WholeGame& game);

} // namespace adoube::tools
