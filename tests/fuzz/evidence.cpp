// Any bytes as an evidence file: each fault has a sentence, and a file without fault is one that was signed.

#include "daemon/evidence/examine.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace adoube::evidence;
using namespace adoube::tlog;
using adoube::fuzz::promise;

namespace {

/// Signed the corpus.
const VerifierKey hall = SigningKey("hall.example/a", SignatureType::note,
                                    [] {
                                        SigningKey::Seed seed{};
                                        seed.fill(1);
                                        return seed;
                                    }())
                             .verifier();

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view file(reinterpret_cast<const char*>(data), size);
    const auto found = examine(file, {{hall}, {}, {}});
    for (const auto& fault : found.faults) promise(!fault.empty(), "a fault has a sentence");
    if (found.is_evidence && found.faults.empty()) {
        const auto note = parse_note(file);
        promise(note.has_value() && to_text(*note) == file, "what is verified has one spelling");
        promise(to_text(found.evidence) == note->text, "all that is verified is in what was read");
        promise(is_signed_by(*note, hall) == Signed::yes, "what is verified was signed");
        promise(found.replayed.has_value() && !found.vouchers.empty(),
                "what is verified can be played again");
    }
    // As if no signature were needed.
    const auto parsed = parse_evidence(file);
    if (parsed.is_evidence && parsed.faults.empty())
        promise(to_text(parsed.evidence) == file, "what is read has one spelling");
    return 0;
}
