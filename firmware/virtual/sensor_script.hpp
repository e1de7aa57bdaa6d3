#pragma once
// Turns a sensor log into deeds: lift, drop, press, adjust, call and snapshot. Skips what no board senses.

#include "protocol/messages.hpp"

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace adoube::firmware {

struct SetSquare {
    unsigned square;
    wire::Content content;
};
struct PressButton {
    wire::EventKind button;
};
struct SetAllSquares {
    wire::Squares squares;
};
using What = std::variant<SetSquare, PressButton, SetAllSquares>;
/// One action of the hands.
struct Deed {
    std::uint64_t t_us = 0;
    What what;
};

/// From "presence", "colour" or "identity".
std::optional<wire::Sensing> sensing_from(std::string_view name);

/// Tracks the pieces, so that a board can sense more than its log says: a dropped piece is the one lifted
/// last, unless the line names it.
class SensorScript {
  public:
    /// Errors are one sentence without file or line number.
    std::expected<void, std::string> read_header(std::string_view line);
    /// Empty: nothing a board senses.
    std::expected<std::optional<Deed>, std::string> read_input(std::string_view line);

    wire::Sensing sensing() const { return sensing_; }
    bool has_lever() const { return has_lever_; }
    /// After the lines read so far; identities where known.
    const wire::Squares& squares() const { return squares_; }

  private:
    std::expected<What, std::string> lift(std::string_view name);
    std::expected<What, std::string> drop(std::string_view name, std::optional<wire::Content> named);
    std::expected<What, std::string> place_all(std::string_view letters);
    void change(unsigned square, wire::Content content);
    wire::Content put_down(std::optional<wire::Content> named);

    wire::Sensing sensing_ = wire::Sensing::presence;
    bool has_lever_ = true;
    wire::Squares squares_;
    std::vector<wire::Content> in_hand_; // last lifted at the back
    std::uint64_t last_us_ = 0;
};

} // namespace adoube::firmware
