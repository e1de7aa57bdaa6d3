#pragma once
// What happens on a board and at its lever, moment by moment.

#include "daemon/record/input.hpp"

#include <vector>

namespace adoube::tools {

/// From now on this stands on the square (nothing, where empty).
struct Change {
    chess::Square square;
    std::optional<chess::Piece> now;
    friend bool operator==(const Change&, const Change&) = default;
};

/// A player presses the lever.
struct LeverPress {
    chess::Side side;
};

/// What no board can sense, and a person tells the daemon: an offer, a resignation, an arbiter's command.
struct Said {
    record::What what;
};

struct Happening {
    std::int64_t t_us; // board time; never decreases along a timeline
    std::variant<Change, LeverPress, Said> what;
};

struct Timeline {
    /// What stands on the board before the first happening.
    chess::Position start = chess::Position::start();
    std::vector<Happening> happenings;
};

} // namespace adoube::tools
