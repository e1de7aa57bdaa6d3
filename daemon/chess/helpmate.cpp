// Best first: of all positions seen, the one that looks nearest to a mate goes on. Every position is kept
// once, so that a search which runs dry has seen them all.

#include "daemon/chess/helpmate.hpp"

#include "daemon/chess/attacks.hpp"
#include "daemon/chess/mating_material.hpp"

#include <algorithm>

namespace adoube::chess {

namespace {

using Index = std::uint32_t;
constexpr Index none = ~Index{0};

struct Node {
    Position position;
    Index parent = none;
    Index next = none; // of the same estimate, in the queue
    Move move;
};

int distance(Square a, Square b) {
    return std::max(std::abs(file_of(a) - file_of(b)), std::abs(rank_of(a) - rank_of(b)));
}

/// The squares that `side` attacks, seen through the king of the other side.
Bitboard attacked_squares(const Position& position, Side side) {
    const Bitboard occupied = position.occupied() & ~position.pieces(other(side), PieceType::king);
    const Bitboard queens = position.pieces(side, PieceType::queen);
    const Bitboard pawns = position.pieces(side, PieceType::pawn);
    constexpr Bitboard file_a = 0x0101010101010101, file_h = file_a << 7;
    Bitboard attacked = attacks::king(position.king(side));
    attacked |= side == Side::white ? (pawns & ~file_a) << 7 | (pawns & ~file_h) << 9
                                    : (pawns & ~file_h) >> 7 | (pawns & ~file_a) >> 9;
    for (Bitboard from = position.pieces(side, PieceType::knight); from != 0;)
        attacked |= attacks::knight(pop(from));
    for (Bitboard from = position.pieces(side, PieceType::bishop) | queens; from != 0;)
        attacked |= attacks::bishop(pop(from), occupied);
    for (Bitboard from = position.pieces(side, PieceType::rook) | queens; from != 0;)
        attacked |= attacks::rook(pop(from), occupied);
    return attacked;
}

class Search {
  public:
    Search(const Position& root, Side winner, std::uint64_t most_nodes)
        : root_(root), winner_(winner), loser_(other(winner)), most_nodes_(most_nodes) {
        table_.assign(256, none);
    }

    Helpmate run() {
        Helpmate result;
        add(root_, none, {});
        while (mate_ == none && !gave_up_) {
            const Index at = best();
            if (at == none) break;
            expand(at);
        }
        result.nodes = nodes_.size();
        if (mate_ != none) {
            result.found = Mating::possible;
            for (Index at = mate_; nodes_[at].parent != none; at = nodes_[at].parent)
                result.line.push_back(nodes_[at].move);
            std::reverse(result.line.begin(), result.line.end());
        } else if (!gave_up_) {
            result.found = Mating::impossible;
        }
        return result;
    }

  private:
    void expand(Index at) {
        const Position position = nodes_[at].position;
        for (const Move move : position.legal_moves()) {
            add(position.after(move), at, move);
            if (mate_ != none || gave_up_) return;
        }
    }

    void add(const Position& position, Index parent, Move move) {
        if (!can_have_mating_material(position, winner_)) return;
        if (!remember(position)) return;
        if (nodes_.size() >= most_nodes_) {
            gave_up_ = true;
            return;
        }
        const auto at = static_cast<Index>(nodes_.size());
        nodes_.push_back({position, parent, none, move});
        const Bitboard attacked = attacked_squares(position, winner_);
        const Square king = position.king(loser_);
        if (position.to_move() == loser_ && contains(attacked, king) && !position.has_legal_move()) {
            mate_ = at;
            return;
        }
        const int rank = std::min(estimate(position, attacked), static_cast<int>(queue_.size()) - 1);
        nodes_[at].next = queue_[rank];
        queue_[rank] = at;
        best_ = std::min(best_, rank);
    }

    /// Whether it is new. Must be followed by pushing it.
    bool remember(const Position& position) {
        if (table_.size() < 2 * (nodes_.size() + 1)) grow();
        const std::size_t slot = find(position);
        if (table_[slot] != none) return false;
        table_[slot] = static_cast<Index>(nodes_.size());
        return true;
    }
    std::size_t find(const Position& position) const {
        std::size_t slot = position.repetition_key() & (table_.size() - 1);
        while (table_[slot] != none && !nodes_[table_[slot]].position.repeats(position))
            slot = (slot + 1) & (table_.size() - 1);
        return slot;
    }
    void grow() {
        table_.assign(4 * table_.size(), none);
        for (Index at = 0; at < nodes_.size(); ++at) table_[find(nodes_[at].position)] = at;
    }

    Index best() {
        while (best_ < static_cast<int>(queue_.size()) && queue_[best_] == none) ++best_;
        if (best_ == static_cast<int>(queue_.size())) return none;
        const Index at = queue_[best_];
        queue_[best_] = nodes_[at].next;
        return at;
    }

    int estimate(const Position& position, Bitboard attacked) const {
        const Square king = position.king(loser_);
        const Bitboard flights = attacks::king(king) & ~attacked & ~position.pieces(loser_);
        int far = 6 * std::popcount(flights) + 2 * distance(king, position.king(winner_));
        if (!contains(attacked, king)) far += 3;
        Bitboard pieces = position.pieces(winner_) & ~position.pieces(winner_, PieceType::pawn) &
                          ~position.pieces(winner_, PieceType::king);
        int nearest = 12;
        while (pieces != 0) nearest = std::min(nearest, distance(king, pop(pieces)));
        far += nearest;
        if ((position.pieces(winner_, PieceType::queen) | position.pieces(winner_, PieceType::rook)) == 0) {
            int steps = 6;
            for (Bitboard pawns = position.pieces(winner_, PieceType::pawn); pawns != 0;) {
                const Square pawn = pop(pawns);
                steps = std::min(steps, winner_ == Side::white ? 7 - rank_of(pawn) : rank_of(pawn));
            }
            far += 4 * steps;
        }
        return far;
    }

    Position root_;
    Side winner_, loser_;
    std::uint64_t most_nodes_;
    std::vector<Node> nodes_;
    /// Open addressing, a power of two.
    std::vector<Index> table_;
    std::array<Index, 128> queue_ = [] {
        std::array<Index, 128> empty{};
        empty.fill(none);
        return empty;
    }();
    int best_ = 0;
    Index mate_ = none;
    bool gave_up_ = false;
};

} // namespace

Helpmate find_helpmate(const Position& position, Side winner, std::uint64_t most_nodes) {
    return Search(position, winner, most_nodes).run();
}

} // namespace adoube::chess
