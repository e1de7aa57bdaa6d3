#pragma once
// USB faults of one board over all its openings.

#include <atomic>
#include <cstdint>
#include <string>

namespace adoube::board::usb {

/// Counted in the bus's thread, read from any.
struct Counters {
    std::atomic<std::uint32_t> unplugged{0};       // while open
    std::atomic<std::uint32_t> stalls{0};          // the board halted an endpoint
    std::atomic<std::uint32_t> transfer_errors{0}; // e.g. a bad cable
    std::atomic<std::uint32_t> overflows{0};       // more came than requested; it is lost
    std::atomic<std::uint32_t> timeouts{0};
    std::atomic<std::uint32_t> short_transfers{0}; // the rest was sent again
    std::atomic<std::uint32_t> not_submitted{0};
    std::atomic<std::uint32_t> halts_not_cleared{0}; // an endpoint stayed halted; the port was closed
    std::atomic<std::uint32_t> given_up{0};          // closed after many faults in a row
    std::atomic<std::uint32_t> bytes_not_sent{0};    // taken from the host, but the board was gone

    /// "1 times unplugged, 3 stalls so far"; empty if all are 0.
    std::string account() const;
};

} // namespace adoube::board::usb
