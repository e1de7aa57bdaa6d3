#pragma once
// DGT boards with their clocks on one bus, under simulated hands. As on a board with a line of its own
// (virtual_dgt_board.hpp), squares are sampled one after the other.

#include "tools/makers/dgt_bus.hpp"
#include "tools/makers/dgt_clock.hpp"
#include "tools/makers/virtual_board.hpp"

namespace adoube::tools::makers {

struct DgtBusBoard {
    std::uint16_t address = 1;
    chess::Position start = chess::Position::start();
    std::optional<DgtClock> clock{}; // empty: none is connected
};

class VirtualDgtBus final : public VirtualLine {
  public:
    VirtualDgtBus(std::vector<DgtBusBoard> boards, std::uint64_t seed);

    PlayedBoard& board(std::size_t at) { return boards_[at]; }
    void received(std::span<const std::uint8_t> bytes) override { bus_.received(bytes, now_us_); }
    std::vector<std::uint8_t> advance_to(std::uint64_t t_us) override;

  private:
    struct Scanned final : PlayedBoard {
        std::optional<DgtClock> clock;
        DgtBus::Squares stands;
        std::uint64_t square_us = 0, next_us = 0; // to sample one; the next
        std::size_t next_field = 0;

        void begin() override;
        void stand(chess::Square square, std::optional<chess::Piece> piece) override;
        void press(chess::Side side) override;
    };
    void scan(std::size_t at);

    std::vector<Scanned> boards_;
    DgtBus bus_;
    std::uint64_t now_us_ = 0;
};

} // namespace adoube::tools::makers
