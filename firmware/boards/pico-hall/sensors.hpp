#pragma once
// The 64 Hall sensors behind four 16-way multiplexers, read two by two without the processor:
//
//      table of looks ─DMA─► PIO state machine ──────► address and enables of the multiplexers
//                            │ waits until they have settled
//                            └─DMA─► ADC: convert ─DMA─► levels
//
// So the settling time is exact despite interrupts.

#include "firmware/core/level_pairs.hpp"

namespace adoube::pico_hall {

/// They have no power yet.
void start_sensors();

/// Gives the sensors power or takes it. Whether they have had it long enough to be read.
bool power_sensors(bool on, std::uint64_t now_us);

/// Upper bound of a scan's duration.
inline constexpr std::uint32_t scan_us = 750;

/// Precondition: no scan is under way.
void begin_scan();
bool scanning();

/// Of a scan that has ended; once, before the next begins.
void take_readings();

struct Readings {
    firmware::LevelPairs levels;
    std::uint16_t supply = 0; // a third of VSYS
};
/// As last taken.
const Readings& readings();

} // namespace adoube::pico_hall
