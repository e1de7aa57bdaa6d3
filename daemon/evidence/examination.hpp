#pragma once
// What its reader knows, and what was found of an evidence file.

#include "daemon/evidence/key_history.hpp"
#include "daemon/evidence/replay.hpp"

namespace adoube::evidence {

/// A key and how much of the game it vouches for.
struct Voucher {
    tlog::VerifierKey key;
    std::uint64_t until_input = 0;               // 0: the header only
    std::optional<std::uint64_t> cosigned_utc_s; // when it saw that, where it cosigned
    enum class Standing : std::uint8_t {
        other,   // somebody else whom the reader knows: this is what others vouch for
        owner,   // of the signer of the file, before or after it
        unknown, // only the file names it: whoever signed the file may hold it too
        revoked, // and so shows nothing
    } standing = Standing::other;
};

struct Examination {
    bool is_evidence = true;         // false: another kind of file, of which nothing more is known
    std::vector<std::string> faults; // sentences without their full stops; empty: verified
    Evidence evidence;               // as far as it could be read
    std::optional<Replayed> replayed;
    std::vector<Voucher> vouchers;       // whose signatures were checked; the first is the signer of the file
    std::vector<std::string> unchecked;  // names of keys that signed and were not given
    std::size_t signed_while_played = 0; // checkpoints in it
    std::uint64_t signed_until_input = 0;
    std::vector<std::string> published; // what was found of the checkpoints from elsewhere
    std::uint64_t published_until_input = 0;
    std::vector<Succession> way; // from the key that its reader trusts to the signer, or the other way
    /// Whether it rests on something that its reader had from elsewhere: the keys that must have signed it,
    /// or a published checkpoint over all of it. If not, anybody can have made it.
    bool anchored = false;
    /// Of a signer that was revoked: what stands on the word of others all the same.
    std::optional<Revocation> signer_revoked;
};

/// What its reader knows from elsewhere.
struct Trust {
    /// All of these must have signed the file itself; empty: the key that it names counts, which anchors
    /// nothing. A co-signature can be taken off a file, which then is what it was before: only who asks for
    /// it misses it.
    std::vector<tlog::VerifierKey> signers;
    /// All of these must have co-signed a checkpoint in it, or the file.
    std::vector<tlog::VerifierKey> witnesses;
    std::vector<tlog::Note> published; // checkpoints of the game that came another way
    /// What was said about keys: a key is as good as one that it follows, or that follows it.
    std::vector<SignedStatement> statements = {};
    /// Co-signers whose word on keys counts, beside those above.
    std::vector<tlog::VerifierKey> vouchers = {};
};

} // namespace adoube::evidence
