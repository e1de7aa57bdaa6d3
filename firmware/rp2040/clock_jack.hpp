#pragma once
// A DGT 3000 chess clock at a jack: the clock is the I2C bus's master and writes to us, by general call and to
// address 10 (hexadecimal). We acknowledge, and never write. That a clock that players run says anything there
// has never been proven. The host decodes what it says.

#include "firmware/rp2040/gpio.hpp"
#include "protocol/messages.hpp"

#include <optional>

namespace adoube::rp2040 {

/// SDA and SCL: pins of I2C1.
void start_clock_jack(Pins pins);
/// The latest message that ended since the last call; the caller fills in boot_id and next_seq.
std::optional<wire::ClockSaid> take_clock_said();

} // namespace adoube::rp2040
