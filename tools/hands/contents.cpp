#include "tools/hands/contents.hpp"

namespace adoube::tools {

wire::Content content_of(const std::optional<chess::Piece>& piece) {
    return piece ? wire::content_from_char(chess::to_char(*piece)) : wire::Content::empty;
}

std::optional<chess::Piece> piece_of(wire::Content content) {
    for (const auto side : {chess::Side::white, chess::Side::black})
        for (int type = 0; type < 6; ++type)
            if (const chess::Piece piece{side, static_cast<chess::PieceType>(type)};
                content_of(piece) == content)
                return piece;
    return std::nullopt;
}

wire::Squares contents_of(const chess::Position& position) {
    wire::Squares squares;
    for (unsigned square = 0; square < wire::square_count; ++square)
        squares.set(square, content_of(position.at(static_cast<chess::Square>(square))));
    return squares;
}

} // namespace adoube::tools
