#pragma once
// Another maker's board under simulated hands: pieces and presses and the host's bytes go in, bytes for the
// host come out. State machines without I/O; all times are of one clock.

#include "daemon/chess/types.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace adoube::tools::makers {

/// A board as hands and a clock find it. Bring it to the same time first.
class PlayedBoard {
  public:
    virtual ~PlayedBoard() = default;

    /// The clocks are started.
    virtual void begin() = 0;
    /// What stands on a square from now on.
    virtual void stand(chess::Square square, std::optional<chess::Piece> piece) = 0;
    virtual void press(chess::Side side) = 0;
};

/// What a host finds at its port.
class VirtualLine {
  public:
    virtual ~VirtualLine() = default;

    virtual void received(std::span<const std::uint8_t> bytes) = 0;
    /// What has come over the line by then.
    virtual std::vector<std::uint8_t> advance_to(std::uint64_t t_us) = 0;
};

class VirtualBoard : public PlayedBoard, public VirtualLine {};

} // namespace adoube::tools::makers
