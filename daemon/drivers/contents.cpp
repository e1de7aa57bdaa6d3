#include "daemon/drivers/contents.hpp"

namespace adoube::drivers {

wire::Content content_of(const std::optional<chess::Piece>& piece) {
    if (!piece) return wire::Content::empty;
    const auto first =
        piece->side == chess::Side::white ? wire::Content::white_pawn : wire::Content::black_pawn;
    return static_cast<wire::Content>(static_cast<unsigned>(first) + static_cast<unsigned>(piece->type));
}

wire::Squares squares_of(const std::array<std::optional<chess::Piece>, 64>& pieces) {
    wire::Squares squares;
    for (unsigned square = 0; square < wire::square_count; ++square)
        squares.set(square, content_of(pieces[square]));
    return squares;
}

} // namespace adoube::drivers
