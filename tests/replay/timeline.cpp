#include "tests/replay/timeline.hpp"

#include <stdexcept>

namespace adoube::replay {

namespace {

record::Seen all_of(Piece piece) { return {piece.side, piece.type}; }

} // namespace

Placement placement_of(const Position& position) {
    Placement result;
    for (int square = 0; square < 64; ++square) result[square] = position.at(static_cast<Square>(square));
    return result;
}

Piece Timeline::lift(Square square, bool unseen) {
    auto& there = board_[index(square)];
    if (!there) throw std::logic_error("the hands lift nothing from " + to_string(square));
    const Piece piece = *there;
    there.reset();
    events_.push_back({now_, record::Lift{square, all_of(piece)}, unseen});
    return piece;
}

void Timeline::drop(Square square, Piece piece, bool unseen) {
    board_[index(square)] = piece;
    dropped_at_[index(square)] = now_;
    events_.push_back({now_, record::Drop{square, all_of(piece)}, unseen});
}

} // namespace adoube::replay
