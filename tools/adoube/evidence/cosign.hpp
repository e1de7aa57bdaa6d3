#pragma once
// `adoube evidence cosign`: a second party, such as the arbiter's laptop, attests when it saw a record. It
// signs no second history of a game.

#include "tools/adoube/common/hall_client.hpp"
#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct CosignOptions {
    /// Evidence, a checkpoint or an add-checkpoint request (`adoube evidence checkpoint --old`); - is `in`.
    std::string file;
    std::string key;    // a co-signer's key file
    std::string log;    // the hall's verifier key, which must have signed it
    std::string memory; // empty: beside the key, KEY.seen
    std::string output; // empty: `out`
    /// If set, instead of FILE: co-signs what the hall signs from now on.
    HallOptions hall{};
    bool once = false; // only what it has signed so far
};

/// Writes FILE, or the request's checkpoint, with one more signature. 1, without signing, if it does not fit,
/// is not the hall's, or does not extend what was co-signed before.
///
/// With a hall, runs until retrying is useless, or with `once` one pass: 1 if a game was refused, 2 if the
/// hall was not reached or rejects this token or key.
int run_evidence_cosign(const CosignOptions& options, Streams io);

} // namespace adoube::tools
