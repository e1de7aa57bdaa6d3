#pragma once
// A byte FIFO of fixed capacity.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace adoube::firmware {

template<std::size_t Capacity>
class ByteRing {
    static_assert(std::has_single_bit(Capacity), "the ring's size is a power of two");

  public:
    constexpr std::size_t size() const { return end_ - first_; }
    constexpr std::size_t room() const { return Capacity - size(); }
    constexpr bool empty() const { return first_ == end_; }

    /// Precondition: bytes.size() <= room().
    constexpr void push(std::span<const std::uint8_t> bytes) {
        for (const std::uint8_t byte : bytes) store_[end_++ % Capacity] = byte;
    }
    /// Copies the oldest bytes, which stay.
    constexpr std::size_t peek(std::span<std::uint8_t> out) const {
        const std::size_t length = std::min(out.size(), size());
        for (std::size_t at = 0; at < length; ++at) out[at] = store_[(first_ + at) % Capacity];
        return length;
    }
    /// Drops the oldest. Precondition: length <= size().
    constexpr void drop(std::size_t length) { first_ += length; }
    /// Drops all but the oldest. Precondition: length <= size().
    constexpr void keep(std::size_t length) { end_ = first_ + length; }

  private:
    std::array<std::uint8_t, Capacity> store_{};
    std::size_t first_ = 0, end_ = 0; // running counts
};

} // namespace adoube::firmware
