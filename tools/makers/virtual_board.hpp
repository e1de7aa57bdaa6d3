#pragma once
// Another maker's board under simulated hands: pieces and presses and the host's bytes go in, bytes for the
// host come out. A state machine without I/O; all times are of one clock.

#include "daemon/chess/types.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace adoube::tools::makers {

class VirtualBoard {
  public:
    virtual ~VirtualBoard() = default;

    /// The clocks are started.
    virtual void begin() = 0;
    /// What stands on a square from now on. Call `advance_to` the same time first.
    virtual void stand(chess::Square square, std::optional<chess::Piece> piece) = 0;
    virtual void press(chess::Side side) = 0;
    virtual void received(std::span<const std::uint8_t> bytes) = 0;
    /// What has left the board by then.
    virtual std::vector<std::uint8_t> advance_to(std::uint64_t t_us) = 0;
};

} // namespace adoube::tools::makers
