#pragma once
// `adoube unwinnable [--limit NODES] < FENS`: who can still mate by any series of legal moves
// (Article 5.2.2).

#include "tools/adoube/common/streams.hpp"

#include <cstdint>

namespace adoube::tools {

struct UnwinnableOptions {
    /// Positions looked at for each side before giving up.
    std::uint64_t limit = 2'000'000;
};

/// Reads a FEN a line; absent may be the counters at its end, the en passant square and the castling rights,
/// of which there are none then. Empty lines and those that begin with # are passed over. Writes a line for
/// each on `out`: WB, W-, -B or -- (both sides, White alone, Black alone or nobody can still mate), ?? where
/// that is undecided within the limit, !! where the line is no FEN: that gets a sentence on `err` as well,
/// and `bad_input` is returned at the end.
int run_unwinnable(const UnwinnableOptions& options, Streams io);

} // namespace adoube::tools
