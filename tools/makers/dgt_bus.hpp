#pragma once
// DGT boards on one bus, from the maker's description of its protocol and apart from the driver: commands
// come in, answers go out at 9600 baud after up to 20 ms. A line that fails loses commands and answers, cuts
// them off or damages a bit, and carries stray bytes between them.

#include "daemon/chess/position.hpp"

#include <array>
#include <deque>
#include <random>
#include <span>
#include <vector>

namespace adoube::tools::makers {

class DgtBus {
  public:
    using Squares = std::array<std::optional<chess::Piece>, 64>;

    DgtBus(const std::vector<std::uint16_t>& addresses, std::uint64_t seed);
    /// What stands there as it is switched on; without it, the start position.
    void set_up(std::size_t board, const chess::Position& position);

    void change(std::size_t board, chess::Square square, std::optional<chess::Piece> piece);
    /// Seven bytes, as a clock's message has them.
    void show_clock(std::size_t board, const std::vector<std::uint8_t>& told) { boards_[board].clock = told; }
    const Squares& squares(std::size_t board) const { return boards_[board].squares; }
    void take_off(std::size_t board) { boards_[board].is_on = false; }
    /// Without power meanwhile, it has forgotten what it had to tell.
    void put_back(std::size_t board, bool kept_power);

    void received(std::span<const std::uint8_t> bytes, std::uint64_t now_us);
    /// What has come over the line by then.
    std::vector<std::uint8_t> advance_to(std::uint64_t t_us);

    /// Of commands, and of answers.
    unsigned fails_percent = 0;

  private:
    using Bytes = std::vector<std::uint8_t>;
    struct Board {
        std::uint16_t address;
        bool is_on = true;
        Squares squares;
        bool keeps_still = false;      // at the next ping to all
        std::uint64_t pings_at_us = 0; // 0: not
        Bytes stored{}, sent{};        // since it was asked last; as sent last
        Bytes clock{0, 0, 0, 0, 0, 0, 0x20};
    };
    bool fails() { return random_() % 100 < fails_percent; }
    void obey(std::uint8_t command, Board& board);
    void say(const Board& board, std::uint8_t id, const Bytes& data);
    void ping_all();
    void answer_pings();
    void put(const Bytes& bytes);
    void damage(Bytes& message);

    std::mt19937_64 random_;
    std::vector<Board> boards_;
    Bytes command_;
    struct Sent {
        std::uint64_t arrives_us;
        std::uint8_t byte;
    };
    std::deque<Sent> line_;
    std::uint64_t now_us_ = 0, free_us_ = 0;
};

} // namespace adoube::tools::makers
