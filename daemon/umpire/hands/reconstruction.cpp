#include "daemon/umpire/hands/reconstruction.hpp"

#include "daemon/umpire/data/reading.hpp"

#include <algorithm>
#include <cstdlib>

namespace adoube::umpire {
namespace {

constexpr std::size_t most_found = 16;
constexpr int most_in_hand = 2;

/// A ply puts right two squares: the one that its piece leaves, and the one that it goes to. Castling puts
/// right four, where the king is gone from his. Taking en passant three, but with the step before it four in
/// two plies: only one that is there already puts more right.
int most_put_right(const chess::Position& position, chess::Bitboard wrong, int plies) {
    if (plies == 0) return 0;
    int castlings = 0;
    for (const auto side : {chess::Side::white, chess::Side::black})
        castlings += position.castling_rooks(side) && chess::contains(wrong, position.king(side));
    return 2 * (plies + std::min(plies, castlings)) + (position.en_passant() ? 1 : 0);
}

bool is_double_step(const chess::Position& position, chess::Move move) {
    return position.at(move.from)->type == chess::PieceType::pawn &&
           std::abs(chess::index(move.to) - chess::index(move.from)) == 16;
}

struct Search {
    const Sight& sight;
    Hands hands;
    int& nodes_left;
    std::vector<chess::Move> line{};
    std::vector<std::vector<chess::Move>> found{};

    int in_hand() const { return hands == Hands::full ? most_in_hand : 0; }

    /// So many squares are wrong after it, at the least: what it leaves had been right, or it helps.
    static int wrong_after(chess::Bitboard wrong, chess::Move move) {
        const bool leaves_right = !contains(wrong, move.from);
        return std::popcount(wrong & ~squares_of(move)) + (leaves_right ? 1 : 0);
    }

    void from(const chess::Position& position, int plies) {
        const auto wrong = sight.differing(position);
        if (std::popcount(wrong) > most_put_right(position, wrong, plies) + in_hand()) return;
        if (plies == 0) {
            if (hands == Hands::empty || taken_up(position, sight) != 0) found.push_back(line);
            return;
        }
        if (plies == 1 && !sight.may_show_a_move(position) && hands == Hands::empty) {
            nodes_left -= position.legal_move_count();
            return;
        }
        // Castling rights do not come back, and what is right now is wrong only while a piece is on its way.
        const int castlings = most_put_right(position, wrong, plies) - 2 * plies;
        const int most_left = 2 * (plies - 1) + std::max(castlings, 0) + in_hand();
        for (const auto move : position.legal_moves()) {
            if (found.size() >= most_found || nodes_left-- <= 0) return;
            const bool leaves_king = move.from == position.king(position.to_move());
            const int slack = is_double_step(position, move) ? 1 : leaves_king ? 2 : 0;
            if (wrong_after(wrong, move) > most_left + slack) continue;
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
                                                            const Sight& sight, int most_plies, Hands hands,
                                                            int& budget) {
    Search search{.sight = sight, .hands = hands, .nodes_left = budget};
    for (int plies = 0; plies <= most_plies && search.found.empty() && search.nodes_left > 0; ++plies)
        search.from(position, plies);
    std::ranges::sort(search.found, {}, [](const std::vector<chess::Move>& line) {
        std::string text;
        for (const auto move : line) text += to_uci(move) + ' ';
        return text;
    });
    return search.found;
}

} // namespace adoube::umpire
