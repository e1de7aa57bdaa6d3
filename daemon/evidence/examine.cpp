#include "daemon/evidence/examine.hpp"

#include "daemon/evidence/known_keys.hpp"
#include "daemon/tlog/leaf.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace adoube::evidence {
namespace {

std::string name_of(const tlog::VerifierKey& key) { return key.to_string(); }

constexpr std::size_t most_faults = 20;

using NameInNotes = std::pair<std::string, std::uint32_t>;
NameInNotes name_in_notes(const tlog::VerifierKey& key) { return {key.name, key.id()}; }

std::string until(std::uint64_t size) {
    return size <= 2 ? "the header" + std::string(size == 2 ? " and input 1" : "")
                     : "inputs 1 to " + std::to_string(size - 1);
}

class Examiner {
  public:
    Examiner(std::string_view bytes, const Trust& trust, const Steps& told)
        : bytes_(bytes), trust_(trust), told_(told) {}

    Examination examine() && {
        const auto note = bytes_.size() > most_bytes_in_file ? std::unexpected("it is larger than 32 MiB")
                                                             : tlog::parse_note(bytes_);
        auto parsed = parse_evidence(note ? note->text : text_of_damaged());
        found_.is_evidence = parsed.is_evidence;
        found_.evidence = std::move(parsed.evidence);
        if (!found_.is_evidence) {
            found_.faults = std::move(parsed.faults);
            return std::move(found_);
        }
        if (!note) blame("the signatures cannot be read: " + note.error());
        for (auto& fault : parsed.faults) blame(std::move(fault));
        if (!parsed.faults.empty()) readable_ = false;
        known_ = KnownKeys(trust_, found_.evidence.keys);
        for (std::size_t at = 0; at < keys().size(); ++at) by_name_.emplace(name_in_notes(keys()[at]), at);
        for (const auto& fault : known_.history().faults()) blame(fault);
        if (readable_) check_record();
        if (note) check_signatures(*note);
        if (found_.faults.empty()) known_.check(signers_of(*note), seen_, found_);
        if (found_.faults.empty()) play_again();
        found_.anchored = found_.faults.empty() && (!trust_.signers.empty() || is_all_published());
        return std::move(found_);
    }

  private:
    const Evidence& evidence() const { return found_.evidence; }
    std::span<const tlog::VerifierKey> keys() const { return known_.all(); }
    void blame(std::string fault) {
        if (found_.faults.size() < most_faults) found_.faults.push_back(std::move(fault));
    }

    /// The likely text of an unreadable note.
    std::string_view text_of_damaged() const {
        const auto end = bytes_.rfind("\n\n");
        return end == std::string_view::npos ? bytes_.substr(0, bytes_.rfind('\n') + 1)
                                             : bytes_.substr(0, end + 1);
    }

    void check_record() {
        leaves_ = leaves_of(evidence());
        const auto root = root_of(leaves_, evidence().proof, evidence().size);
        if (!evidence().extract && !evidence().proof.empty())
            blame("it holds the whole game, and proofs besides");
        const bool fits = root == evidence().root;
        if (!fits) blame(where_changed());
        check_checkpoints(fits);
    }

    /// Last, because slow: an unsigned file must not trigger it.
    void play_again() {
        auto replayed = replay(evidence().game, evidence().inputs, evidence().extract, told_);
        if (!replayed) return blame(replayed.error());
        found_.replayed = std::move(*replayed);
    }

    // --- earlier checkpoints ---

    /// By each known key; cached.
    const std::vector<tlog::Signed>& signed_by(const tlog::Note& note) const {
        auto& by_key = signed_by_[&note];
        if (!by_key.empty()) return by_key;
        by_key.resize(keys().size(), tlog::Signed::no);
        for (const auto& signature : note.signatures)
            for (auto [at, end] = by_name_.equal_range({signature.name, signature.key_id}); at != end; ++at)
                by_key[at->second] = is_signed_by(note, keys()[at->second]);
        return by_key;
    }

    std::vector<tlog::VerifierKey> signers_of(const tlog::Note& note) const {
        std::vector<tlog::VerifierKey> signers;
        for (std::size_t at = 0; at < keys().size(); ++at)
            if (signed_by(note)[at] == tlog::Signed::yes) signers.push_back(keys()[at]);
        return signers;
    }

    bool is_signed(const tlog::Note& note) const {
        const auto& by_key = signed_by(note);
        return std::ranges::count(by_key, tlog::Signed::yes) > 0 &&
               std::ranges::count(by_key, tlog::Signed::wrongly) == 0;
    }

    bool is_beginning(const EarlierCheckpoint& earlier, const tlog::Checkpoint& said) const {
        if (evidence().extract)
            return tlog::proves_consistency(earlier.consistency, said.size, said.root, evidence().size,
                                            evidence().root);
        return earlier.consistency.empty() && begins_with(tree(), said);
    }

    /// Whole games only.
    const tlog::Tree& tree() const {
        if (tree_.size() == 0)
            for (const auto& leaf : leaves_) tree_.append(leaf.hash);
        return tree_;
    }

    std::string where_changed() const {
        if (evidence().extract)
            return "the header, one of inputs " + std::to_string(evidence().first_input()) + " to " +
                   std::to_string(evidence().end_input() - 1) +
                   " or a proof was changed: they do not lead to the root that was signed";
        std::uint64_t fits = 0, fails = evidence().size;
        for (const auto& earlier : evidence().checkpoints) {
            const auto said = tlog::parse_checkpoint(earlier.note.text);
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

    /// A bad record is not blamed again for each checkpoint.
    void check_checkpoints(bool record_fits) {
        std::uint64_t last = 0;
        for (const auto& earlier : evidence().checkpoints) {
            const auto said = tlog::parse_checkpoint(earlier.note.text);
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

    void note_checkpoint(const tlog::Note& note, std::uint64_t size) {
        ++found_.signed_while_played;
        found_.signed_until_input = std::max(found_.signed_until_input, size - 1);
        vouch(note, size);
    }

    void vouch(const tlog::Note& note, std::uint64_t size, bool is_file = false) {
        for (std::size_t at = 0; at < keys().size(); ++at) {
            if (signed_by(note)[at] != tlog::Signed::yes) continue;
            const auto& key = keys()[at];
            const Voucher voucher{key, size - 1, cosigned_utc_s(note, key), standing_of(at)};
            if (voucher.standing == Voucher::Standing::other && voucher.cosigned_utc_s)
                seen_.push_back({voucher.until_input, *voucher.cosigned_utc_s, is_file});
            const auto known = std::ranges::find(found_.vouchers, key, &Voucher::key);
            if (known == found_.vouchers.end())
                found_.vouchers.push_back(voucher);
            else if (known->until_input <= voucher.until_input)
                *known = voucher;
        }
        for (const auto& signature : note.signatures) {
            if (!by_name_.contains({signature.name, signature.key_id}) &&
                unchecked_.insert(signature.name).second)
                found_.unchecked.push_back(signature.name);
        }
    }

    /// Cached: it may follow many statements.
    Voucher::Standing standing_of(std::size_t key) {
        auto [known, is_new] = standing_.try_emplace(key);
        if (is_new) known->second = known_.standing_of(keys()[key]);
        return known->second;
    }

    // --- who signed the file ---

    void check_signatures(const tlog::Note& note) {
        if (evidence().keys.empty()) return;
        const auto& signer = evidence().keys.front();
        if (signer.type != tlog::SignatureType::note)
            return blame("the key that it names is not one that signs evidence");
        for (std::size_t at = 0; at < keys().size(); ++at)
            if (signed_by(note)[at] == tlog::Signed::wrongly)
                blame(found_.faults.empty()
                          ? "the record is what was signed, but another byte of the file was "
                            "changed: the signature by " +
                                name_of(keys()[at]) + " does not fit it"
                          : "the signature by " + name_of(keys()[at]) + " does not fit");
        if (is_signed_by(note, signer) == tlog::Signed::no)
            blame("it is not signed by the key that it names, " + name_of(signer));
        if (!found_.faults.empty()) return;
        vouch(note, evidence().size, true);
        const auto first = std::ranges::find(found_.vouchers, signer, &Voucher::key);
        std::rotate(found_.vouchers.begin(), first, first + 1);
        compare_published();
    }

    void compare_published() {
        for (const auto& note : trust_.published) {
            const auto said = tlog::parse_checkpoint(note.text);
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

    /// Never for an extract: its first position does not follow from the tree.
    bool is_all_published() const {
        const auto last = evidence().end_input() - 1;
        return !evidence().extract && last > 0 && found_.published_until_input == last;
    }

    void compare(const tlog::Checkpoint& said) {
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

    std::optional<tlog::Hash> same_size(std::uint64_t size) const {
        if (size == evidence().size) return evidence().root;
        if (!evidence().extract && size < evidence().size) return tree().root(size);
        for (const auto& earlier : evidence().checkpoints)
            if (const auto said = tlog::parse_checkpoint(earlier.note.text); said && said->size == size)
                return said->root;
        return std::nullopt;
    }

    std::string_view bytes_;
    const Trust& trust_;
    const Steps& told_;
    Examination found_;
    KnownKeys known_;
    std::vector<CoSeen> seen_;
    std::vector<tlog::ProvenLeaf> leaves_;
    std::multimap<NameInNotes, std::size_t> by_name_; // indexes of keys()
    std::map<std::size_t, Voucher::Standing> standing_;
    std::set<std::string> unchecked_;
    mutable std::map<const tlog::Note*, std::vector<tlog::Signed>> signed_by_;
    mutable tlog::Tree tree_;
    bool readable_ = true;
};

} // namespace

Examination examine(std::string_view bytes, const Trust& trust, const Steps& told) {
    return Examiner(bytes, trust, told).examine();
}

} // namespace adoube::evidence
