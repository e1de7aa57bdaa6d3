#pragma once
// The 64 Hall sensors behind four 16-way multiplexers, read in sequence without the processor:
//
//      table of looks ─DMA─► PIO state machine ──────► address and enables of the multiplexers
//                            │ waits until they have settled
//                            └─DMA─► ADC: convert ─DMA─► levels
//
// So the settling time is exact despite interrupts.

#include "protocol/messages.hpp"

namespace adoube::pico_hall {

void start_sensors();

/// Upper bound of a scan's duration.
inline constexpr std::uint32_t scan_us = 1'100;

/// Precondition: no scan is under way.
void begin_scan();
bool scanning();

/// From the last scan, or partly from one under way.
struct Readings {
    wire::Levels levels;  // a1 first
    std::uint16_t supply; // a third of VSYS
};
const Readings& readings();

} // namespace adoube::pico_hall
