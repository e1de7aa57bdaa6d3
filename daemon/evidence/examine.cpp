#include "daemon/evidence/examine.hpp"

#include "daemon/evidence/leaf.hpp"
#include "daemon/evidence/utc.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace adoube::evidence {
namespace {

std::string name_of(const VerifierKey& key) { return key.to_string(); }

std::string until(std::uint64_t size) {
    return size <= 2 ? "the header" + std::string(size == 2 ? " and input 1" : "")
                     : "inputs 1 to " + std::to_string(size - 1);
}

class Examiner {
  public:
    Examiner(std::string_view bytes, const Trust& trust) : bytes_(bytes), trust_(trust) {}

    Examination examine() && {
        const auto note = parse_note(bytes_);
        auto parsed = parse_evidence(note ? note->text : text_of_damaged());
        found_.is_evidence = parsed.is_evidence;
        found_.evidence = std::move(parsed.evidence);
        if (!found_.is_evidence) return std::move(found_);
        if (!note) blame("the signatures cannot be read: " + note.error());
        for (auto& fault : parsed.faults) blame(std::move(fault));
        if (!parsed.faults.empty()) readable_ = false;
        keys_ = found_.evidence.keys;
        know_keys();
        if (readable_) check_record();
        if (note) check_signatures(*note);
        if (found_.faults.empty()) check_keys(*note);
        if (found_.faults.empty()) play_again();
        return std::move(found_);
    }

  private:
    const Evidence& evidence() const { return found_.evidence; }
    void blame(std::string fault) { found_.faults.push_back(std::move(fault)); }

    void know(const VerifierKey& key) {
        if (std::ranges::find(keys_, key) == keys_.end()) keys_.push_back(key);
    }

    void know_keys() {
        std::vector<VerifierKey> given;
        for (const auto* keys : {&trust_.signers, &trust_.witnesses, &trust_.vouchers})
            given.insert(given.end(), keys->begin(), keys->end());
        std::ranges::for_each(given, [&](const auto& key) { know(key); });
        for (const auto& statement : trust_.statements) {
            know(statement.said.key);
            if (statement.said.next) know(*statement.said.next);
        }
        history_ = KeyHistory(trust_.statements, given);
        for (const auto& fault : history_.faults()) blame(fault);
        given_ = std::move(given);
    }

    /// What may be the text of a note that cannot be read.
    std::string_view text_of_damaged() const {
        const auto end = bytes_.rfind("\n\n");
        return end == std::string_view::npos ? bytes_.substr(0, bytes_.rfind('\n') + 1)
                                             : bytes_.substr(0, end + 1);
    }

    void check_record() {
        hash_leaves();
        const auto root = root_of(leaves_, evidence().proof, evidence().size);
        if (!evidence().extract && !evidence().proof.empty())
            blame("it holds the whole game, and proofs besides");
        const bool fits = root == evidence().root;
        if (!fits) blame(where_changed());
        check_checkpoints(fits);
    }

    /// Last, as it takes longest: nobody who has not signed can make us do it.
    void play_again() {
        auto replayed = replay(evidence().game, evidence().inputs, evidence().extract);
        if (!replayed) return blame(replayed.error());
        found_.replayed = std::move(*replayed);
    }

    void hash_leaves() {
        leaves_.push_back({0, leaf_hash(to_leaf(evidence().game))});
        for (auto n = evidence().first_input(); const auto& input : evidence().inputs) {
            leaves_.push_back({n, leaf_hash(to_leaf(evidence().game.id, n, input))});
            ++n;
        }
    }

    // --- what was signed before ---

    /// By each of the known keys; worked out once.
    const std::vector<Signed>& signed_by(const Note& note) const {
        auto& by_key = signed_by_[&note];
        if (by_key.empty())
            for (const auto& key : keys_) by_key.push_back(is_signed_by(note, key));
        return by_key;
    }

    bool is_signed(const Note& note) const {
        const auto& by_key = signed_by(note);
        return std::ranges::count(by_key, Signed::yes) > 0 &&
               std::ranges::count(by_key, Signed::wrongly) == 0;
    }

    bool is_beginning(const EarlierCheckpoint& earlier, const Checkpoint& said) const {
        if (evidence().extract)
            return proves_consistency(earlier.consistency, said.size, said.root, evidence().size,
                                      evidence().root);
        return earlier.consistency.empty() && begins_with(tree(), said);
    }

    /// Of a whole game.
    const Tree& tree() const {
        if (tree_.size() == 0)
            for (const auto& leaf : leaves_) tree_.append(leaf.hash);
        return tree_;
    }

    /// Between the last checkpoint that fits and the first that does not.
    std::string where_changed() const {
        if (evidence().extract)
            return "the header, one of inputs " + std::to_string(evidence().first_input()) + " to " +
                   std::to_string(evidence().end_input() - 1) +
                   " or a proof was changed: they do not lead to the root that was signed";
        std::uint64_t fits = 0, fails = evidence().size;
        for (const auto& earlier : evidence().checkpoints) {
            const auto said = parse_checkpoint(earlier.note.text);
            if (!said || !is_signed(earlier.note) || said->size > tree().size()) continue;
            if (begins_with(tree(), *said))
                fits = std::max(fits, said->size);
            else
                fails = std::min(fails, said->size);
        }
        if (fits >= evidence().size) return "the root of the record was changed";
        if (fits >= fails) return "its checkpoints contradict each other";
        const auto first = std::max<std::uint64_t>(fits, 1), last = fails - 1;
        std::string what = fits == 0 ? "the header or " : "";
        what += last <= first ? "input " + std::to_string(first)
                              : "one of inputs " + std::to_string(first) + " to " + std::to_string(last);
        return what + " was changed: it is not what was signed";
    }

    /// Where the record itself does not fit, that its checkpoints do not is no news.
    void check_checkpoints(bool record_fits) {
        std::uint64_t last = 0;
        for (const auto& earlier : evidence().checkpoints) {
            const auto said = parse_checkpoint(earlier.note.text);
            if (!said || !said->extensions.empty() || said->origin != evidence().origin) {
                blame("a checkpoint in it is none of this game");
                continue;
            }
            const auto name = "the checkpoint over " + until(said->size);
            if (said->size < last || said->size == 0 || said->size > evidence().size)
                blame(name + " is out of order");
            last = said->size;
            if (!is_signed(earlier.note)) blame(name + " is not signed by a key that is known");
            if (std::exchange(record_fits, record_fits && is_beginning(earlier, *said)) && !record_fits)
                blame(name + " does not fit the record");
            note_checkpoint(earlier.note, said->size);
        }
    }

    void note_checkpoint(const Note& note, std::uint64_t size) {
        ++found_.signed_while_played;
        found_.signed_until_input = std::max(found_.signed_until_input, size - 1);
        vouch(note, size);
    }

    void vouch(const Note& note, std::uint64_t size) {
        for (std::size_t at = 0; at < keys_.size(); ++at) {
            if (signed_by(note)[at] != Signed::yes) continue;
            const auto& key = keys_[at];
            const Voucher voucher{key, size - 1, cosigned_utc_s(note, key), standing_of(key)};
            if (voucher.standing == Voucher::Standing::other && voucher.cosigned_utc_s)
                seen_.push_back({voucher, &note});
            const auto known = std::ranges::find(found_.vouchers, key, &Voucher::key);
            if (known == found_.vouchers.end())
                found_.vouchers.push_back(voucher);
            else if (known->until_input <= voucher.until_input)
                *known = voucher;
        }
        for (const auto& signature : note.signatures) {
            const bool known = std::ranges::any_of(keys_, [&](const auto& key) {
                return key.name == signature.name && key.id() == signature.key_id;
            });
            if (!known && std::ranges::find(found_.unchecked, signature.name) == found_.unchecked.end())
                found_.unchecked.push_back(signature.name);
        }
    }

    // --- who signed the file ---

    void check_signatures(const Note& note) {
        if (evidence().keys.empty()) return;
        const auto& signer = evidence().keys.front();
        if (signer.type != SignatureType::note)
            return blame("the key that it names is not one that signs evidence");
        for (std::size_t at = 0; at < keys_.size(); ++at)
            if (signed_by(note)[at] == Signed::wrongly)
                blame(found_.faults.empty()
                          ? "the record is what was signed, but another byte of the file was "
                            "changed: the signature by " +
                                name_of(keys_[at]) + " does not fit it"
                          : "the signature by " + name_of(keys_[at]) + " does not fit");
        if (is_signed_by(note, signer) == Signed::no)
            blame("it is not signed by the key that it names, " + name_of(signer));
        if (!found_.faults.empty()) return;
        vouch(note, evidence().size);
        const auto first = std::ranges::find(found_.vouchers, signer, &Voucher::key);
        std::rotate(found_.vouchers.begin(), first, first + 1);
        compare_published();
    }

    // --- whose keys these are, and whether they count ---

    Voucher::Standing standing_of(const VerifierKey& key) const {
        const auto leads_to = [&](const auto& from) { return history_.way(from, key).has_value(); };
        if (history_.revoked(key)) return Voucher::Standing::revoked;
        if (leads_to(evidence().keys.front())) return Voucher::Standing::owner;
        return std::ranges::any_of(given_, leads_to) ? Voucher::Standing::other : Voucher::Standing::unknown;
    }

    void check_keys(const Note& note) {
        for (const auto& key : trust_.signers) check_wanted_signer(note, key);
        for (const auto& key : trust_.witnesses) check_wanted_witness(key);
        check_signer();
        check_not_retired();
        check_revoked(note);
    }

    void check_wanted_signer(const Note& note, const VerifierKey& wanted) {
        if (cannot_witness(wanted)) return;
        const auto& signer = evidence().keys.front();
        for (std::size_t at = 0; at < keys_.size(); ++at) {
            if (signed_by(note)[at] != Signed::yes || (history_.revoked(keys_[at]) && keys_[at] != signer))
                continue;
            auto way = history_.way(wanted, keys_[at]);
            if (!way) continue;
            if (keys_[at] == signer && found_.way.empty()) found_.way = std::move(*way);
            return;
        }
        blame("it is not signed by " + name_of(wanted));
        if (const auto why = history_.why_no_next(wanted); !why.empty()) blame(why);
    }

    bool cannot_witness(const VerifierKey& wanted) {
        const auto revoked = history_.revoked(wanted);
        if (!revoked || wanted.type != SignatureType::cosignature) return false;
        blame("what it has co-signed shows nothing: " + told(wanted, *revoked));
        return true;
    }

    void check_wanted_witness(const VerifierKey& wanted) {
        if (cannot_witness(wanted)) return;
        if (std::ranges::none_of(found_.vouchers, [&](const auto& voucher) {
                return voucher.standing != Voucher::Standing::revoked && history_.way(wanted, voucher.key);
            }))
            blame("nothing in it is signed by " + name_of(wanted));
    }

    void check_signer() {
        const auto& signer = evidence().keys.front();
        if (!trust_.signers.empty() && std::ranges::none_of(trust_.signers, [&](const auto& key) {
                return history_.way(key, signer).has_value();
            }))
            blame("the file was signed by " + name_of(signer) +
                  ", which is none of the keys that were given");
    }

    void check_not_retired() {
        const auto& signer = evidence().keys.front();
        auto next = history_.next_of(signer);
        for (const auto& one : found_.way)
            if (one.key == signer) next = one;
        if (next && evidence().exported_utc_s > next->from_utc_s && !history_.revoked(signer))
            blame("it was signed on " + date_and_time(evidence().exported_utc_s) +
                  " by a key that is no longer in use: " + told(*next));
    }

    /// Who holds a key that was revoked may have signed anything, with any time: what others saw before
    /// stands.
    void check_revoked(const Note& note) {
        found_.signer_revoked = history_.revoked(evidence().keys.front());
        if (!found_.signer_revoked) return;
        const auto last = evidence().end_input() - 1;
        std::uint64_t until = found_.published_until_input;
        bool is_position_seen = !evidence().extract;
        for (const auto& [voucher, seen] : seen_) {
            if (*voucher.cosigned_utc_s >= found_.signer_revoked->from_utc_s) continue;
            until = std::max(until, voucher.until_input);
            is_position_seen |= seen == &note;
        }
        if (until < last)
            blame(told(evidence().keys.front(), *found_.signer_revoked) + ": " +
                  (until == 0 ? "nothing of it" : "of it inputs up to " + std::to_string(until)) +
                  " was seen by others before, and stands; nothing shows that inputs " +
                  std::to_string(std::max(until + 1, evidence().first_input())) + " to " +
                  std::to_string(last) + " are not by whoever held the key then");
        else if (!is_position_seen)
            blame(
                told(evidence().keys.front(), *found_.signer_revoked) +
                ": its inputs were seen by others before, but the position that it begins with is stated by "
                "this key alone; ask for the whole game");
    }

    void compare_published() {
        for (const auto& note : trust_.published) {
            const auto said = parse_checkpoint(note.text);
            if (!said || said->origin != evidence().origin) {
                blame("a checkpoint that was published elsewhere is none of this game");
                continue;
            }
            if (!is_signed(note)) {
                blame("the checkpoint over " + until(said->size) +
                      " that was published elsewhere is not signed by a key that is known");
                continue;
            }
            compare(*said);
        }
    }

    void compare(const Checkpoint& said) {
        const auto name = until(said.size);
        if (const auto same = same_size(said.size)) {
            if (*same == said.root) {
                found_.published_until_input = std::max(found_.published_until_input, said.size - 1);
                return found_.published.push_back(name + " are what was published elsewhere");
            }
            return blame("another record of " + name +
                         " was published elsewhere: there are two histories of this game");
        }
        found_.published.push_back(
            said.size > evidence().size
                ? "what was published elsewhere goes on after this file was made"
                : "of " + name +
                      ", published elsewhere, an extract cannot tell whether it is the same: "
                      "ask for the whole game");
    }

    /// The root of the tree at that size, as far as the file tells.
    std::optional<Hash> same_size(std::uint64_t size) const {
        if (size == evidence().size) return evidence().root;
        if (!evidence().extract && size < evidence().size) return tree().root(size);
        for (const auto& earlier : evidence().checkpoints)
            if (const auto said = parse_checkpoint(earlier.note.text); said && said->size == size)
                return said->root;
        return std::nullopt;
    }

    std::string_view bytes_;
    const Trust& trust_;
    Examination found_;
    std::vector<VerifierKey> keys_, given_;
    KeyHistory history_;
    struct Seen {
        Voucher voucher;
        const Note* note;
    };
    std::vector<Seen> seen_; // what others co-signed
    std::vector<ProvenLeaf> leaves_;
    mutable std::map<const Note*, std::vector<Signed>> signed_by_;
    mutable Tree tree_;
    bool readable_ = true;
};

} // namespace

Examination examine(std::string_view bytes, const Trust& trust) { return Examiner(bytes, trust).examine(); }

} // namespace adoube::evidence
