#pragma once
// A position and its legal moves: Articles 1-3 and Guideline II (Chess960).

#include "daemon/chess/move.hpp"

#include <expected>

namespace adoube::chess {

/// The moves of one position, without heap.
class MoveList {
  public:
    MoveList() {}
    void push(Move move) { moves_[size_++] = move; }
    const Move* begin() const { return moves_.data(); }
    const Move* end() const { return moves_.data() + size_; }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    Move operator[](std::size_t at) const { return moves_[at]; }

  private:
    /// A game has at most 218 moves in a position, a FEN of many queens more. With n pieces there are at most
    /// 27 n moves and two castlings; and at most 16 a square that is not one's own, 9 more where a pawn
    /// promotes.
    static constexpr std::size_t capacity = 704;
    /// In a union so that nobody pays for clearing it.
    union {
        std::array<Move, capacity> moves_;
    };
    std::size_t size_ = 0;
};

class Position {
  public:
    /// The start position of Article 2.
    static Position start();

    /// FEN or its Chess960 forms (X-FEN and Shredder-FEN castling letters). Refuses, with one sentence, what
    /// cannot be played on: not one king each, the side not to move in check, pawns on the first or last
    /// rank, castling rights or an en passant square that the pieces belie. The two counters may be absent.
    static std::expected<Position, std::string> from_fen(std::string_view fen);

    /// X-FEN: an en passant square is written only where a capture there is legal.
    std::string fen() const;

    Side to_move() const { return to_move_; }
    std::optional<Piece> at(Square square) const {
        if (!contains(occupied(), square)) return std::nullopt;
        return Piece{contains(sides_[0], square) ? Side::white : Side::black, type_at(square)};
    }
    Bitboard occupied() const { return sides_[0] | sides_[1]; }
    Bitboard pieces(Side side) const { return sides_[static_cast<int>(side)]; }
    Bitboard pieces(Side side, PieceType type) const { return pieces(side) & types_[static_cast<int>(type)]; }
    Square king(Side side) const { return first(pieces(side, PieceType::king)); }
    /// The rooks with which `side` has not lost the right to castle.
    Bitboard castling_rooks(Side side) const { return castling_ & pieces(side); }
    /// The square passed over by a pawn that can now legally be taken in passing.
    std::optional<Square> en_passant() const { return en_passant_; }
    /// Plies since the last pawn move or capture (Articles 9.3 and 9.6.2).
    int halfmove_clock() const { return halfmove_clock_; }
    int fullmove_number() const { return fullmove_number_; }
    /// True where kings or rooks do not stand on their normal squares for a castling right still held.
    bool is_chess960() const;

    /// Of the pieces on `movers`; a castling is the king's. Never takes a king, not even in a position of
    /// `with_to_move` that would allow it.
    MoveList legal_moves(Bitboard movers = ~Bitboard{0}) const;
    /// `legal_moves().size()`, without writing them down.
    int legal_move_count() const;
    bool has_legal_move() const { return legal_move_count() != 0; }
    bool is_legal(Move move) const;
    bool is_capture(Move move) const;
    bool in_check() const { return is_attacked(king(to_move_), other(to_move_)); }
    /// As 3.1.2 has it: also by a piece that is pinned.
    bool is_attacked(Square square, Side by) const { return attackers(square, by, occupied()) != 0; }

    /// `move` must be legal.
    void play(Move move);
    Position after(Move move) const;
    /// What a move against Article 3 leaves: whatever stood where it went is taken. Nothing where nobody
    /// could go on from there: a king taken or next to the other, a pawn on the first or last rank. The king
    /// of the side that moved may be attacked, which no FEN may say.
    std::optional<Position> after_illegal(Move move) const;
    /// The side not having the move is in check: only an illegal move leaves it so.
    bool king_can_be_taken() const { return is_attacked(king(other(to_move_)), to_move_); }

    /// The same position with another side to move, no en passant: for "what if" questions of the umpire.
    Position with_to_move(Side side) const;

    /// The same position with the king of `side` on another square, or on none at all (`at` is empty): for
    /// what is true wherever it stands. Of a position without it only the pieces and the side to move may be
    /// asked.
    Position with_king(Side side, Bitboard at) const;

    /// Equal exactly where two positions are the same for Article 9.2: side to move, pieces, castling rights,
    /// and an en passant only where it is a legal move.
    std::uint64_t repetition_key() const;
    /// Whether both are the same for Article 9.2, without the one chance in 2^64 of equal keys.
    bool repeats(const Position& other) const;

    /// A legal move from its UCI form ("e1g1" and "e1h1" both castle); empty where there is none.
    std::optional<Move> move_from_uci(std::string_view uci) const;

    friend bool operator==(const Position&, const Position&) = default;

  private:
    friend class FenReader;
    template<Side us, class Sink>
    friend class Generator;

    Position() = default;

    PieceType type_at(Square square) const {
        for (const PieceType type : all_piece_types)
            if (contains(types_[static_cast<int>(type)], square)) return type;
        return PieceType::pawn;
    }
    void put(Piece piece, Square square);
    void remove(Bitboard squares);
    /// The pieces of `by` that attack `square` if `occupied` were all that stands on the board.
    Bitboard attackers(Square square, Side by, Bitboard occupied) const;
    /// The pawns of the side to move that may legally take in passing on `square`.
    Bitboard en_passant_captors(Square square) const;

    std::array<Bitboard, 2> sides_{};
    std::array<Bitboard, 6> types_{};
    /// The rooks of both sides that may still castle.
    Bitboard castling_ = 0;
    /// Only where a capture there is legal.
    std::optional<Square> en_passant_;
    Side to_move_ = Side::white;
    int halfmove_clock_ = 0;
    int fullmove_number_ = 1;
};

} // namespace adoube::chess
