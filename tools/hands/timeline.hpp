#pragma once
// What happens on a board and its lever.

#include "daemon/record/input.hpp"

#include <vector>

namespace adoube::tools {

/// Empty: no piece.
struct Change {
    chess::Square square;
    std::optional<chess::Piece> now;
    friend bool operator==(const Change&, const Change&) = default;
};

struct LeverPress {
    chess::Side side;
};

/// What a person says: an offer, a resignation, an arbiter's command.
struct Said {
    record::What what;
};

struct Happening {
    std::int64_t t_us; // board time; never decreases
    std::variant<Change, LeverPress, Said> what;
};

struct Timeline {
    /// Before the first happening.
    chess::Position start = chess::Position::start();
    std::vector<Happening> happenings;
};

} // namespace adoube::tools
