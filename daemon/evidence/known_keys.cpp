#include "daemon/evidence/known_keys.hpp"

#include "daemon/text/utc.hpp"

#include <algorithm>

namespace adoube::evidence {
namespace {

void blame(Examination& found, std::string fault) { found.faults.push_back(std::move(fault)); }

} // namespace

KnownKeys::KnownKeys(const Trust& trust, const std::vector<tlog::VerifierKey>& named)
    : all_(named), signers_(trust.signers), witnesses_(trust.witnesses) {
    if (!named.empty()) signer_ = named.front();
    for (const auto* keys : {&trust.signers, &trust.witnesses, &trust.vouchers})
        given_.insert(given_.end(), keys->begin(), keys->end());
    for (const auto& key : given_) add(key);
    for (const auto& [said, note, by_key] : trust.statements) {
        add(said.key);
        if (said.next) add(*said.next);
    }
    history_ = KeyHistory(trust.statements, given_);
}

void KnownKeys::add(const tlog::VerifierKey& key) {
    if (std::ranges::find(all_, key) == all_.end()) all_.push_back(key);
}

Voucher::Standing KnownKeys::standing_of(const tlog::VerifierKey& key) const {
    const auto leads_to = [&](const auto& from) { return history_.way(from, key).has_value(); };
    if (history_.revoked(key)) return Voucher::Standing::revoked;
    if (leads_to(signer_)) return Voucher::Standing::owner;
    return std::ranges::any_of(given_, leads_to) ? Voucher::Standing::other : Voucher::Standing::unknown;
}

void KnownKeys::check(std::span<const tlog::VerifierKey> signers, std::span<const CoSeen> seen,
                      Examination& found) const {
    for (const auto& key : signers_) check_wanted_signer(key, signers, found);
    for (const auto& key : witnesses_) check_wanted_witness(key, found);
    check_signer(found);
    check_not_retired(found);
    check_revoked(seen, found);
}

void KnownKeys::check_wanted_signer(const tlog::VerifierKey& wanted,
                                    std::span<const tlog::VerifierKey> signers, Examination& found) const {
    if (cannot_witness(wanted, found)) return;
    for (const auto& signer : signers) {
        if (history_.revoked(signer) && signer != signer_) continue;
        auto way = history_.way(wanted, signer);
        if (!way) continue;
        if (signer == signer_ && found.way.empty()) found.way = std::move(*way);
        return;
    }
    blame(found, "it is not signed by " + wanted.to_string());
    if (auto why = history_.why_no_next(wanted); !why.empty()) blame(found, std::move(why));
}

bool KnownKeys::cannot_witness(const tlog::VerifierKey& wanted, Examination& found) const {
    const auto revoked = history_.revoked(wanted);
    if (!revoked || wanted.type != tlog::SignatureType::cosignature) return false;
    blame(found, "what it has co-signed shows nothing: " + told(wanted, *revoked));
    return true;
}

void KnownKeys::check_wanted_witness(const tlog::VerifierKey& wanted, Examination& found) const {
    if (cannot_witness(wanted, found)) return;
    if (std::ranges::none_of(found.vouchers, [&](const auto& voucher) {
            return voucher.standing != Voucher::Standing::revoked && history_.way(wanted, voucher.key);
        }))
        blame(found, "nothing in it is signed by " + wanted.to_string());
}

void KnownKeys::check_signer(Examination& found) const {
    if (!signers_.empty() && std::ranges::none_of(signers_, [&](const auto& key) {
            return history_.way(key, signer_).has_value();
        }))
        blame(found, "the file was signed by " + signer_.to_string() +
                         ", which is none of the keys that were given");
}

void KnownKeys::check_not_retired(Examination& found) const {
    auto next = history_.next_of(signer_);
    for (const auto& one : found.way)
        if (one.key == signer_) next = one;
    const auto exported_utc_s = found.evidence.exported_utc_s;
    if (next && exported_utc_s > next->from_utc_s && !history_.revoked(signer_))
        blame(found, "it was signed on " + text::utc_second(static_cast<std::int64_t>(exported_utc_s)) +
                         " by a key that is no longer in use: " + told(*next));
}

/// The holder of a revoked key may have signed anything with any time; only what others saw earlier stands.
void KnownKeys::check_revoked(std::span<const CoSeen> seen, Examination& found) const {
    found.signer_revoked = history_.revoked(signer_);
    if (!found.signer_revoked) return;
    const auto last = found.evidence.end_input() - 1;
    auto until = found.published_until_input;
    bool is_position_seen = !found.evidence.extract;
    for (const auto& each : seen) {
        if (each.utc_s >= found.signer_revoked->from_utc_s) continue;
        until = std::max(until, each.until_input);
        is_position_seen |= each.is_file;
    }
    const auto revoked = told(signer_, *found.signer_revoked);
    if (until < last)
        blame(found, revoked + ": " +
                         (until == 0 ? std::string("nothing of it was seen by others before")
                                     : "inputs up to " + std::to_string(until) +
                                           " were seen by others before, and stand") +
                         "; nothing shows that inputs " +
                         std::to_string(std::max(until + 1, found.evidence.first_input())) + " to " +
                         std::to_string(last) + " are not by somebody else who held it");
    else if (!is_position_seen)
        blame(found, revoked +
                         ": its inputs were seen by others before, but the position that it begins with "
                         "is stated by this key alone; ask for the whole game");
}

} // namespace adoube::evidence
