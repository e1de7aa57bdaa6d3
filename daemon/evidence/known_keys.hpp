#pragma once
// The keys in a file, from its reader and in statements: whose they are, and whether they still count.
// Internal to examine.cpp.

#include "daemon/evidence/examination.hpp"

namespace adoube::evidence {

/// A co-signature by another party known to the reader.
struct CoSeen {
    std::uint64_t until_input;
    std::uint64_t utc_s;
    bool is_file; // not just a checkpoint in it
};

class KnownKeys {
  public:
    KnownKeys() = default;
    KnownKeys(const Trust& trust, const std::vector<tlog::VerifierKey>& named);

    std::span<const tlog::VerifierKey> all() const { return all_; }
    const KeyHistory& history() const { return history_; }
    Voucher::Standing standing_of(const tlog::VerifierKey& key) const;

    /// All signatures by `signers` must fit. Checks that they are the required ones and still count; adds
    /// faults and the way between keys to `found`.
    void check(std::span<const tlog::VerifierKey> signers, std::span<const CoSeen> seen,
               Examination& found) const;

  private:
    void add(const tlog::VerifierKey& key);
    bool cannot_witness(const tlog::VerifierKey& wanted, Examination& found) const;
    void check_wanted_signer(const tlog::VerifierKey& wanted, std::span<const tlog::VerifierKey> signers,
                             Examination& found) const;
    void check_wanted_witness(const tlog::VerifierKey& wanted, Examination& found) const;
    void check_signer(Examination& found) const;
    void check_not_retired(Examination& found) const;
    void check_revoked(std::span<const CoSeen> seen, Examination& found) const;

    std::vector<tlog::VerifierKey> all_, given_, signers_, witnesses_;
    KeyHistory history_;
    tlog::VerifierKey signer_; // of the file
};

} // namespace adoube::evidence
