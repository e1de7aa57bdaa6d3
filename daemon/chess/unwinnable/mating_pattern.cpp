#include "daemon/chess/unwinnable/mating_pattern.hpp"

#include "daemon/chess/unwinnable/kings_way.hpp"
#include "daemon/chess/unwinnable/steps.hpp"

#include <algorithm>

namespace adoube::chess {

namespace {

/// What a pattern still lacks.
class Missing {
  public:
    Missing(const Routes& routes, const Position& position, Side winner, Bitboard attacked)
        : routes_(routes), position_(position), winner_(winner), loser_(other(winner)), attacked_(attacked),
          kings_(routes, position) {}

    int moves(const MatingPattern& pattern) {
        const int walk = kings_.of(loser_).to(pattern.king);
        const auto [checker, way] = nearest_checker(pattern);
        // The check comes last.
        int total = walk + (walk == 0 ? way : std::max(way, 1)) + others(pattern, checker);
        if (pattern.helper != 0) total += kings_.of(winner_).to(first(pattern.helper));
        return total;
    }

  private:
    struct Nearest {
        Bitboard piece = 0;
        int way = Routes::none;

        void offer(Square from, int far) {
            if (far < way) *this = {bit(from), far};
        }
    };

    Nearest nearest_checker(const MatingPattern& pattern) const {
        Nearest nearest;
        for (Bitboard pieces = position_.pieces(winner_, pattern.checks); pieces != 0;) {
            const Square from = pop(pieces);
            for (Bitboard to = pattern.checkers; to != 0;)
                nearest.offer(from, routes_.of_piece(pattern.checks, from, pop(to)));
        }
        return nearest;
    }

    int others(const MatingPattern& pattern, Bitboard checker) {
        Bitboard free = position_.pieces(loser_) & ~position_.pieces(loser_, PieceType::king);
        const Bitboard bishops = position_.pieces(winner_, PieceType::bishop) & ~checker;
        int total = 0;
        for (Bitboard squares = pattern.others & ~attacked_; squares != 0;) {
            const Square square = pop(squares);
            const Bitboard colour = contains(dark_squares, square) ? dark_squares : ~dark_squares;
            Nearest nearest;
            if ((bishops & colour) != 0) nearest.way = 1;
            for (Bitboard pieces = free; pieces != 0;) {
                const Square from = pop(pieces);
                nearest.offer(from, to_block(from, square));
            }
            free &= ~nearest.piece;
            total += nearest.way;
        }
        return total;
    }

    int to_block(Square from, Square to) {
        if (from == to) return 0;
        const PieceType type = position_.at(from)->type;
        if (type == PieceType::pawn) return to_block_by_pawn(from, to);
        // Such a piece beside its king can interpose.
        const bool steps_between = type == PieceType::rook || type == PieceType::queen;
        return routes_.of_piece(type, from, to) + (steps_between ? 1 : 0);
    }

    /// As a pawn, or after promotion.
    int to_block_by_pawn(Square from, Square to) {
        if (contains(routes_.reach().firm, from)) return Routes::none;
        const Square last = make_square(file_of(from), loser_ == Side::white ? 7 : 0);
        const bool ahead = to != last && contains(attacks::between(from, last), to);
        const Square end = ahead ? to : last;
        const Bitboard way = attacks::between(from, end) | bit(end);
        int far = std::popcount(way);
        if (!ahead)
            far += 1 + std::min(routes_.of_piece(PieceType::knight, last, to),
                                routes_.of_piece(PieceType::bishop, last, to));
        for (Bitboard obstacles = way & (position_.pieces(winner_, PieceType::pawn) |
                                         position_.pieces(winner_, PieceType::king));
             obstacles != 0;)
            far += 1 + to_capture(pop(obstacles));
        return far;
    }

    int to_capture(Square square) {
        constexpr int most = 8;
        int best = std::min(most, kings_.of(loser_).to(square));
        for (const PieceType type : officers)
            for (Bitboard pieces = position_.pieces(loser_, type); pieces != 0;)
                best = std::min(best, routes_.of_piece(type, pop(pieces), square));
        return best;
    }

    const Routes& routes_;
    const Position& position_;
    Side winner_, loser_;
    Bitboard attacked_;
    KingsWays kings_;
};

class Patterns {
  public:
    Patterns(const Position& position, Side winner, const Routes& routes)
        : position_(position), winner_(winner), missing_(routes, position, winner, 0),
          firm_(routes.reach().firm) {
        for (const Unit& unit : routes.reach()) {
            if (unit.side == winner && contains(firm_, unit.start))
                attacked_for_good_ |= steps_from(unit.type, unit.side, bit(unit.start));
            if (unit.side != winner && unit.type == PieceType::king) refuge_ = unit.squares;
        }
    }

    std::vector<MatingPattern> nearest(std::size_t most) {
        constexpr std::size_t most_by_king = 2;
        std::vector<Found> all;
        for (Bitboard kings = refuge_; kings != 0;) {
            here_.clear();
            around(pop(kings));
            keep_nearest(here_, most_by_king);
            all.insert(all.end(), here_.begin(), here_.end());
        }
        keep_nearest(all, most);
        std::vector<MatingPattern> patterns;
        for (const Found& found : all) patterns.push_back(found.pattern);
        return patterns;
    }

  private:
    struct Found {
        int distance;
        MatingPattern pattern;
    };

    static void keep_nearest(std::vector<Found>& found, std::size_t most) {
        std::ranges::stable_sort(found, {}, &Found::distance);
        if (found.size() > most) found.erase(found.begin() + static_cast<std::ptrdiff_t>(most), found.end());
    }

    void around(Square king) {
        if (position_.pieces(winner_, PieceType::bishop) != 0)
            for (Bitboard beside = diagonal_steps(bit(king)) & ~firm_; beside != 0;) {
                const Square next = pop(beside);
                Bitboard from = 0;
                for (Bitboard way = attacks::bishop(king, firm_) & ~firm_; way != 0;)
                    if (const Square at = pop(way); at == next || contains(attacks::between(king, at), next))
                        from |= bit(at);
                with_helpers(king, PieceType::bishop, from, attacks::line(king, next));
            }
        if (position_.pieces(winner_, PieceType::knight) != 0)
            for (Bitboard from = attacks::knight(king) & ~firm_; from != 0;) {
                const Square knight = pop(from);
                with_helpers(king, PieceType::knight, bit(knight), attacks::knight(knight));
            }
    }

    void with_helpers(Square king, PieceType checks, Bitboard checkers, Bitboard attacked) {
        offer({king, checks, checkers, 0, attacks::king(king) & ~attacked});
        for (Bitboard near = steps_from(PieceType::king, winner_, attacks::king(king)) &
                             ~attacks::king(king) & ~bit(king);
             near != 0;)
            offer({king, checks, checkers, bit(pop(near)), attacks::king(king) & ~attacked});
    }

    void offer(MatingPattern pattern) {
        Bitboard guarded = attacked_for_good_;
        if (pattern.helper != 0) guarded |= attacks::king(first(pattern.helper));
        pattern.checkers &= (~attacks::king(pattern.king) | guarded) & ~pattern.helper;
        pattern.others &= ~guarded;
        const int distance = missing_.moves(pattern);
        if (pattern.checkers != 0 && distance < Routes::none) here_.push_back({distance, pattern});
    }

    const Position& position_;
    Side winner_;
    /// At the root.
    Missing missing_;
    Bitboard firm_, attacked_for_good_ = 0, refuge_ = 0;
    std::vector<Found> here_;
};

} // namespace

int distance_to(const MatingPattern& pattern, const Routes& routes, const Position& position, Side winner,
                Bitboard attacked) {
    return Missing(routes, position, winner, attacked).moves(pattern);
}

std::vector<MatingPattern> nearest_patterns(const Position& position, Side winner, const Routes& routes,
                                            std::size_t most) {
    return Patterns(position, winner, routes).nearest(most);
}

} // namespace adoube::chess
