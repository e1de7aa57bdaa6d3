#pragma once
// What a sensor log makes a board's squares and buttons do. Only lift, drop, press, adjust, call and snapshot
// are of the board; whatever else a log holds (offers, clocks, an arbiter's commands) is passed over.

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
/// One thing that hands do, at its time in the log.
struct Deed {
    std::uint64_t t_us = 0;
    What what;
};

/// As a sensor log names it: "presence", "colour" or "identity".
std::optional<wire::Sensing> sensing_from(std::string_view name);

/// Reads a log line by line, keeping track of which piece is where, so that a log that knows less than the
/// board senses is filled up: a piece set down is the one that was lifted last, unless the line names it.
class SensorScript {
  public:
    /// The first line. An error is one sentence without file or line number.
    std::expected<void, std::string> read_header(std::string_view line);
    /// Any other line. Empty: nothing that a board could see.
    std::expected<std::optional<Deed>, std::string> read_input(std::string_view line);

    /// As the header says.
    wire::Sensing sensing() const { return sensing_; }
    bool has_lever() const { return has_lever_; }
    /// The squares after the lines read so far, as identities where they are known.
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
    std::vector<wire::Content> in_hand_; // the last one lifted at the back
    std::uint64_t last_us_ = 0;
};

} // namespace adoube::firmware
