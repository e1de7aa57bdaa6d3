#pragma once
// A DGT board as its protocol is described: it answers requests of one byte, tells changes of squares while
// it was asked to, and keeps nothing.

#include "tests/unit/drivers/board_on_cable.hpp"

#include <string>

namespace adoube::tests {

class ScriptedDgtBoard final : public BoardOnCable {
  public:
    using Frames = std::vector<std::vector<std::uint8_t>>;

    explicit ScriptedDgtBoard(std::string serial = "31415");

    /// Lifts and drops change its squares; its lever is that of another maker's clock, and not heard.
    void happen(const wire::Event& event) override;
    void place(const wire::Squares& squares) override { squares_ = squares; }
    Frames answer(std::span<const std::uint8_t> bytes) override;

    bool mute = false;    // says nothing any more
    bool damages = false; // bytes are lost on the line: what it sends comes without its end

  private:
    std::vector<std::uint8_t> message(std::uint8_t id, std::vector<std::uint8_t> data) const;
    std::vector<std::uint8_t> whole_board() const;

    std::string serial_;
    wire::Squares squares_;
    bool updates_ = false;
    Frames changes_; // to be sent with the next answer
};

} // namespace adoube::tests
