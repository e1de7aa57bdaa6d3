#pragma once
// A position and its legal moves: Articles 1-3 and Guideline II (Chess960).

#include "daemon/chess/move.hpp"

#include <expected>

namespace adoube::chess {

/// The moves of one position, without heap. No position has more than 218.
class MoveList {
  public:
    void push(Move move) { moves_[size_++] = move; }
    const Move* begin() const { return moves_.data(); }
    const Move* end() const { return moves_.data() + size_; }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Move operator[](std::size_t at) const { return moves_[at]; }

  private:
    std::array<Move, 256> moves_;
    std::size_t size_ = 0;
};

class Position {
  public:
    /// The start position of Article 2.
    static Position start();

    /// FEN or its Chess960 forms (X-FEN and Shredder-FEN castling letters). Refuses, with one sentence, what
    /// cannot be played on: not one king each, the side not to move in check, pawns on the first or last rank,
    /// castling rights or an en passant square that the pieces belie. The two counters may be absent.
    static std::expected<Position, std::string> from_fen(std::string_view fen);

    /// X-FEN: an en passant square is written only where a capture there is legal.
    std::string fen() const;

    Side to_move() const;
    std::optional<Piece> at(Square square) const;
    Bitboard occupied() const;
    Bitboard pieces(Side side) const;
    Bitboard pieces(Side side, PieceType type) const;
    Square king(Side side) const;
    /// Plies since the last pawn move or capture (Articles 9.3 and 9.6.2).
    int halfmove_clock() const;
    int fullmove_number() const;
    /// True where kings or rooks do not stand on their normal squares for a castling right still held.
    bool is_chess960() const;

    MoveList legal_moves() const;
    bool has_legal_move() const;
    bool is_legal(Move move) const;
    bool is_capture(Move move) const;
    bool in_check() const;
    bool is_attacked(Square square, Side by) const;

    /// `move` must be legal.
    void play(Move move);
    Position after(Move move) const;

    /// The same position with another side to move, no en passant: for "what if" questions of the umpire.
    Position with_to_move(Side side) const;

    /// Equal exactly where two positions are the same for Article 9.2: side to move, pieces, castling rights, and
    /// an en passant only where it is a legal move.
    std::uint64_t repetition_key() const;

    /// A legal move from its UCI form ("e1g1" and "e1h1" both castle); empty where there is none.
    std::optional<Move> move_from_uci(std::string_view uci) const;

    friend bool operator==(const Position&, const Position&) = default;
};

} // namespace adoube::chess
