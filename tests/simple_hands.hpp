#pragma once
// The simplest hands: one piece at a time, a captured one first, at an even pace, then the clock.

#include "daemon/chess/position.hpp"
#include "daemon/record/input.hpp"

#include <string>
#include <vector>

namespace adoube::tests {

/// From SAN, as "e4 e5 Nf3".
std::vector<chess::Move> moves_of(const std::string& text,
                                  chess::Position position = chess::Position::start());

class SimpleHands {
  public:
    explicit SimpleHands(std::int64_t step_ms = 500, record::Sensing sensing = record::Sensing::presence,
                         const chess::Position& start = chess::Position::start());

    std::vector<record::Input> play(const std::vector<chess::Move>& moves);

  private:
    void make(chess::Move move);
    record::Seen seen(chess::Piece piece) const;
    void lift(chess::Square square, chess::Piece piece);
    void drop(chess::Square square, chess::Piece piece);
    void put(record::What what);

    std::int64_t step_ms_;
    record::Sensing sensing_;
    GameMs t_ms_{};
    chess::Position position_;
    std::vector<record::Input> inputs_;
};

/// The Opera Game: captures, queenside castling, mate; 1-0.
inline constexpr const char* short_game =
    "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 "
    "Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#";

} // namespace adoube::tests
