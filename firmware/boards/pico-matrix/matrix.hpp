#pragma once
// The 64 contacts, each in series with a diode from its rank's line to its file's line.
//
// A look drives one rank high at a time and reads the files; every other rank is let go. Current can then
// reach a file only from the driven rank, through the contact of one square: from a file no current flows
// back into another rank, and so three corners of a rectangle never show a piece on the fourth. That is what
// the diodes are for.
//
// Every look also asks each line for itself. What cannot be with sound wiring tells which squares mean
// nothing: a line that is high while nobody drives it, that cannot be driven, or that goes up with another
// one; a diode that lets current back.

#include "firmware/core/scanner.hpp"

namespace adoube::pico_matrix {

class Matrix {
  public:
    void start();

    // rp2040::Looks
    void begin() {}
    bool done() const { return true; }
    /// In about 30 µs. A fault is told in the third look that finds it, sooner than the debounce believes
    /// what the squares seem to show; at the start it is told at once.
    firmware::Scan scan();

  private:
    std::uint64_t broken_before_[2] = {~std::uint64_t{0}, ~std::uint64_t{0}};
};

} // namespace adoube::pico_matrix
