#include "daemon/round/live_board.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace adoube::round {

using chess::Bitboard;
using chess::Square;

namespace {

constexpr std::size_t at(Square square) { return static_cast<std::size_t>(index(square)); }

/// Where sensors tell little, a capture looks like a lift alone, and as any other capture.
std::optional<chess::Position> after_move_shown(const umpire::Sight& sight, const chess::Position& stands) {
    std::optional<std::pair<GameMs, chess::PieceType>> best;
    std::optional<chess::Position> shown;
    for (const auto move : stands.legal_moves()) {
        const auto landed_ms = sight.dropped_ms(chess::destination(move));
        const std::pair likeness(landed_ms, move.promoted);
        if (landed_ms < sight.lifted_ms(move.from) || (best && likeness <= *best)) continue;
        auto after = stands.after(move);
        if (sight.differing(after) != 0) continue;
        best = likeness;
        shown = std::move(after);
    }
    return shown;
}

/// Follows pieces out of `stands` through the hands.
class Hands {
  public:
    Hands(const umpire::Sight& sight, const chess::Position& stands)
        : sight_(sight), stands_(stands), untold_(sight.masked() & ~sight.overlooked()),
          in_hand_(stands.occupied() & ~sight.occupied() & ~untold_) {}

    LiveSquares squares() {
        auto squares = pieces_of(stands_);
        for (auto lifted = in_hand_; lifted;) squares[at(chess::pop(lifted))].reset();
        const auto all = landed();
        for (const auto square : all) in_hand_ |= stands_.occupied() & bit(square);
        for (const auto square : all) squares[at(square)] = take_for(square);
        return squares;
    }

  private:
    /// Squares with another piece than in `stands_`, first come first.
    std::vector<Square> landed() const {
        std::vector<Square> landed;
        for (auto seen = sight_.occupied() & ~untold_; seen;)
            if (const auto square = chess::pop(seen); is_new(square)) landed.push_back(square);
        std::ranges::stable_sort(landed, {}, [&](Square square) { return sight_.dropped_ms(square); });
        return landed;
    }

    bool is_new(Square square) const {
        const auto stood = stands_.at(square);
        if (!stood) return true;
        if (const auto side = sight_.at(square)->side) return *side != stood->side;
        for (auto in_hand = in_hand_; in_hand;) {
            const auto lifted_ms = sight_.lifted_ms(chess::pop(in_hand));
            if (sight_.lifted_ms(square) < lifted_ms && lifted_ms <= sight_.dropped_ms(square)) return true;
        }
        return false;
    }

    std::optional<chess::Piece> take_for(Square square) {
        const auto side = sight_.at(square)->side;
        const auto candidates = side ? in_hand_ & stands_.pieces(*side) : in_hand_;
        if (!candidates) return std::nullopt;
        Bitboard before = 0;
        for (auto left = candidates; left;)
            if (const auto from = chess::pop(left); sight_.lifted_ms(from) <= sight_.dropped_ms(square))
                before |= bit(from);
        // A slow scan may see the new square first.
        const auto from = sight_.last_lifted(before ? before : candidates);
        in_hand_ &= ~from;
        return stands_.at(chess::first(from));
    }

    const umpire::Sight& sight_;
    const chess::Position& stands_;
    Bitboard untold_; // by a faulty sensor
    Bitboard in_hand_;
};

} // namespace

LiveSquares pieces_of(const chess::Position& position) {
    LiveSquares squares;
    for (auto occupied = position.occupied(); occupied;) {
        const auto square = chess::pop(occupied);
        squares[at(square)] = position.at(square);
    }
    return squares;
}

LiveSquares live_squares(const umpire::Sight& sight, const chess::Position& stands) {
    if (sight.differing(stands) == 0) return pieces_of(stands);
    const auto moved = after_move_shown(sight, stands);
    auto squares = moved ? pieces_of(*moved) : Hands(sight, stands).squares();
    for (auto seen = sight.occupied() & ~sight.masked(); seen;) {
        const auto square = chess::pop(seen);
        const auto told = *sight.at(square);
        if (told.side && told.type) squares[at(square)] = chess::Piece{*told.side, *told.type};
    }
    return squares;
}

} // namespace adoube::round
