#pragma once
// What has happened on the USB of one board, in all the times that it was open.

#include <atomic>
#include <cstdint>
#include <string>

namespace adoube::board::usb {

/// One for every way in which something is lost or goes wrong. Counted in the bus's thread, read in any.
struct Counters {
    std::atomic<std::uint32_t> unplugged{0};         // while it was open
    std::atomic<std::uint32_t> stalls{0};            // an endpoint was halted by the board
    std::atomic<std::uint32_t> transfer_errors{0};   // as a bad cable makes them
    std::atomic<std::uint32_t> overflows{0};         // more came than was asked for; what it was is lost
    std::atomic<std::uint32_t> timeouts{0};          // the board took nothing for a while
    std::atomic<std::uint32_t> short_transfers{0};   // the rest was sent again
    std::atomic<std::uint32_t> not_submitted{0};     // the system refused a transfer
    std::atomic<std::uint32_t> halts_not_cleared{0}; // an endpoint stayed halted: the port was closed
    std::atomic<std::uint32_t> given_up{0};          // closed after many faults in a row
    std::atomic<std::uint32_t> bytes_not_sent{0};    // taken from the host, and the board was gone

    /// "1 unplugged, 3 stalls so far"; empty where all are 0.
    std::string account() const;
};

} // namespace adoube::board::usb
