#pragma once
// What a game reads as once it was written: in tags the reader keeps characters for which the writer has
// spaces.

#include "daemon/chess/notation/pgn.hpp"
#include "daemon/text/quoting.hpp"

namespace adoube::tests {

inline chess::PgnGame as_written(chess::PgnGame game) {
    for (auto& [name, value] : game.tags) value = text::without_controls(value);
    return game;
}

} // namespace adoube::tests
