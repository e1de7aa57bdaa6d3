#include "tools/adoube/evidence/cosigner.hpp"

#include "daemon/evidence/key_file.hpp"
#include "daemon/files/descriptor.hpp"
#include "tools/adoube/evidence/memory.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace adoube::tools {
namespace {

using namespace evidence;
using namespace tlog;

std::unexpected<Failure> refused(std::string sentence) {
    return std::unexpected(Failure{failed_check, std::move(sentence) + "; nothing was co-signed"});
}

/// Two processes signing with one key would miss each other's signatures. The descriptor holds the lock.
Or<files::Descriptor> take_turn(const std::string& key_file) {
    files::Descriptor file(::open(key_file.c_str(), O_RDONLY | O_CLOEXEC));
    while (::flock(file.get(), LOCK_EX) != 0)
        if (errno != EINTR)
            return bad(key_file + " cannot be locked against others that co-sign with it: " +
                       std::strerror(errno) + "; nothing was co-signed");
    return file;
}

bool goes_on_from(const Candidate& candidate, const CosignerMemory::Tree& known) {
    const auto& now = candidate.checkpoint;
    if (now.size == known.size) return now.root == known.root;
    if (candidate.tree) return begins_with(*candidate.tree, {{}, known.size, known.root, {}});
    return candidate.request.old_size == known.size &&
           proves_consistency(candidate.request.proof, known.size, known.root, now.size, now.root);
}

Or<void> check_goes_on(const Candidate& candidate, const CosignerMemory& memory) {
    const auto known = memory.of(candidate.checkpoint.origin);
    if (!known) return {};
    const auto before =
        "the record of " + std::to_string(known->size - 1) + " inputs that you have co-signed before";
    if (candidate.checkpoint.size < known->size) return refused("this is older than " + before);
    if (goes_on_from(candidate, *known)) return {};
    const bool can_tell = candidate.tree || candidate.checkpoint.size == known->size ||
                          candidate.request.old_size == known->size;
    if (can_tell)
        return refused("this does not go on from " + before + ": there are two histories of " +
                       candidate.checkpoint.origin);
    return refused("this does not show whether it goes on from " + before +
                   ": take the whole game, or adoube evidence checkpoint --old " +
                   std::to_string(known->size));
}

} // namespace

Or<Candidate> candidate_of(CosignRequest request, const std::string& where,
                           const std::optional<VerifierKey>& log) {
    // Co-signing a forgery would bar the real record.
    if (!log) return bad("say with --log whose record this is: the verifier key of the hall");
    auto checkpoint = parse_checkpoint(request.note.text);
    if (!checkpoint) return bad(where + " is no checkpoint: " + checkpoint.error());
    Candidate candidate{std::move(request), std::move(*checkpoint), {}};
    const auto& note = candidate.request.note;
    if (!candidate.checkpoint.extensions.empty()) {
        const auto found = examine(to_text(note), {{*log}, {}, {}});
        if (!found.is_evidence) return refused(where + " holds more than a checkpoint, and is no evidence");
        if (!found.faults.empty()) return refused(where + ": " + found.faults.front());
        if (!found.evidence.extract) candidate.tree = tree_of(found.evidence);
        return candidate;
    }
    if (is_signed_by(note, *log) != Signed::yes)
        return refused(where + " is not signed by " + log->to_string());
    return candidate;
}

std::expected<Cosigner, std::string> Cosigner::open(const std::string& key_file, const std::string& memory) {
    auto key = read_key_file(key_file);
    if (!key) return std::unexpected(key.error());
    if (key->verifier().type != SignatureType::cosignature)
        return std::unexpected("key file " + key_file +
                               " is not for co-signing: make one with adoube evidence key new --cosigner");
    return Cosigner(std::move(*key), key_file, memory.empty() ? key_file + ".seen" : memory);
}

std::expected<std::optional<std::uint64_t>, std::string>
Cosigner::known_size(const std::string& origin) const {
    const auto memory = CosignerMemory::read(memory_);
    if (!memory) return std::unexpected(memory.error());
    const auto known = memory->of(origin);
    return known ? std::optional(known->size) : std::nullopt;
}

Or<Note> Cosigner::cosign(Candidate candidate, std::uint64_t utc_s) const {
    const auto turn = take_turn(key_file_);
    if (!turn) return std::unexpected(turn.error());
    auto memory = CosignerMemory::read(memory_);
    if (!memory) return bad(memory.error());
    if (const auto goes_on = check_goes_on(candidate, *memory); !goes_on)
        return std::unexpected(goes_on.error());
    // Remember before signing: a crash in between leaves no forgotten signature.
    const auto& now = candidate.checkpoint;
    if (const auto kept = memory->remember(now.origin, {now.size, now.root}); !kept) return bad(kept.error());
    auto note = std::move(candidate.request.note);
    std::erase_if(note.signatures,
                  [&](const auto& one) { return one.name == key().name && one.key_id == key().id(); });
    note.signatures.push_back(tlog::cosign(key_, note.text, utc_s));
    return note;
}

} // namespace adoube::tools
