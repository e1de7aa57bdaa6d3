#pragma once
// A program that reads a DGT board, as far as tests need one: written from the protocol's description, apart
// from our code for either end of it.

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace adoube::tests {

class DgtReader {
  public:
    struct Clock {
        int left_s = 0, right_s = 0;
        bool runs = false, right_up = false, right_turn = false, left_turn = false, left_fallen = false,
             right_fallen = false;
        friend bool operator==(const Clock&, const Clock&) = default;
    };

    void feed(std::span<const std::uint8_t> bytes);

    /// Placement as in a FEN; empty before the first dump.
    std::string placement() const;
    bool has_board() const { return has_board_; }

    /// Called after each field update.
    std::function<void()> changed = [] {};
    std::vector<Clock> clocks;
    std::vector<std::array<int, 4>> acknowledgements;
    int no_clocks = 0, dumps = 0, updates = 0;
    std::string serial, long_serial, trademark, version;
    /// Contradictions to the protocol, or to what it has been told.
    std::vector<std::string> complaints;

  private:
    void read(int id, std::span<const std::uint8_t> data);
    void read_update(int field, int piece);
    void read_clock(std::span<const std::uint8_t> data);

    std::vector<std::uint8_t> message_;
    std::array<char, 64> board_{}; // a8 first
    bool has_board_ = false;
};

} // namespace adoube::tests
