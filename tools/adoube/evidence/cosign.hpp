#pragma once
// `adoube evidence cosign`: a second party, such as the arbiter's laptop, says that it saw a record then. It
// remembers what it has co-signed, and signs no second history of a game.

#include "tools/adoube/common/hall_client.hpp"
#include "tools/adoube/common/streams.hpp"

#include <string>

namespace adoube::tools {

struct CosignOptions {
    /// Evidence, a checkpoint, or an add-checkpoint request (`adoube evidence checkpoint --old`); - is `in`.
    std::string file;
    std::string key;    // file of a co-signer's key
    std::string log;    // the verifier key of the hall, who must have signed it
    std::string memory; // empty: beside the key, KEY.seen
    std::string output; // empty: `out`
    /// With an address, instead of FILE: whatever the hall signs is co-signed there, from now on.
    HallOptions hall{};
    bool once = false; // from there only what there is now
};

/// Writes FILE, or the checkpoint of a request, with one signature more. 1 where it does not fit, is not the
/// hall's, or does not go on from what was co-signed before: nothing is signed. 2 where something cannot be
/// read or written. Beside a hall it does not end before trying again is of no use, or at once with `once`: 1
/// where a game was refused, 2 where the hall was not reached, or lets nobody co-sign with this token or key.
int run_evidence_cosign(const CosignOptions& options, Streams io);

} // namespace adoube::tools
