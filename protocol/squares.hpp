#pragma once
// What stands on a square, for every kind of sensor, and on all 64 of them.

#include <array>
#include <cstddef>
#include <cstdint>

namespace adoube::wire {

/// What a square's sensor tells: occupied or not; by which side; by which piece.
enum class Sensing : std::uint8_t { presence = 0, colour = 1, identity = 2 };

/// Four bits. 1-6 are White's pieces and 9-14 Black's, in the order pawn, knight, bishop, rook, queen, king.
enum class Content : std::uint8_t {
    empty = 0,
    white_pawn = 1,
    white_knight = 2,
    white_bishop = 3,
    white_rook = 4,
    white_queen = 5,
    white_king = 6,
    white = 7,    // of unknown type
    occupied = 8, // by an unknown side
    black_pawn = 9,
    black_knight = 10,
    black_bishop = 11,
    black_rook = 12,
    black_queen = 13,
    black_king = 14,
    black = 15, // of unknown type
};

/// What a board of this sensing can tell of it.
constexpr Content seen_by(Sensing sensing, Content content) {
    if (content == Content::empty || sensing == Sensing::identity) return content;
    if (sensing == Sensing::presence || content == Content::occupied) return Content::occupied;
    return content < Content::occupied ? Content::white : Content::black;
}

/// The letter of a sensor log's snapshot: '.', 'x', 'w', 'b' or the FEN letter.
constexpr char to_char(Content content) {
    return ".PNBRQKwxpnbrqkb"[static_cast<std::uint8_t>(content) & 15];
}

/// `b` is a black bishop where identities are sensed, else any black piece. Any other letter: empty.
constexpr Content content_from_char(char letter, Sensing sensing = Sensing::identity) {
    if (letter == 'b') return sensing == Sensing::identity ? Content::black_bishop : Content::black;
    for (std::uint8_t code = 1; code < 15; ++code)
        if (to_char(static_cast<Content>(code)) == letter) return static_cast<Content>(code);
    return Content::empty;
}

inline constexpr std::size_t square_count = 64;

/// All 64 squares (a1 = 0, b1 = 1, … h8 = 63) as four planes: bit n of plane p is bit p of the content of
/// square n. One scan, one snapshot and the state of the board all have this shape; a presence board uses
/// plane 3 alone.
struct Squares {
    std::array<std::uint64_t, 4> planes{};

    constexpr Content at(unsigned square) const {
        unsigned code = 0;
        for (unsigned plane = 0; plane < 4; ++plane)
            code |= static_cast<unsigned>(planes[plane] >> square & 1) << plane;
        return static_cast<Content>(code);
    }
    constexpr void set(unsigned square, Content content) {
        const std::uint64_t bit = std::uint64_t{1} << square;
        for (unsigned plane = 0; plane < 4; ++plane)
            planes[plane] =
                (static_cast<unsigned>(content) >> plane & 1) ? planes[plane] | bit : planes[plane] & ~bit;
    }
    constexpr std::uint64_t occupied() const { return planes[0] | planes[1] | planes[2] | planes[3]; }

    template<class Self, class Io>
    static constexpr void fields(Self& self, Io& io) {
        io("plane0", self.planes[0])("plane1", self.planes[1])("plane2", self.planes[2])("plane3",
                                                                                         self.planes[3]);
    }
    friend constexpr bool operator==(const Squares&, const Squares&) = default;
};

} // namespace adoube::wire
