#pragma once
// Lever and buttons: contacts to ground.

#include "firmware/rp2040/gpio.hpp"

#include <span>

namespace adoube::rp2040 {

inline void start_contacts(std::span<const Pins> contacts) {
    for (const Pins contact : contacts) configure(contact, Function::sio, Pull::up);
}

/// Bit n: contact n is closed.
inline std::uint8_t look_at_contacts(std::span<const Pins> contacts) {
    const Pins seen = read_pins();
    std::uint8_t closed = 0;
    for (unsigned at = 0; at < contacts.size(); ++at)
        if ((seen & contacts[at]) == 0) closed = static_cast<std::uint8_t>(closed | 1u << at);
    return closed;
}

} // namespace adoube::rp2040
