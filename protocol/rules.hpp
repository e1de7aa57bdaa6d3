#pragma once
// The numbers that both sides keep to, and the arithmetic of sequence numbers.

#include <cstddef>
#include <cstdint>

namespace adoube::wire {

inline constexpr std::uint8_t protocol_version = 1;

/// Events that a board sends before the first of them must have been acknowledged.
inline constexpr std::uint32_t window_events = 256;
/// Without an acknowledgement that frees something for so long, a board sends again from the oldest event.
inline constexpr std::uint64_t resend_after_us = 500'000;
/// How often a board that no host follows says hello.
inline constexpr std::uint64_t hello_interval_us = 1'000'000;
/// How often a host that waits for an answer asks again, and pings otherwise.
inline constexpr std::uint64_t ping_interval_us = 1'000'000;
/// Without a good frame for so long, a board takes the host for gone; a host after three seconds the board.
inline constexpr std::uint64_t board_silence_us = 5'000'000;
inline constexpr std::uint64_t host_silence_us = 3'000'000;

/// Sequence numbers count modulo 2^32; of two, the one less than 2^31 ahead is the later.
constexpr std::int32_t seq_distance(std::uint32_t from, std::uint32_t to) {
    return static_cast<std::int32_t>(to - from);
}
constexpr bool seq_before(std::uint32_t a, std::uint32_t b) { return seq_distance(a, b) > 0; }

} // namespace adoube::wire
