#pragma once
// A second party that says it saw a record then, and signs no second history of a game: it remembers the
// largest tree of each that it has signed.

#include "daemon/evidence/examine.hpp"
#include "daemon/tlog/witness.hpp"
#include "tools/adoube/common/failure.hpp"

#include <optional>

namespace adoube::tools {

/// What is to be co-signed, and what shows that it goes on from an earlier tree.
struct Candidate {
    tlog::CosignRequest request;
    tlog::Checkpoint checkpoint;
    std::optional<tlog::Tree> tree; // of a whole game
};

/// Signed by `log`, which only a caller who is to be told so leaves out. `where`: for sentences.
/// Fails with 1 where it does not fit, and with 2 where it is nothing that can be co-signed.
Or<Candidate> candidate_of(tlog::CosignRequest request, const std::string& where,
                           const std::optional<tlog::VerifierKey>& log);

class Cosigner {
  public:
    /// `memory`: the file of what was co-signed; empty: beside the key, KEY.seen. The error is one sentence.
    static std::expected<Cosigner, std::string> open(const std::string& key_file, const std::string& memory);

    const tlog::VerifierKey& key() const { return key_.verifier(); }
    /// What it has co-signed of that log, as far as its file tells now.
    std::expected<std::optional<std::uint64_t>, std::string> known_size(const std::string& origin) const;

    /// The checkpoint with one signature more; fails with 1 where it does not go on from what was signed
    /// before, and with 2 where that cannot be read or written. One process at a time, by a lock on the key's
    /// file. `utc_s`: when it was seen.
    Or<tlog::Note> cosign(Candidate candidate, std::uint64_t utc_s) const;

  private:
    Cosigner(tlog::SigningKey key, std::string key_file, std::string memory)
        : key_(std::move(key)), key_file_(std::move(key_file)), memory_(std::move(memory)) {}

    tlog::SigningKey key_;
    std::string key_file_, memory_;
};

} // namespace adoube::tools
