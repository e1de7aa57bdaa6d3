#pragma once
// What is left to test on a board: a lift and a drop on every square, asked for in order, so that exchanged
// wires show; a press of every button and of both sides of the lever. A square that a hand passes over is
// asked for again after the others. Pure.

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
    /// A sentence if the event is a fault, or names the contact that closed.
    std::optional<std::string> news_of(const wire::Event& event);
    bool passed() const { return left() == 0; }
    std::size_t left() const;
    /// From a1, b1 to h8. Masked squares are not asked for.
    std::optional<unsigned> asked() const;
    /// "a1: lift the piece and set it down again"; the contacts after the squares; empty if nothing is asked
    /// for.
    std::string to_do_now() const;
    /// Ranks from the eighth down, then the file letters: `+` tested, `?` asked for, `-` lift the piece, `.`
    /// set one down, `x` masked by the board.
    std::vector<std::string> map() const;
    /// "a1, d5, Black's side of the lever"; many squares by their number; empty if nothing is left.
    std::string to_do() const;

  private:
    static constexpr std::uint64_t no_event = ~std::uint64_t{0};

    /// Events of one square that follow each other.
    struct Touch {
        std::uint8_t square;
        wire::EventKind begun_by;
    };
    struct Change {
        std::uint8_t square = 0;
        std::uint64_t time_us = no_event;
    };

    std::optional<std::string> taken(const wire::Event& event);
    std::optional<std::string> change(const wire::Event& event);
    std::optional<std::string> out_of_turn(const wire::Event& event) const;
    void finish_touch(unsigned square);
    std::optional<std::string> press(wire::EventKind kind);
    std::string contacts_to_do() const;
    bool stands(unsigned square) const { return squares_.at(square) != wire::Content::empty; }

    wire::Squares squares_;
    std::uint64_t tested_ = 0, masked_ = 0, passed_over_ = 0;
    std::optional<Touch> touch_;
    std::uint8_t contacts_left_ = 0; // bit n: kind press_white + n
    std::array<std::uint64_t, wire::square_count> changed_us_;
    Change last_change_;
};

} // namespace adoube::tools
