#pragma once
// Which squares a piece reaches on a given board, from small tables made by the compiler. Sliding pieces by
// o^(o-2r) both ways along a line (hyperbola quintessence), ranks by table. Internal to the chess room.

#include "daemon/chess/types.hpp"

namespace adoube::chess {

inline constexpr Bitboard file_a = 0x0101010101010101, file_h = file_a << 7;

namespace attacks {

/// The whole lines through a square, without the square itself.
struct Lines {
    Bitboard rank, file, diagonal, antidiagonal;
};

namespace detail {

struct Step {
    int file, rank;
};

constexpr Bitboard on_board(int file, int rank) {
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? 0 : bit(make_square(file, rank));
}

template<std::size_t N>
constexpr std::array<Bitboard, 64> leaps(const std::array<Step, N>& steps) {
    std::array<Bitboard, 64> table{};
    for (int square = 0; square < 64; ++square)
        for (const auto [file, rank] : steps)
            table[square] |= on_board((square & 7) + file, (square >> 3) + rank);
    return table;
}

constexpr Bitboard whole_line(int square, Step step) {
    Bitboard line = 0;
    for (int n = -7; n <= 7; ++n)
        if (n != 0) line |= on_board((square & 7) + n * step.file, (square >> 3) + n * step.rank);
    return line;
}

constexpr std::array<Lines, 64> all_lines() {
    std::array<Lines, 64> table{};
    for (int square = 0; square < 64; ++square)
        table[square] = {whole_line(square, {1, 0}), whole_line(square, {0, 1}), whole_line(square, {1, 1}),
                         whole_line(square, {1, -1})};
    return table;
}

/// By file of the slider and the inner six squares of its rank.
constexpr std::array<std::array<std::uint8_t, 64>, 8> all_rank_attacks() {
    std::array<std::array<std::uint8_t, 64>, 8> table{};
    for (int file = 0; file < 8; ++file)
        for (unsigned inner = 0; inner < 64; ++inner) {
            const unsigned occupied = inner << 1;
            unsigned reached = 0;
            for (const int step : {-1, 1})
                for (int to = file + step; to >= 0 && to < 8; to += step) {
                    reached |= 1u << to;
                    if ((occupied >> to & 1) != 0) break;
                }
            table[file][inner] = static_cast<std::uint8_t>(reached);
        }
    return table;
}

inline constexpr std::array<Step, 8> king_steps{
    {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};

constexpr std::array<std::array<Bitboard, 64>, 64> all_between() {
    std::array<std::array<Bitboard, 64>, 64> table{};
    for (int from = 0; from < 64; ++from)
        for (const auto [file, rank] : king_steps) {
            Bitboard way = 0;
            for (int n = 1; n < 8; ++n) {
                const Bitboard to = on_board((from & 7) + n * file, (from >> 3) + n * rank);
                if (to == 0) break;
                table[from][std::countr_zero(to)] = way;
                way |= to;
            }
        }
    return table;
}

inline constexpr auto knight =
    leaps(std::array<Step, 8>{{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}});
inline constexpr auto king = leaps(king_steps);
inline constexpr std::array pawn{leaps(std::array<Step, 2>{{{-1, 1}, {1, 1}}}),
                                 leaps(std::array<Step, 2>{{{-1, -1}, {1, -1}}})};
inline constexpr auto lines = all_lines();
inline constexpr auto between = all_between();
inline constexpr auto rank_attacks = all_rank_attacks();

constexpr Bitboard slide(Square from, Bitboard occupied, Bitboard line) {
    const Bitboard ahead = occupied & line;
    const Bitboard behind = std::byteswap(ahead);
    return ((ahead - bit(from)) ^ std::byteswap(behind - std::byteswap(bit(from)))) & line;
}

} // namespace detail

constexpr Bitboard knight(Square from) { return detail::knight[index(from)]; }
constexpr Bitboard king(Square from) { return detail::king[index(from)]; }
/// The two squares (one at the edge) on which a pawn of `side` standing on `from` captures.
constexpr Bitboard pawn(Side side, Square from) { return detail::pawn[static_cast<int>(side)][index(from)]; }

constexpr Bitboard bishop(Square from, Bitboard occupied) {
    const Lines& lines = detail::lines[index(from)];
    return detail::slide(from, occupied, lines.diagonal) | detail::slide(from, occupied, lines.antidiagonal);
}
constexpr Bitboard rook(Square from, Bitboard occupied) {
    const int first_of_rank = index(from) & 56;
    const Bitboard inner = occupied >> (first_of_rank + 1) & 63;
    return Bitboard{detail::rank_attacks[file_of(from)][inner]} << first_of_rank |
           detail::slide(from, occupied, detail::lines[index(from)].file);
}

/// The squares strictly between two on one line; none where they share no line.
constexpr Bitboard between(Square a, Square b) { return detail::between[index(a)][index(b)]; }

/// The whole line that goes through both, without `a`; none where they share no line.
constexpr Bitboard line(Square a, Square b) {
    const Lines& lines = detail::lines[index(a)];
    for (const Bitboard line : {lines.rank, lines.file, lines.diagonal, lines.antidiagonal})
        if (contains(line, b)) return line;
    return 0;
}

} // namespace attacks
} // namespace adoube::chess
