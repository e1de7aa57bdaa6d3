#pragma once
// What is left to test on a board: a lift and a drop on every square, a press of every button and of both
// sides of the lever. Pure.

#include "protocol/messages.hpp"

#include <optional>
#include <string>
#include <vector>

namespace adoube::tools {

class SquareCheck {
  public:
    explicit SquareCheck(std::uint8_t features);

    /// Counts nothing as tested.
    void snapshot(const wire::Squares& squares) { squares_ = squares; }
    /// From the board's health; events report changes.
    void masked(std::uint64_t squares) { masked_ = squares; }
    /// A sentence if the event is a fault.
    std::optional<std::string> fault_at(const wire::Event& event);

    bool passed() const { return left() == 0; }
    std::size_t left() const;
    /// Ranks from the eighth down, then the file letters: `+` tested, `-` lift the piece, `.` drop one, `x`
    /// masked by the board.
    std::vector<std::string> map() const;
    /// "12 squares, Black's side of the lever"; empty if nothing is left.
    std::string to_do() const;

  private:
    static constexpr std::uint64_t no_event = ~std::uint64_t{0};

    bool tested(unsigned square) const { return (lifted_ & dropped_ & ~masked_) >> square & 1; }

    wire::Squares squares_;
    std::uint64_t lifted_ = 0, dropped_ = 0, masked_ = 0;
    std::uint8_t contacts_left_ = 0; // bit n: kind press_white + n
    std::array<std::uint64_t, wire::square_count> changed_us_;
};

} // namespace adoube::tools
