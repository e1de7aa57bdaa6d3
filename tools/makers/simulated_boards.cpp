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

std::optional<DgtClock> clock_of(const Wish& wish) {
    const auto periods = umpire::parse_time_control(wish.time_control);
    if (!periods || periods->empty()) return std::nullopt;
    return DgtClock(*periods, wish.board_id % 2 == 0);
}

std::unique_ptr<VirtualBoard> dgt(const Wish& wish) {
    return std::make_unique<VirtualDgtBoard>(
        DgtOptions{.serial = serial_of(wish.board_id), .seed = wish.board_id, .clock = clock_of(wish)},
        wish.start);
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

std::unique_ptr<VirtualDgtBus> make_dgt_bus(const std::vector<Wish>& wishes) {
    std::vector<DgtBusBoard> all;
    for (const auto& wish : wishes)
        all.push_back(
            {static_cast<std::uint16_t>(wish.board_id % 100'000 & 0x3fff), wish.start, clock_of(wish)});
    return std::make_unique<VirtualDgtBus>(std::move(all), wishes.empty() ? 1 : wishes.front().board_id);
}

} // namespace adoube::tools::makers
