#include "tests/unit/round/hands_at_board.hpp"

#include <algorithm>

namespace adoube::tests {

wire::Squares squares_of(const chess::Position& position, wire::Sensing sensing) {
    wire::Squares squares;
    for (unsigned square = 0; square < 64; ++square)
        if (const auto piece = position.at(static_cast<chess::Square>(square)))
            squares.set(square, wire::seen_by(sensing, wire::content_from_char(chess::to_char(*piece))));
    return squares;
}

HandsAtBoard::HandsAtBoard(Hall& hall, BoardOnCable& board, const chess::Position& position)
    : hall_(hall), board_(board), position_(position), squares_(squares_of(position, board.sensing)) {
    board.place(squares_);
}

void HandsAtBoard::play(const std::string& moves) {
    const auto sensing = static_cast<record::Sensing>(board_.sensing);
    const auto played = moves_of(moves, position_);
    for (const auto& input : SimpleHands(500, sensing, position_).play(played)) happen(wire_event(input));
    for (const auto move : played) position_.play(move);
}

void HandsAtBoard::set_up(const chess::Position& position) {
    position_ = position;
    const auto wanted = squares_of(position, board_.sensing);
    for (unsigned square = 0; square < 64; ++square)
        if (squares_.at(square) != wire::Content::empty && squares_.at(square) != wanted.at(square))
            lift(square);
    for (unsigned square = 0; square < 64; ++square)
        if (squares_.at(square) != wanted.at(square)) drop(square, wanted.at(square));
}

void HandsAtBoard::lift(unsigned square) {
    happen({0, wire::EventKind::lift, square_of(square), squares_.at(square)});
}

void HandsAtBoard::drop(unsigned square, wire::Content content) {
    happen({0, wire::EventKind::drop, square_of(square), content});
}

void HandsAtBoard::press(chess::Side side) {
    happen({0, side == chess::Side::white ? wire::EventKind::press_white : wire::EventKind::press_black, 0,
            wire::Content::empty});
}

void HandsAtBoard::happen(wire::Event event) {
    event.time_us = board_.time_us;
    if (event.kind == wire::EventKind::lift) squares_.set(event.square, wire::Content::empty);
    if (event.kind == wire::EventKind::drop) squares_.set(event.square, event.content);
    board_.happen(event);
    if (hall_.is_plugged(port))
        for (std::int64_t ms = 0; ms < step_ms; ms += 50)
            hall_.step(std::min<std::int64_t>(50, step_ms - ms));
    else
        board_.time_us += static_cast<std::uint64_t>(step_ms) * 1000;
    after_each();
}

OneTable::OneTable(std::int64_t delay_ms) : hall({seat(1)}, {}, delay_ms) { hall.plug(0, board); }

} // namespace adoube::tests
