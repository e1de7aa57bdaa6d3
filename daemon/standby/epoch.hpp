#pragma once
// Of the two daemons of a hall, which takes the boards' events (protocol/README.md, section 4). An epoch
// grows whenever the one that serves begins to go on without the other, and by more whenever the other takes
// over: so a daemon that was taken over from, and went on alone meanwhile, is the older of the two all the
// same.

#include "protocol/messages.hpp"

namespace adoube::standby {

using wire::Epoch;

inline constexpr int alone_bits = 20;
inline constexpr Epoch first_epoch = Epoch{1} << alone_bits;

constexpr Epoch alone_after(Epoch epoch) { return epoch + 1; }
constexpr Epoch taken_over_after(Epoch epoch) { return ((epoch >> alone_bits) + 1) << alone_bits; }
/// Another daemon has taken over since.
constexpr bool is_superseded(Epoch epoch, Epoch by) { return by >> alone_bits > epoch >> alone_bits; }

} // namespace adoube::standby
