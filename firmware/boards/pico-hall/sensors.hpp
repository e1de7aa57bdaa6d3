#pragma once
// The 64 Hall sensors behind four multiplexers of 16, read one after the other without the processor:
//
//      table of looks ─DMA─► PIO state machine ──────► address and enables of the multiplexers
//                            │ waits until they have settled
//                            └─DMA─► ADC: convert ─DMA─► levels
//
// So the time between the choice of a sensor and its conversion is exact, whatever interrupts come; the
// processor starts a scan, and hears when it is done.

#include "protocol/messages.hpp"

namespace adoube::pico_hall {

void start_sensors();

/// Less than this after begin_scan the levels are there.
inline constexpr std::uint32_t scan_us = 1'100;

/// Precondition: no scan is under way.
void begin_scan();
bool scanning();

/// As the last scan read them, or the one under way reads them now.
struct Readings {
    wire::Levels levels;  // a1 first
    std::uint16_t supply; // a third of VSYS
};
const Readings& readings();

} // namespace adoube::pico_hall
