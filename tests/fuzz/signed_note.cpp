// Any bytes as a signed note, checkpoint, co-sign request, key or leaf: refused with a reason or written back
// unchanged; what nobody signed has no signer.

#include "daemon/text/base64.hpp"
#include "daemon/tlog/checkpoint.hpp"
#include "daemon/tlog/leaf.hpp"
#include "daemon/tlog/witness.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace adoube;
using namespace adoube::tlog;
using adoube::fuzz::promise;

namespace {

const SigningKey key("fuzz.example/log", SignatureType::note, {1});
const SigningKey witness("fuzz.example/witness", SignatureType::cosignature, {2});

void try_note(std::string_view text) {
    const auto note = parse_note(text);
    if (!note) return promise(!note.error().empty(), "a refused note has a reason");
    promise(to_text(*note) == text, "a note is written back as it was");
    for (const auto& one : {key, witness})
        if (is_signed_by(*note, one.verifier()) == Signed::yes) {
            auto other = *note;
            other.text += "x\n";
            promise(is_signed_by(other, one.verifier()) == Signed::wrongly, "a signature is of one text");
        }
}

void try_checkpoint(std::string_view text) {
    const auto checkpoint = parse_checkpoint(text);
    if (!checkpoint) return promise(!checkpoint.error().empty(), "a refused checkpoint has a reason");
    promise(to_text(*checkpoint) == text, "a checkpoint is written back as it was");
}

void try_request(std::string_view text) {
    const auto request = parse_cosign_request(text);
    if (!request) return promise(!request.error().empty(), "a refused request has a reason");
    promise(to_text(*request) == text, "a request is written back as it was");
}

void try_line(std::string_view line) {
    if (const auto read = VerifierKey::parse(line))
        promise(read->to_string() == line, "a key is written back as it was");
    if (const auto read = SigningKey::parse(line))
        promise(read->to_string() == line, "a key is written back as it was");
    if (const auto read = text::from_base64(line))
        promise(text::to_base64(*read) == line, "base64 is written back as it was");
    if (const auto read = parse_game_leaf(line))
        promise(to_leaf(*read) == line, "a leaf is written back as it was");
    if (const auto read = parse_input_leaf(line))
        promise(to_leaf(read->game_id, read->n, read->entry) == line, "a leaf is written back as it was");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text(reinterpret_cast<const char*>(data), size);
    try_note(text);
    try_checkpoint(text);
    try_request(text);
    while (!text.empty()) {
        const auto line = text.substr(0, text.find('\n'));
        try_line(line);
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    return 0;
}
