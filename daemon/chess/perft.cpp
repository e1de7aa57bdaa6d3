#include "daemon/chess/perft.hpp"

namespace adoube::chess {

std::uint64_t perft(const Position& position, int depth) {
    if (depth <= 0) return 1;
    if (depth == 1) return static_cast<std::uint64_t>(position.legal_move_count());
    std::uint64_t count = 0;
    for (const Move move : position.legal_moves()) count += perft(position.after(move), depth - 1);
    return count;
}

std::vector<MoveCount> perft_divide(const Position& position, int depth,
                                    const std::function<void(std::size_t done, std::size_t all)>& told) {
    std::vector<MoveCount> counts;
    const auto moves = position.legal_moves();
    for (const Move move : moves) {
        if (told) told(counts.size(), moves.size());
        counts.push_back({move, perft(position.after(move), depth - 1)});
    }
    return counts;
}

} // namespace adoube::chess
