#include "daemon/umpire/reconstruction.hpp"

#include "daemon/umpire/reading.hpp" // hands_of

#include <algorithm>

namespace adoube::umpire {
namespace {

constexpr std::size_t most_found = 16;
constexpr int most_nodes = 400'000;
/// A ply puts right four squares at the most (castling), others three.
constexpr int squares_a_ply = 3;
constexpr int most_in_hand = 2;

struct Search {
    const Sight& sight;
    Hands hands;
    int nodes_left = most_nodes;
    std::vector<chess::Move> line{};
    std::vector<std::vector<chess::Move>> found{};

    /// So many squares can be put right by `plies` moves, with those whose pieces are in hand.
    int most_wrong(int plies) const {
        const int in_hand = hands == Hands::full ? most_in_hand : 0;
        return in_hand + (plies == 0 ? 0 : squares_a_ply * plies + 1);
    }

    void from(const chess::Position& position, int plies) {
        const auto wrong = sight.differing(position);
        if (std::popcount(wrong) > most_wrong(plies)) return;
        if (plies == 0) {
            if (hands == Hands::empty || taken_up(position, sight) != 0) found.push_back(line);
            return;
        }
        if (plies == 1 && !sight.may_show_a_move(position)) {
            nodes_left -= position.legal_move_count();
            return;
        }
        const bool must_help = std::popcount(wrong) > most_wrong(plies - 1);
        for (const auto move : position.legal_moves()) {
            if (found.size() >= most_found || nodes_left-- <= 0) return;
            const auto helped = wrong & squares_of(move);
            if (must_help && (helped == 0 || std::popcount(wrong ^ helped) > most_wrong(plies - 1))) continue;
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

bool may_be_of_one_move(const chess::Position& position, chess::Bitboard gone) {
    return std::ranges::any_of(position.legal_moves(),
                               [&](chess::Move move) { return (gone & ~hands_of(position, move)) == 0; });
}

chess::Bitboard taken_up(const chess::Position& position, const Sight& sight) {
    const auto gone = sight.differing(position);
    if (gone == 0 || std::popcount(gone) > most_in_hand || (gone & sight.occupied())) return 0;
    return may_be_of_one_move(position, gone) ? gone : 0;
}

std::vector<std::vector<chess::Move>> shortest_explanations(const chess::Position& position,
                                                            const Sight& sight, int most_plies, Hands hands) {
    Search search{.sight = sight, .hands = hands};
    for (int plies = 0; plies <= most_plies && search.found.empty() && search.nodes_left > 0; ++plies)
        search.from(position, plies);
    return search.found;
}

} // namespace adoube::umpire
