#include "tools/adoube/evidence/cosign.hpp"

#include "daemon/evidence/examine.hpp"
#include "daemon/evidence/key_file.hpp"
#include "tools/adoube/evidence/memory.hpp"
#include "tools/adoube/failure.hpp"
#include "tools/adoube/files.hpp"

#include <ctime>
#include <ostream>

namespace adoube::tools {
namespace {

using namespace evidence;

std::unexpected<Failure> refused(std::string sentence) {
    return std::unexpected(Failure{failed_check, std::move(sentence) + "; nothing was co-signed"});
}

/// What is to be co-signed, and what shows that it goes on from an earlier tree.
struct Candidate {
    Note note;
    Checkpoint checkpoint;
    std::optional<Tree> tree; // of a whole game
    std::uint64_t old_size = 0;
    std::vector<Hash> proof; // of a request, from old_size
};

Or<Candidate> parse_request(std::string_view text, const std::string& file) {
    Candidate candidate;
    const auto end = text.find("\n\n");
    for (bool first = true; !text.empty(); first = false) {
        const auto line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        if (line.empty()) break;
        const auto size = first ? parse_decimal(line.substr(4)) : std::nullopt;
        const auto hash = first ? std::nullopt : parse_hash(line);
        if (!size && !hash)
            return bad(file + ": \"" + std::string(line) + "\" is nothing that a request holds");
        if (size) candidate.old_size = *size;
        if (hash) candidate.proof.push_back(*hash);
    }
    auto note =
        end == std::string_view::npos ? std::unexpected(std::string("it is missing")) : parse_note(text);
    if (!note) return bad(file + ": its checkpoint cannot be read: " + note.error());
    candidate.note = std::move(*note);
    return candidate;
}

Or<Candidate> read_candidate(const CosignOptions& options, std::istream& in) {
    const auto text = read_file(options.file, in);
    if (!text) return bad(text.error());
    if (text->starts_with("old ")) return parse_request(*text, options.file);
    auto note = parse_note(*text);
    if (!note) return bad(options.file + ": " + note.error());
    return Candidate{std::move(*note), {}, {}, 0, {}};
}

/// The checks that do not need the memory.
Or<Candidate> checked(Candidate candidate, const CosignOptions& options) {
    std::optional<VerifierKey> log;
    if (!options.log.empty()) {
        auto key = VerifierKey::parse(options.log);
        if (!key) return bad(key.error());
        log = std::move(*key);
    }
    auto checkpoint = parse_checkpoint(candidate.note.text);
    if (!checkpoint) return bad(options.file + " is no checkpoint: " + checkpoint.error());
    candidate.checkpoint = std::move(*checkpoint);
    if (!candidate.checkpoint.extensions.empty()) {
        const auto found =
            examine(to_text(candidate.note), {log ? std::vector{*log} : std::vector<VerifierKey>(), {}, {}});
        if (!found.is_evidence)
            return refused(options.file + " holds more than a checkpoint, and is no evidence");
        if (!found.faults.empty()) return refused(options.file + ": " + found.faults.front());
        if (!found.evidence.extract) candidate.tree = tree_of(found.evidence.game, found.evidence.inputs);
        return candidate;
    }
    if (!log) return bad("say with --log whose checkpoint this is: the verifier key of the hall");
    if (is_signed_by(candidate.note, *log) != Signed::yes)
        return refused(options.file + " is not signed by " + log->to_string());
    return candidate;
}

bool goes_on_from(const Candidate& candidate, const CosignerMemory::Tree& known) {
    const auto& now = candidate.checkpoint;
    if (now.size == known.size) return now.root == known.root;
    if (candidate.tree) return begins_with(*candidate.tree, {{}, known.size, known.root, {}});
    return candidate.old_size == known.size &&
           proves_consistency(candidate.proof, known.size, known.root, now.size, now.root);
}

Or<void> check_goes_on(const Candidate& candidate, const CosignerMemory& memory) {
    const auto known = memory.of(candidate.checkpoint.origin);
    if (!known) return {};
    const auto before =
        "the record of " + std::to_string(known->size - 1) + " inputs that you have co-signed before";
    if (candidate.checkpoint.size < known->size) return refused("this is older than " + before);
    if (goes_on_from(candidate, *known)) return {};
    const bool can_tell =
        candidate.tree || candidate.checkpoint.size == known->size || candidate.old_size == known->size;
    if (can_tell)
        return refused("this does not go on from " + before + ": there are two histories of " +
                       candidate.checkpoint.origin);
    return refused("this does not show whether it goes on from " + before +
                   ": take the whole game, or adoube evidence checkpoint --old " +
                   std::to_string(known->size));
}

Or<std::string> cosigned(const CosignOptions& options, std::istream& in) {
    const auto key = read_key_file(options.key);
    if (!key) return bad(key.error());
    if (key->verifier().type != SignatureType::cosignature)
        return bad("key file " + options.key +
                   " is not for co-signing: make one with adoube evidence key new --cosigner");
    auto read = read_candidate(options, in);
    if (!read) return std::unexpected(read.error());
    auto candidate = checked(std::move(*read), options);
    if (!candidate) return std::unexpected(candidate.error());
    auto memory = CosignerMemory::read(options.memory.empty() ? options.key + ".seen" : options.memory);
    if (!memory) return bad(memory.error());
    if (const auto goes_on = check_goes_on(*candidate, *memory); !goes_on)
        return std::unexpected(goes_on.error());
    // Remembered before it is signed: a crash between the two leaves no signature that is forgotten.
    const auto& now = candidate->checkpoint;
    if (const auto kept = memory->remember(now.origin, {now.size, now.root}); !kept) return bad(kept.error());
    auto& signatures = candidate->note.signatures;
    std::erase_if(signatures, [&](const auto& one) {
        return one.name == key->verifier().name && one.key_id == key->verifier().id();
    });
    signatures.push_back(cosign(*key, candidate->note.text, static_cast<std::uint64_t>(std::time(nullptr))));
    return to_text(candidate->note);
}

} // namespace

int run_evidence_cosign(const CosignOptions& options, std::istream& in, std::ostream& out,
                        std::ostream& err) {
    const auto text = cosigned(options, in);
    if (!text) {
        err << text.error().sentence << '\n';
        return text.error().status;
    }
    if (options.output.empty()) {
        out << *text;
        return success;
    }
    const auto written = write_file(options.output, *text);
    if (!written) err << written.error() << '\n';
    return written ? success : bad_input;
}

} // namespace adoube::tools
