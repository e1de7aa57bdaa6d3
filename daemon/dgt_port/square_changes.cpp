#include "daemon/dgt_port/square_changes.hpp"

#include <algorithm>

namespace adoube::dgt_port {
namespace {

using Changes = std::vector<SquareChange>;

chess::Square at(std::size_t index) { return static_cast<chess::Square>(index); }

struct Moved {
    std::size_t to;
    std::optional<std::size_t> from; // empty: from beside the board
};

/// The pieces that come, with where each came from, the kings first.
std::vector<Moved> pieces_that_come(const Squares& before, const Squares& after) {
    std::array<bool, 64> taken{};
    std::vector<Moved> all;
    for (std::size_t to = 0; to < 64; ++to) {
        if (!after[to] || before[to] == after[to]) continue;
        Moved moved{to, {}};
        for (std::size_t from = 0; from < 64 && !moved.from; ++from)
            if (!after[from] && before[from] == after[to] && !taken[from]) moved.from = from;
        if (moved.from) taken[*moved.from] = true;
        all.push_back(moved);
    }
    std::ranges::stable_partition(
        all, [&](const Moved& moved) { return after[moved.to]->type == chess::PieceType::king; });
    return all;
}

} // namespace

Changes changes_between(const Squares& before, const Squares& after) {
    const auto coming = pieces_that_come(before, after);
    const auto moves_on = [&](std::size_t square) {
        return std::ranges::any_of(coming, [&](const Moved& moved) { return moved.from == square; });
    };
    Changes changes;
    for (const bool captured : {true, false})
        for (std::size_t square = 0; square < 64; ++square)
            if (before[square] && before[square] != after[square] && !moves_on(square) &&
                after[square].has_value() == captured)
                changes.push_back({at(square), {}});
    for (const auto& moved : coming) {
        if (moved.from) changes.push_back({at(*moved.from), {}});
        changes.push_back({at(moved.to), after[moved.to]});
    }
    return changes;
}

} // namespace adoube::dgt_port
