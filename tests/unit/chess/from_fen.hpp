#pragma once
// A valid position; otherwise the test fails with the reason.

#include "daemon/chess/position.hpp"

#include "tests/catch.hpp"

inline adoube::chess::Position from_fen(std::string_view fen) {
    const auto position = adoube::chess::Position::from_fen(fen);
    if (!position) FAIL(fen << ": " << position.error());
    return *position;
}
