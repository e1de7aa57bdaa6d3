#include "tools/makers/simulated_boards.hpp"

#include "tools/makers/virtual_certabo_board.hpp"
#include "tools/makers/virtual_chessnut_board.hpp"
#include "tools/makers/virtual_dgt_board.hpp"
#include "tools/makers/virtual_millennium_board.hpp"

namespace adoube::tools::makers {
namespace {

using record::Sensing;

std::string serial_of(std::uint64_t board_id) {
    auto serial = std::to_string(board_id % 100'000);
    return serial.insert(0, 5 - serial.size(), '0');
}

std::unique_ptr<VirtualBoard> dgt(const Wish& wish) {
    DgtOptions options{.serial = serial_of(wish.board_id), .seed = wish.board_id};
    const auto periods = umpire::parse_time_control(wish.time_control);
    if (periods && !periods->empty()) options.clock.emplace(*periods, wish.board_id % 2 == 0);
    return std::make_unique<VirtualDgtBoard>(std::move(options), wish.start);
}

template<class Board, class Options>
std::unique_ptr<VirtualBoard> scanning(const Wish& wish) {
    return std::make_unique<Board>(Options{.noise = {.seed = wish.board_id}}, wish.start);
}

constexpr SimulatedBoard boards[] = {
    {"dgt", "dgt", Sensing::identity, dgt, true},
    {"millennium", "millennium", Sensing::identity, scanning<VirtualMillenniumBoard, MillenniumOptions>},
    {"chessnut", "chessnut", Sensing::identity, scanning<VirtualChessnutBoard, ChessnutOptions>},
    {"certabo", "certabo", Sensing::identity, scanning<VirtualCertaboBoard, CertaboOptions>},
    {"sentio", "certabo", Sensing::presence, scanning<VirtualSentioBoard, CertaboOptions>},
};

} // namespace

std::span<const SimulatedBoard> simulated_boards() { return boards; }

} // namespace adoube::tools::makers
