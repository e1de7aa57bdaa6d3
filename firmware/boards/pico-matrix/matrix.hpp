#pragma once
// The 64 contacts, each in series with a diode from its rank's line to its file's line. A look drives one
// rank high, releases the others and reads the files, which the PIO does while the processor sleeps. The
// diodes stop current from flowing back from a file into another rank, so three corners of a rectangle show
// no piece on the fourth.
//
// Every look also tests each line and marks the squares of faulty wiring: a line that is high undriven,
// cannot be driven or rises with another; a diode that lets current back.

#include "firmware/core/scanner.hpp"

namespace adoube::pico_matrix {

class Matrix {
  public:
    void start();

    // rp2040::Looks
    /// A state machine of the PIO looks, and DMA serves it, for about 20 µs.
    bool begin(bool powered);
    bool done() const;
    /// Of the looks that are done. Reports a fault in the third scan in a row, before the debounce accepts
    /// what the squares show; at the start at once.
    firmware::Scan scan();

  private:
    std::uint64_t broken_before_[2] = {~std::uint64_t{0}, ~std::uint64_t{0}};
};

} // namespace adoube::pico_matrix
