#pragma once
// What is left to test on a board before a round: every square by lifting a piece from it and setting one
// down, every button and both sides of the lever by pressing them. Pure: events go in, what is to be shown
// comes out.

#include "protocol/messages.hpp"

#include <optional>
#include <string>
#include <vector>

namespace adoube::tools {

class SquareCheck {
  public:
    /// `features` as the board's hello has them.
    explicit SquareCheck(std::uint8_t features);

    /// What stands on the squares now; none of it has been tested.
    void snapshot(const wire::Squares& squares) { squares_ = squares; }
    /// These squares are masked by the board, as its health says; events tell the rest.
    void masked(std::uint64_t squares) { masked_ = squares; }
    /// Returns a sentence where the event itself is a fault.
    std::optional<std::string> fault_at(const wire::Event& event);

    bool passed() const { return left() == 0; }
    /// Squares and contacts that are still to be tested.
    std::size_t left() const;
    /// Eight lines, the eighth rank first, and the files below: `+` tested, `-` to be lifted from (a piece
    /// stands there), `.` to be set down on, `x` masked by the board itself.
    std::vector<std::string> map() const;
    /// For people: "12 squares, Black's side of the lever, White's button to call the arbiter"; empty where
    /// nothing is left.
    std::string to_do() const;

  private:
    static constexpr std::uint64_t no_event = ~std::uint64_t{0};

    bool tested(unsigned square) const { return (lifted_ & dropped_ & ~masked_) >> square & 1; }

    wire::Squares squares_;
    std::uint64_t lifted_ = 0, dropped_ = 0, masked_ = 0;
    std::uint8_t contacts_left_ = 0; // bit n: the event kind press_white + n
    std::array<std::uint64_t, wire::square_count> changed_us_;
};

} // namespace adoube::tools
