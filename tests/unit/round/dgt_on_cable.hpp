#pragma once
// The virtual DGT board at a cable of the in-memory hall.

#include "tests/unit/round/hall.hpp"
#include "tools/makers/virtual_dgt_board.hpp"

#include <utility>

namespace adoube::tests {

class DgtOnCable final : public BoardOnCable {
  public:
    explicit DgtOnCable(tools::makers::DgtOptions options) : board(std::move(options)) {}
    void happen(const wire::Event&) override {}
    void place(const wire::Squares&) override {}
    std::vector<std::vector<std::uint8_t>> answer(std::span<const std::uint8_t> bytes) override {
        constexpr std::uint8_t updates = 0x43;
        followed = followed || std::ranges::find(bytes, updates) != bytes.end();
        board.received(bytes);
        auto said = board.advance_to(time_us);
        if (said.empty()) return {};
        return {std::move(said)};
    }
    tools::makers::VirtualDgtBoard board;
    bool followed = false; // the host listens to every change
};

round::Round::Seat dgt_seat(const char* time_control);

} // namespace adoube::tests
