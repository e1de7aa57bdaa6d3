#pragma once
// Sides, pieces, squares, sets of squares.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace adoube::chess {

enum class Side : std::uint8_t { white, black };

constexpr Side other(Side side) { return side == Side::white ? Side::black : Side::white; }

enum class PieceType : std::uint8_t { pawn, knight, bishop, rook, queen, king };

inline constexpr std::array all_piece_types{PieceType::pawn, PieceType::knight, PieceType::bishop,
                                            PieceType::rook, PieceType::queen,  PieceType::king};

struct Piece {
    Side side;
    PieceType type;
    friend constexpr bool operator==(Piece, Piece) = default;
};

/// The FEN letter: upper case for White.
constexpr char to_char(Piece piece) {
    const char letter = "pnbrqk"[static_cast<int>(piece.type)];
    return piece.side == Side::white ? static_cast<char>(letter - 'a' + 'A') : letter;
}
constexpr std::optional<Piece> piece_from_char(char letter) {
    const bool white = letter >= 'A' && letter <= 'Z';
    const auto at = std::string_view("pnbrqk").find(static_cast<char>(white ? letter - 'A' + 'a' : letter));
    if (at == std::string_view::npos) return std::nullopt;
    return Piece{white ? Side::white : Side::black, static_cast<PieceType>(at)};
}

/// a1 = 0, b1 = 1, … h8 = 63.
enum class Square : std::uint8_t {};

constexpr int index(Square square) { return static_cast<int>(square); }
/// Files and ranks count from 0.
constexpr int file_of(Square square) { return index(square) & 7; }
constexpr int rank_of(Square square) { return index(square) >> 3; }
constexpr Square make_square(int file, int rank) { return static_cast<Square>(rank * 8 + file); }

inline std::string to_string(Square square) {
    return {static_cast<char>('a' + file_of(square)), static_cast<char>('1' + rank_of(square))};
}
constexpr std::optional<Square> square_from(std::string_view name) {
    if (name.size() != 2 || name[0] < 'a' || name[0] > 'h' || name[1] < '1' || name[1] > '8')
        return std::nullopt;
    return make_square(name[0] - 'a', name[1] - '1');
}

/// Bit n is the square of index n.
using Bitboard = std::uint64_t;

inline constexpr Bitboard dark_squares = 0xaa55aa55aa55aa55;

constexpr Bitboard bit(Square square) { return Bitboard{1} << index(square); }
constexpr bool contains(Bitboard set, Square square) { return (set & bit(square)) != 0; }
constexpr Square first(Bitboard set) { return static_cast<Square>(std::countr_zero(set)); }
/// `set` must not be empty.
constexpr Square pop(Bitboard& set) {
    const Square square = first(set);
    set &= set - 1;
    return square;
}

} // namespace adoube::chess
