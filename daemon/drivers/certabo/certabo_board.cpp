#include "daemon/drivers/certabo/certabo_board.hpp"

namespace adoube::drivers::certabo {

Board::Board(std::string_view port) : StateBoard(with_tags, port) {}

void Board::read(std::span<const std::uint8_t> bytes) {
    take(decoder_.feed(bytes), [this](const auto& one) { on(one); });
}

void Board::on(const Tags& tags) {
    is_of(with_tags);
    if (known_.learn(tags)) tell_squares_anew();
    saw(known_.squares_of(tags));
}

void Board::on(const Occupied& occupied) {
    is_of(sentio);
    wire::Squares squares;
    for (unsigned square = 0; square < wire::square_count; ++square)
        if ((occupied.squares >> square & 1) != 0) squares.set(square, wire::Content::occupied);
    saw(squares);
}

} // namespace adoube::drivers::certabo
