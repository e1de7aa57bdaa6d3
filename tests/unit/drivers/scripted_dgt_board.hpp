#pragma once
// A DGT board by its protocol: answers one-byte requests, reports square changes when asked to, keeps
// nothing.

#include "tests/unit/drivers/board_on_cable.hpp"

#include <string>

namespace adoube::tests {

class ScriptedDgtBoard final : public BoardOnCable {
  public:
    using Frames = std::vector<std::vector<std::uint8_t>>;

    explicit ScriptedDgtBoard(std::string serial = "31415");

    /// Applies lifts and drops; ignores presses, as the clock is another maker's.
    void happen(const wire::Event& event) override;
    void place(const wire::Squares& squares) override { squares_ = squares; }
    Frames answer(std::span<const std::uint8_t> bytes) override;

    bool mute = false;    // sends nothing
    bool damages = false; // the line loses the end of what it sends

  private:
    std::vector<std::uint8_t> message(std::uint8_t id, std::vector<std::uint8_t> data) const;
    std::vector<std::uint8_t> whole_board() const;

    std::string serial_;
    wire::Squares squares_;
    bool updates_ = false;
    Frames changes_; // for the next answer
};

} // namespace adoube::tests
