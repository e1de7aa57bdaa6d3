#pragma once
// Consistent Overhead Byte Stuffing (Cheshire and Baker, 1999) for blocks of at most 253 bytes, where it
// costs exactly one byte and the code 0xFF never occurs.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace adoube::wire {

inline constexpr std::size_t max_cobs_block = 253;

/// `room[1 …]` holds the block and `room[0]` is free; stuffs in place, so that no byte of `room` is zero.
constexpr void cobs_stuff(std::span<std::uint8_t> room) {
    std::size_t code_at = 0;
    for (std::size_t at = 1; at < room.size(); ++at) {
        if (room[at] != 0) continue;
        room[code_at] = static_cast<std::uint8_t>(at - code_at);
        code_at = at;
    }
    room[code_at] = static_cast<std::uint8_t>(room.size() - code_at);
}

/// The inverse, in place too: the block is what remains behind the first byte. Empty if the codes do not end
/// where the bytes end, or a byte is zero.
constexpr std::optional<std::span<std::uint8_t>> cobs_unstuff(std::span<std::uint8_t> stuffed) {
    std::size_t code_at = 0;
    while (code_at < stuffed.size()) {
        const std::size_t next = code_at + stuffed[code_at];
        if (stuffed[code_at] == 0 || next > stuffed.size()) return std::nullopt;
        for (std::size_t at = code_at + 1; at < next; ++at)
            if (stuffed[at] == 0) return std::nullopt;
        stuffed[code_at] = 0;
        code_at = next;
    }
    if (stuffed.empty()) return std::nullopt;
    return stuffed.subspan(1);
}

} // namespace adoube::wire
