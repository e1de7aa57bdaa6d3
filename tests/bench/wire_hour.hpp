#pragma once
// An hour between a board and its host, played by human hands on the firmware's own core, with the daemon's
// end of the link: what crosses the wire, and what of it says anything. No clock, no I/O: the same on every
// machine.

#include <cstddef>
#include <map>
#include <string>

namespace adoube::bench {

struct Traffic {
    std::size_t frames = 0, bytes = 0;
};
struct WireHour {
    std::size_t moves = 0, events = 0; // presses of the clock; all that the board noticed
    /// Both ways, by what the message is called in protocol/messages.hpp.
    std::map<std::string, Traffic> sent;
    /// Of these the ones that leave their reader as wise as before: squares that follow from the events, a
    /// health that is as it was, signs of life.
    Traffic says_nothing;
    /// Of the events, to a host that knows what stands on the squares. The next kind by its frequency after
    /// the one before; the square as one of those that can be lifted from or dropped to; the time to the
    /// scan's millisecond, as of pauses that are distributed exponentially.
    double entropy_bits = 0;

    Traffic all() const;
};

WireHour wire_hour();

} // namespace adoube::bench
