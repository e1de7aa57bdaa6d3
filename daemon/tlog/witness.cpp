#include "daemon/tlog/witness.hpp"

#include "daemon/text/base64.hpp"

#include <algorithm>

namespace adoube::tlog {
namespace {

constexpr std::string_view old = "old ";
constexpr std::size_t longest_proof = 63; // hashes, for 2^64 - 1 leaves

/// A line without its newline; empty at the end.
std::string_view take_line(std::string_view& text) {
    const auto line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    return line;
}

bool has_signed(std::span<const Note> notes, std::string_view text, const VerifierKey& key) {
    return std::ranges::any_of(
        notes, [&](const Note& note) { return note.text == text && is_signed_by(note, key) == Signed::yes; });
}

} // namespace

CosignRequest request_to_cosign(const Tree& tree, std::uint64_t old_size, Note note) {
    const auto checkpoint = parse_checkpoint(note.text);
    return {old_size, tree.consistency(old_size, checkpoint ? checkpoint->size : old_size), std::move(note)};
}

std::string to_text(const CosignRequest& request) {
    auto text = std::string(old) + std::to_string(request.old_size) + "\n";
    for (const auto& hash : request.proof) text += text::to_base64(hash) + "\n";
    return text + "\n" + to_text(request.note);
}

std::expected<CosignRequest, std::string> parse_cosign_request(std::string_view bytes) {
    const auto first = take_line(bytes);
    const auto size = first.starts_with(old) ? parse_decimal(first.substr(old.size())) : std::nullopt;
    if (!size) return std::unexpected("it does not begin with old and a size");
    CosignRequest request{*size, {}, {}};
    for (auto line = take_line(bytes); !line.empty(); line = take_line(bytes)) {
        const auto hash = parse_hash(line);
        if (!hash) return std::unexpected("\"" + std::string(line) + "\" is no hash");
        if (request.proof.size() == longest_proof) return std::unexpected("its proof is too long");
        request.proof.push_back(*hash);
    }
    auto note = parse_note(bytes);
    if (!note) return std::unexpected("its checkpoint cannot be read: " + note.error());
    request.note = std::move(*note);
    return request;
}

std::expected<std::optional<Note>, std::string> new_cosignatures(std::span<const Note> kept, const Note& back,
                                                                 std::span<const VerifierKey> cosigners) {
    const auto own = std::ranges::find(kept, back.text, &Note::text);
    if (own == kept.end()) return std::unexpected("this is no checkpoint that was signed here");
    Note found{own->text, {own->signatures.front()}};
    bool known = false;
    for (const auto& signature : back.signatures) {
        const auto key = std::ranges::find_if(cosigners, [&](const VerifierKey& each) {
            return each.name == signature.name && each.id() == signature.key_id;
        });
        if (key == cosigners.end()) continue;
        if (!cosigned_utc_s(back, *key))
            return std::unexpected("what says that it is signed by " + key->name + " is not");
        known = true;
        if (!has_signed(kept, back.text, *key)) found.signatures.push_back(signature);
    }
    if (!known) return std::unexpected("it is signed by no co-signer that is known here");
    if (found.signatures.size() == 1) return std::nullopt;
    return found;
}

} // namespace adoube::tlog
