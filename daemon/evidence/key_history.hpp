#pragma once
// What statements about keys mean to a reader who trusts certain co-signers. Doubt counts against a key:
//
// - A key may always revoke itself; the earliest time counts. Trusted co-signers may revoke any key, a
//   trusted successor its predecessor; other revocations are faults.
// - A key that names two successors, or another than co-signers vouch for, has two holders: it is revoked
//   since the earlier of the two.
// - A revoked key vouches for nothing and cannot name a successor, whatever the stated date.
// - Its successor, or a lost key's, rests on the co-signers' word; if they disagree, there is none.

#include "daemon/evidence/statement.hpp"

namespace adoube::evidence {

struct Revocation {
    std::uint64_t from_utc_s = 0;
    std::string why;
};
/// "KEY was revoked from 2026-11-22 19:00:00 UTC on (WHY)".
std::string told(const tlog::VerifierKey& key, const Revocation& revocation);

struct Succession {
    tlog::VerifierKey key, next; // `next` always signed it
    std::uint64_t from_utc_s = 0;
    bool by_key = false;
    struct Word {
        tlog::VerifierKey key;
        std::uint64_t utc_s = 0;
        friend bool operator==(const Word&, const Word&) = default;
    };
    std::vector<Word> vouched; // by trusted co-signers
    friend bool operator==(const Succession&, const Succession&) = default;
};
/// "NEXT follows KEY since …, signed by both".
std::string told(const Succession& succession);

class KeyHistory {
  public:
    KeyHistory() = default;
    /// Only co-signing keys among `trusted` may vouch.
    KeyHistory(std::span<const SignedStatement> statements, std::span<const tlog::VerifierKey> trusted);

    /// Sentences without full stops: what can neither be relied on nor ignored.
    const std::vector<std::string>& faults() const { return faults_; }

    std::optional<Revocation> revoked(const tlog::VerifierKey& key) const;
    std::optional<Succession> next_of(const tlog::VerifierKey& key) const;

    /// The successions between a trusted key and `to`, in time order: forward, or else backward on the
    /// trusted key's own word. Empty if the keys are equal; nullopt if there is no way.
    std::optional<std::vector<Succession>> way(const tlog::VerifierKey& trusted,
                                               const tlog::VerifierKey& to) const;
    /// Why a key has no successor although some claim to follow it; empty if none do.
    std::string why_no_next(const tlog::VerifierKey& key) const;

  private:
    struct Known {
        tlog::VerifierKey key;
        std::optional<Revocation> revoked;
        std::vector<Succession> next; // one per claimed successor
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
