#include "daemon/umpire/reconstruction.hpp"

namespace adoube::umpire {
namespace {

constexpr std::size_t most = 16;
constexpr int most_nodes = 400'000;
/// A ply puts right four squares at the most (castling), others three.
constexpr int squares_a_ply = 3;

struct Search {
    const Sight& sight;
    int nodes_left = most_nodes;
    std::vector<chess::Move> line{};
    std::vector<std::vector<chess::Move>> found{};

    void from(const chess::Position& position, int plies) {
        const auto wrong = std::popcount(sight.differing(position));
        if (plies == 0) {
            if (wrong == 0) found.push_back(line);
            return;
        }
        if (wrong > squares_a_ply * plies + 1) return;
        for (const auto move : position.legal_moves()) {
            if (found.size() >= most || nodes_left-- <= 0) return;
            const bool same_to_the_eye = move.kind == chess::MoveKind::promotion &&
                                         move.promoted != chess::PieceType::queen &&
                                         sight.sensing() != Sensing::identity;
            if (same_to_the_eye) continue;
            line.push_back(move);
            from(position.after(move), plies - 1);
            line.pop_back();
        }
    }
};

} // namespace

std::vector<std::vector<chess::Move>> shortest_explanations(const chess::Position& position,
                                                            const Sight& sight, int most_plies) {
    Search search{.sight = sight};
    for (int plies = 0; plies <= most_plies && search.found.empty() && search.nodes_left > 0; ++plies)
        search.from(position, plies);
    return search.found;
}

} // namespace adoube::umpire
