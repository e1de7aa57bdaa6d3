#pragma once
// A game as the simplest of hands play it: one piece at a time, a captured one first, each step at an even
// pace, then the clock.

#include "daemon/chess/san.hpp"
#include "daemon/umpire/input.hpp"

#include <sstream>
#include <stdexcept>
#include <vector>

namespace adoube::tests {

/// The moves of a text such as "e4 e5 Nf3".
inline std::vector<chess::Move> moves_of(const std::string& text,
                                         chess::Position position = chess::Position::start()) {
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

class SimpleHands {
  public:
    explicit SimpleHands(std::int64_t step_ms = 500, umpire::Sensing sensing = umpire::Sensing::presence,
                         const chess::Position& start = chess::Position::start())
        : step_ms_(step_ms), sensing_(sensing), position_(start) {}

    std::vector<umpire::Input> play(const std::vector<chess::Move>& moves) {
        for (const auto move : moves) make(move);
        return std::move(inputs_);
    }

  private:
    void make(chess::Move move) {
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
        put(umpire::Press{mover.side});
        position_.play(move);
    }
    umpire::Seen seen(chess::Piece piece) const {
        if (sensing_ == umpire::Sensing::presence) return {};
        if (sensing_ == umpire::Sensing::colour) return {piece.side, {}};
        return {piece.side, piece.type};
    }
    void lift(chess::Square square, chess::Piece piece) { put(umpire::Lift{square, seen(piece)}); }
    void drop(chess::Square square, chess::Piece piece) { put(umpire::Drop{square, seen(piece)}); }
    void put(umpire::What what) { inputs_.push_back({t_ms_ += step_ms_, std::move(what)}); }

    std::int64_t step_ms_;
    umpire::Sensing sensing_;
    std::int64_t t_ms_ = 0;
    chess::Position position_;
    std::vector<umpire::Input> inputs_;
};

/// A miniature with captures of all kinds, both castlings and an under-promotion; 1-0 by mate.
inline constexpr const char* short_game =
    "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 "
    "Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#";

} // namespace adoube::tests
