#pragma once
// Which boards are on DGT's bus: all are asked at once and answer at random moments, so that answers may
// collide; those that were heard are told to keep still, and the others are asked again, until nobody new
// answers. As the maker advises. A state machine without I/O or clock.
//
// Untried on hardware.

#include "daemon/drivers/dgt/bus_messages.hpp"
#include "daemon/time/instant.hpp"

#include <utility>

namespace adoube::drivers::dgt {

class BusSearch {
  public:
    /// The boards spread their answers over 1100 ms, as their maker says.
    static constexpr std::uint64_t answers_within_us = 1'300'000;
    static constexpr std::uint64_t silence_us = 100'000; // of one board that was asked
    /// In a row, without anyone new.
    static constexpr unsigned last_rounds = 3;

    void opened(SteadyUs now_us);
    void received(std::span<const std::uint8_t> bytes, SteadyUs now_us);
    /// Call some twenty times a second.
    void tick(SteadyUs now_us);

    std::vector<std::uint8_t> take_bytes() { return std::exchange(bytes_, {}); }
    bool is_over() const { return quiet_rounds_ >= last_rounds; }
    /// In the order in which they answered.
    const std::vector<BusAddress>& found() const { return found_; }

  private:
    void ask(BusCommand command, BusAddress address, std::uint64_t wait_us);
    void go_on();

    BusDecoder decoder_;
    SteadyUs now_us_, waits_until_us_;
    std::size_t stilled_ = 0;      // of those found, in this round
    std::size_t known_before_ = 0; // this round
    bool asks_all_ = false;
    unsigned quiet_rounds_ = 0;
    std::vector<BusAddress> found_;
    std::vector<std::uint8_t> bytes_;
};

} // namespace adoube::drivers::dgt
