#pragma once
// The 64 contacts, each in series with a diode from its rank's line to its file's line.
//
// A look drives one rank high at a time and reads the files; every other rank is let go. Current can then
// reach a file only from the driven rank, through the contact of one square: from a file no current flows
// back into another rank, and so three corners of a rectangle never show a piece on the fourth. That is what
// the diodes are for.

#include "firmware/core/scanner.hpp"

namespace adoube::pico_matrix {

void start_matrix();

/// Reads everything once, in about 30 µs.
firmware::Scan look();

} // namespace adoube::pico_matrix
