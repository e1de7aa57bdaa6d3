#pragma once
// What a reader trusts, and what was found in an evidence file.

#include "daemon/evidence/key_history.hpp"
#include "daemon/evidence/replay.hpp"

namespace adoube::evidence {

struct Voucher {
    tlog::VerifierKey key;
    std::uint64_t until_input = 0;               // 0: the header only
    std::optional<std::uint64_t> cosigned_utc_s; // of its co-signature
    enum class Standing : std::uint8_t {
        other,   // another party known to the reader
        owner,   // any key of the file's signer
        unknown, // named by the file alone: its signer may hold it
        revoked, // proves nothing
    } standing = Standing::other;
};

struct Examination {
    bool is_evidence = true;         // false: another kind of file
    std::vector<std::string> faults; // sentences without full stops; empty: verified
    Evidence evidence;               // as far as readable
    std::optional<Replayed> replayed;
    std::vector<Voucher> vouchers;       // with valid signatures; first the file's signer
    std::vector<std::string> unchecked;  // names of signing keys not given
    std::size_t signed_while_played = 0; // checkpoints in it
    std::uint64_t signed_until_input = 0;
    std::vector<std::string> published; // findings on checkpoints from elsewhere
    std::uint64_t published_until_input = 0;
    std::vector<Succession> way; // between the reader's trusted key and the signer, either way
    /// Whether it rests on something from elsewhere: required signers, or a published checkpoint over all of
    /// it. Otherwise anybody could have made it.
    bool anchored = false;
    /// The file then stands on the word of others.
    std::optional<Revocation> signer_revoked;
};

struct Trust {
    /// All must have signed the file itself. Empty: the key that it names counts, which anchors nothing. A
    /// co-signature can be stripped from a file unnoticed unless it is required here.
    std::vector<tlog::VerifierKey> signers;
    /// All must have co-signed the file or a checkpoint in it.
    std::vector<tlog::VerifierKey> witnesses;
    std::vector<tlog::Note> published; // the game's checkpoints from elsewhere
    /// About keys: a key counts for its predecessors and successors.
    std::vector<SignedStatement> statements = {};
    /// Further co-signers whose word on keys counts.
    std::vector<tlog::VerifierKey> vouchers = {};
};

} // namespace adoube::evidence
