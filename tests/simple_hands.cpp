#include "tests/simple_hands.hpp"

#include "daemon/chess/notation/san.hpp"

#include <sstream>
#include <stdexcept>

namespace adoube::tests {

std::vector<chess::Move> moves_of(const std::string& text, chess::Position position) {
    std::vector<chess::Move> moves;
    std::istringstream words(text);
    for (std::string san; words >> san;) {
        const auto move = chess::move_from_san(position, san);
        if (!move) throw std::invalid_argument(move.error());
        moves.push_back(*move);
        position.play(*move);
    }
    return moves;
}

SimpleHands::SimpleHands(std::int64_t step_ms, record::Sensing sensing, const chess::Position& start)
    : step_ms_(step_ms), sensing_(sensing), position_(start) {}

std::vector<record::Input> SimpleHands::play(const std::vector<chess::Move>& moves) {
    for (const auto move : moves) make(move);
    return std::move(inputs_);
}

void SimpleHands::make(chess::Move move) {
    const auto mover = *position_.at(move.from);
    if (move.kind == chess::MoveKind::castling) {
        const auto rook = *position_.at(move.to);
        lift(move.from, mover);
        drop(chess::destination(move), mover);
        lift(move.to, rook);
        drop(chess::rook_destination(move), rook);
    } else {
        if (move.kind == chess::MoveKind::en_passant)
            lift(chess::en_passant_victim(move), *position_.at(chess::en_passant_victim(move)));
        else if (const auto victim = position_.at(move.to))
            lift(move.to, *victim);
        lift(move.from, mover);
        drop(move.to,
             move.kind == chess::MoveKind::promotion ? chess::Piece{mover.side, move.promoted} : mover);
    }
    put(record::Press{mover.side});
    position_.play(move);
}

record::Seen SimpleHands::seen(chess::Piece piece) const {
    if (sensing_ == record::Sensing::presence) return {};
    if (sensing_ == record::Sensing::colour) return {piece.side, {}};
    return {piece.side, piece.type};
}

void SimpleHands::lift(chess::Square square, chess::Piece piece) { put(record::Lift{square, seen(piece)}); }
void SimpleHands::drop(chess::Square square, chess::Piece piece) { put(record::Drop{square, seen(piece)}); }
void SimpleHands::put(record::What what) { inputs_.push_back({t_ms_ += step_ms_, std::move(what)}); }

} // namespace adoube::tests
