#pragma once
// Which boards of other makers can be simulated.

#include "daemon/chess/position.hpp"
#include "daemon/record/input.hpp"
#include "tools/makers/virtual_board.hpp"
#include "tools/makers/virtual_dgt_bus.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace adoube::tools::makers {

struct Wish {
    std::uint64_t board_id = 1; // other noise, and another serial number, for another one
    chess::Position start = chess::Position::start();
    std::string time_control{}; // of the clock beside it, as in PGN; empty: there is none
};

struct SimulatedBoard {
    std::string_view word;
    std::string_view maker; // as in the name of a port: "certabo:pty:board-1"
    record::Sensing sensing;
    std::unique_ptr<VirtualBoard> (*make)(const Wish& wish);
    bool has_clock = false; // beside it, if a time control is wished
};

std::span<const SimulatedBoard> simulated_boards();

/// Several DGT boards at one port; their ids count on.
inline constexpr std::string_view dgt_bus = "dgt-bus";
std::unique_ptr<VirtualDgtBus> make_dgt_bus(const std::vector<Wish>& wishes);

} // namespace adoube::tools::makers
