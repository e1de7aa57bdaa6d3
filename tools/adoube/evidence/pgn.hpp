#pragma once
// `adoube evidence pgn FILE -o game.pgn`: the moves and clocks of a record that is verified, for programs
// that read PGN.

#include "tools/adoube/evidence/verify.hpp"

namespace adoube::tools {

struct EvidencePgnOptions {
    VerifyOptions evidence;
    std::string output; // empty: `out`
};

/// Statuses as for verify; a PGN only with 0. Of an extract it starts from the position that the file states.
int run_evidence_pgn(const EvidencePgnOptions& options, Streams io);

} // namespace adoube::tools
