#pragma once
// `adoube unwinnable [--limit NODES] < FENS`: who can mate by any series of legal moves (Article 5.2.2).

#include "tools/adoube/common/streams.hpp"

#include <cstdint>

namespace adoube::tools {

struct UnwinnableOptions {
    std::uint64_t limit = 2'000'000; // positions searched for each side
    bool json = false;               // an object a line
};

/// Reads a FEN a line; the counters, the en passant square and the castling rights may be absent (then there
/// are none). Skips empty lines and # lines. Prints for each: WB, W-, -B or -- (both sides, White alone,
/// Black alone or nobody can still mate), ?? if undecided within the limit, !! for no FEN: that also gets a
/// sentence on `err` and, at the end, `bad_input`.
int run_unwinnable(const UnwinnableOptions& options, Streams io);

} // namespace adoube::tools
