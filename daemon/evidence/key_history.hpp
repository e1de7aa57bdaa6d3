#pragma once
// What statements about keys amount to, for somebody who trusts the word of these co-signers on keys. Closed
// where it is in doubt:
//
// - A key may always revoke itself; the earliest time holds. Whoever is trusted may revoke any, and the key
// that
//   follows the one before it; a revocation by nobody who is known is a fault.
// - A key that names two that follow it, or another than the one that co-signers vouch for, is held by two:
// it
//   counts as revoked since the earlier of the two.
// - A revoked key names nobody who follows it, whenever it says it did, and vouches for nothing.
// - What follows is then, and where the key was lost, on the word of co-signers; where they contradict each
//   other, nothing follows.

#include "daemon/evidence/statement.hpp"

namespace adoube::evidence {

struct Revocation {
    std::uint64_t from_utc_s = 0;
    std::string why;
};
/// "KEY was revoked from 2026-11-22 19:00:00 UTC on (WHY)".
std::string told(const tlog::VerifierKey& key, const Revocation& revocation);

/// One key after another, and on whose word.
struct Succession {
    tlog::VerifierKey key, next; // `next` has always signed it
    std::uint64_t from_utc_s = 0;
    bool by_key = false;
    struct Word {
        tlog::VerifierKey key;
        std::uint64_t utc_s = 0;
        friend bool operator==(const Word&, const Word&) = default;
    };
    std::vector<Word> vouched; // by co-signers who are trusted
    friend bool operator==(const Succession&, const Succession&) = default;
};
/// "NEXT follows KEY since …: signed by both".
std::string told(const Succession& succession);

class KeyHistory {
  public:
    KeyHistory() = default;
    /// Of `trusted` those that co-sign may vouch.
    KeyHistory(std::span<const SignedStatement> statements, std::span<const tlog::VerifierKey> trusted);

    /// Sentences without full stops: what can neither be relied on nor passed over.
    const std::vector<std::string>& faults() const { return faults_; }

    std::optional<Revocation> revoked(const tlog::VerifierKey& key) const;
    std::optional<Succession> next_of(const tlog::VerifierKey& key) const;

    /// From a key that is trusted to another of the same owner, in the order of time: those that follow it;
    /// or those before it, on its own word. Empty where they are one key; nothing where there is no way.
    std::optional<std::vector<Succession>> way(const tlog::VerifierKey& trusted,
                                               const tlog::VerifierKey& to) const;
    /// Why nothing follows a key that others say they follow; empty where nobody does.
    std::string why_no_next(const tlog::VerifierKey& key) const;

  private:
    struct Known {
        tlog::VerifierKey key;
        std::optional<Revocation> revoked;
        std::vector<Succession> next; // one for each that says it follows
    };
    const Known* find(const tlog::VerifierKey& key) const;
    Known& known(const tlog::VerifierKey& key);
    Succession& succession(const Statement& said);
    void revoke(const tlog::VerifierKey& key, Revocation revocation);
    void revoke_what_two_hold();
    void trust_what_follows();
    void hear(std::span<const SignedStatement> statements, std::span<const tlog::VerifierKey> trusted);
    std::vector<Succession::Word> words_on(const SignedStatement& statement);
    bool find_before(const tlog::VerifierKey& key, const tlog::VerifierKey& earlier,
                     std::vector<tlog::VerifierKey>& seen, std::vector<Succession>& way) const;

    std::vector<Known> keys_;
    std::vector<tlog::VerifierKey> trusted_;
    std::vector<std::string> faults_;
};

} // namespace adoube::evidence
