#include "daemon/evidence/key_history.hpp"

#include "daemon/text/utc.hpp"

#include <algorithm>

namespace adoube::evidence {
namespace {

bool is_among(std::span<const tlog::VerifierKey> keys, const tlog::VerifierKey& key) {
    return std::ranges::find(keys, key) != keys.end();
}

bool is_vouched(const Succession& succession) { return !succession.vouched.empty(); }

} // namespace

std::string told(const tlog::VerifierKey& key, const Revocation& revocation) {
    return key.to_string() + " was revoked from " +
           text::utc_second(static_cast<std::int64_t>(revocation.from_utc_s)) + " on (" + revocation.why +
           ")";
}

std::string told(const Succession& succession) {
    const auto next = succession.next.to_string();
    auto text = next + " follows " + succession.key.to_string() + " since " +
                text::utc_second(static_cast<std::int64_t>(succession.from_utc_s));
    if (succession.by_key) text += ", signed by both";
    for (const auto& word : succession.vouched)
        text += ", vouched for on " + text::utc_second(static_cast<std::int64_t>(word.utc_s)) + " by " +
                word.key.to_string();
    return !succession.by_key && !is_vouched(succession) ? text + ", as it says itself" : text;
}

KeyHistory::KeyHistory(std::span<const SignedStatement> statements,
                       std::span<const tlog::VerifierKey> trusted) {
    for (const auto& [said, note, by_key] : statements) {
        if (said.next) succession(said).by_key |= by_key;
        if (by_key && !said.revoked.empty()) revoke(said.key, {said.from_utc_s, said.revoked});
    }
    revoke_what_two_hold();
    std::ranges::copy_if(trusted, std::back_inserter(trusted_), [&](const auto& key) {
        return key.type == tlog::SignatureType::cosignature && !revoked(key);
    });
    trust_what_follows();
    hear(statements, trusted);
    revoke_what_two_hold();
}

const KeyHistory::Known* KeyHistory::find(const tlog::VerifierKey& key) const {
    const auto found = std::ranges::find(keys_, key, &Known::key);
    return found == keys_.end() ? nullptr : &*found;
}

KeyHistory::Known& KeyHistory::known(const tlog::VerifierKey& key) {
    const auto found = std::ranges::find(keys_, key, &Known::key);
    return found == keys_.end() ? keys_.emplace_back(key) : *found;
}

Succession& KeyHistory::succession(const Statement& said) {
    auto& next = known(said.key).next;
    auto found = std::ranges::find(next, *said.next, &Succession::next);
    if (found == next.end()) found = next.insert(found, {said.key, *said.next, said.from_utc_s, false, {}});
    found->from_utc_s = std::min(found->from_utc_s, said.from_utc_s);
    return *found;
}

void KeyHistory::revoke(const tlog::VerifierKey& key, Revocation revocation) {
    auto& before = known(key).revoked;
    if (!before || revocation.from_utc_s < before->from_utc_s) before = std::move(revocation);
}

void KeyHistory::revoke_what_two_hold() {
    for (const auto& each : keys_) {
        const Succession* own = nullptr;
        for (const auto& one : each.next)
            if (one.by_key) own = &one;
        for (const auto& other : each.next)
            if (own && &other != own && (other.by_key || is_vouched(other)))
                revoke(each.key, {std::min(own->from_utc_s, other.from_utc_s),
                                  "two follow it, so somebody else holds it: " + own->next.to_string() +
                                      " and " + other.next.to_string()});
    }
}

void KeyHistory::trust_what_follows() {
    for (std::size_t at = 0; at < trusted_.size(); ++at)
        if (const auto next = next_of(trusted_[at]);
            next && !revoked(next->next) && !is_among(trusted_, next->next))
            trusted_.push_back(next->next);
}

void KeyHistory::hear(std::span<const SignedStatement> statements,
                      std::span<const tlog::VerifierKey> trusted) {
    std::vector<std::vector<Succession::Word>> words;
    for (const auto& statement : statements) words.push_back(words_on(statement));
    for (std::size_t at = 0; at < statements.size(); ++at) {
        const auto& [said, note, by_key] = statements[at];
        if (said.revoked.empty() || by_key) continue;
        if (!words[at].empty() || (said.next && is_among(trusted, *said.next)))
            revoke(said.key, {said.from_utc_s, said.revoked});
        else
            faults_.push_back("that " + said.key.to_string() +
                              " was revoked is said by nobody who is trusted");
    }
    for (std::size_t at = 0; at < statements.size(); ++at) {
        if (!statements[at].said.next) continue;
        auto& vouched = succession(statements[at].said).vouched;
        for (const auto& word : words[at])
            if (!revoked(word.key) &&
                std::ranges::find(vouched, word.key, &Succession::Word::key) == vouched.end())
                vouched.push_back(word);
    }
}

std::vector<Succession::Word> KeyHistory::words_on(const SignedStatement& statement) {
    std::vector<Succession::Word> words;
    for (const auto& key : trusted_) {
        if (key == statement.said.key || key == statement.said.next) continue;
        if (const auto utc_s = cosigned_utc_s(statement.note, key))
            words.push_back({key, *utc_s});
        else if (is_signed_by(statement.note, key) == tlog::Signed::wrongly)
            faults_.push_back("a statement about " + statement.said.key.to_string() +
                              " is not what was signed by " + key.to_string());
    }
    return words;
}

std::optional<Revocation> KeyHistory::revoked(const tlog::VerifierKey& key) const {
    const auto* const each = find(key);
    return each ? each->revoked : std::nullopt;
}

std::optional<Succession> KeyHistory::next_of(const tlog::VerifierKey& key) const {
    const auto* const each = find(key);
    if (!each) return std::nullopt;
    const auto vouched = std::ranges::count_if(each->next, is_vouched);
    if (vouched > 1 || (vouched == 0 && each->revoked)) return std::nullopt;
    for (const auto& one : each->next)
        if (vouched == 1 ? is_vouched(one) : one.by_key) return one;
    return std::nullopt;
}

std::optional<std::vector<Succession>> KeyHistory::way(const tlog::VerifierKey& trusted,
                                                       const tlog::VerifierKey& to) const {
    std::vector<Succession> way;
    const auto* at = &trusted;
    while (*at != to && way.size() <= keys_.size()) {
        auto next = next_of(*at);
        if (!next) break;
        way.push_back(std::move(*next));
        at = &way.back().next;
    }
    if (*at == to) return way;
    way.clear();
    std::vector<tlog::VerifierKey> seen;
    return find_before(trusted, to, seen, way) ? std::optional(way) : std::nullopt;
}

bool KeyHistory::find_before(const tlog::VerifierKey& key, const tlog::VerifierKey& earlier,
                             std::vector<tlog::VerifierKey>& seen, std::vector<Succession>& way) const {
    if (revoked(key) || is_among(seen, key)) return false;
    seen.push_back(key);
    for (const auto& each : keys_)
        for (const auto& one : each.next) {
            if (one.next != key || (each.key != earlier && !find_before(each.key, earlier, seen, way)))
                continue;
            way.push_back(one);
            return true;
        }
    return false;
}

std::string KeyHistory::why_no_next(const tlog::VerifierKey& key) const {
    const auto* const each = find(key);
    if (!each || next_of(key)) return {};
    if (std::ranges::count_if(each->next, is_vouched) > 1)
        return "those who vouch for what follows it contradict each other";
    if (each->revoked)
        return told(key, *each->revoked) +
               ", and so names nobody who follows it; nobody who is trusted vouches for one";
    return "that " + each->next.front().next.to_string() +
           " follows it is said by that key alone; nobody who is trusted vouches for it";
}

} // namespace adoube::evidence
