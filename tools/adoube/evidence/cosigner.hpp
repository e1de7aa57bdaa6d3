#pragma once
// A second party that attests when it saw a record. It remembers the largest tree of each that it signed, and
// signs no second history.

#include "daemon/evidence/examine.hpp"
#include "daemon/tlog/witness.hpp"
#include "tools/adoube/common/failure.hpp"

#include <optional>

namespace adoube::tools {

/// What to co-sign, and proof that it extends an earlier tree.
struct Candidate {
    tlog::CosignRequest request;
    tlog::Checkpoint checkpoint;
    std::optional<tlog::Tree> tree; // of a whole game
};

/// `log` must have signed it; without one, fails. `where` names the source. Fails with 1 if it does not fit,
/// with 2 if it cannot be co-signed.
Or<Candidate> candidate_of(tlog::CosignRequest request, const std::string& where,
                           const std::optional<tlog::VerifierKey>& log);

class Cosigner {
  public:
    /// `memory`: what was co-signed; empty: KEY.seen beside the key.
    static std::expected<Cosigner, std::string> open(const std::string& key_file, const std::string& memory);

    const tlog::VerifierKey& key() const { return key_.verifier(); }
    /// Size of that log's largest tree co-signed so far.
    std::expected<std::optional<std::uint64_t>, std::string> known_size(const std::string& origin) const;

    /// Adds one signature; `utc_s`: when it was seen. Fails with 1 if it does not extend what was signed
    /// before, with 2 if the memory fails. A lock on the key file admits one process at a time.
    Or<tlog::Note> cosign(Candidate candidate, std::uint64_t utc_s) const;

  private:
    Cosigner(tlog::SigningKey key, std::string key_file, std::string memory)
        : key_(std::move(key)), key_file_(std::move(key_file)), memory_(std::move(memory)) {}

    tlog::SigningKey key_;
    std::string key_file_, memory_;
};

} // namespace adoube::tools
