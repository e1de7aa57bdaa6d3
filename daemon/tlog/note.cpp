#include "daemon/tlog/note.hpp"

#include "daemon/text/base64.hpp"
#include "daemon/text/utf8.hpp"

#include <algorithm>

namespace adoube::tlog {
namespace {

constexpr std::string_view dash = "\u2014 ";
constexpr std::size_t most_signatures = 64;

template<class Number>
std::string big_endian(Number number) {
    std::string bytes(sizeof number, '\0');
    for (auto at = bytes.rbegin(); at != bytes.rend(); ++at, number >>= 8)
        *at = static_cast<char>(number & 0xff);
    return bytes;
}
template<class Number>
Number from_big_endian(std::string_view bytes) {
    Number number = 0;
    for (const char byte : bytes.substr(0, sizeof number))
        number = static_cast<Number>(number << 8 | static_cast<std::uint8_t>(byte));
    return number;
}

std::string line_of(const NoteSignature& signature) {
    return std::string(dash) + signature.name + " " +
           text::to_base64(big_endian(signature.key_id) + signature.bytes) + "\n";
}

std::expected<NoteSignature, std::string> parse_signature(std::string_view line) {
    if (!line.starts_with(dash)) return std::unexpected("a signature line does not begin with \"\u2014 \"");
    line.remove_prefix(dash.size());
    const auto space = line.find(' ');
    if (space == std::string_view::npos || !is_key_name(line.substr(0, space)))
        return std::unexpected("a signature line does not name its key");
    const auto bytes = text::from_base64(line.substr(space + 1));
    if (!bytes || bytes->size() <= 4)
        return std::unexpected("a signature is not written in base64 as it must be");
    return NoteSignature{std::string(line.substr(0, space)), from_big_endian<std::uint32_t>(*bytes),
                         bytes->substr(4)};
}

bool names(const NoteSignature& signature, const VerifierKey& key) {
    return signature.name == key.name && signature.key_id == key.id();
}

std::string cosigned_message(std::string_view text, std::uint64_t utc_s) {
    return "cosignature/v1\ntime " + std::to_string(utc_s) + "\n" + std::string(text);
}

} // namespace

std::expected<Note, std::string> parse_note(std::string_view bytes) {
    if (!text::is_utf8(bytes)) return std::unexpected("it is not UTF-8");
    if (std::ranges::any_of(bytes, [](char c) { return static_cast<std::uint8_t>(c) < 0x20 && c != '\n'; }))
        return std::unexpected("it holds a control character");
    const auto end = bytes.rfind("\n\n");
    if (end == std::string_view::npos || !bytes.ends_with('\n'))
        return std::unexpected("its end with the signatures is missing");
    Note note{std::string(bytes.substr(0, end + 1)), {}};
    for (auto rest = bytes.substr(end + 2); !rest.empty();) {
        const auto length = rest.find('\n');
        auto signature = parse_signature(rest.substr(0, length));
        if (!signature) return std::unexpected(signature.error());
        if (note.signatures.size() == most_signatures)
            return std::unexpected("it has more than 64 signatures");
        for (const auto& other : note.signatures)
            if (other.name == signature->name && other.key_id == signature->key_id)
                return std::unexpected("it has two signatures by " + other.name);
        note.signatures.push_back(std::move(*signature));
        rest.remove_prefix(length + 1);
    }
    if (note.signatures.empty()) return std::unexpected("its end with the signatures is missing");
    return note;
}

std::string to_text(const Note& note) {
    auto text = note.text + "\n";
    for (const auto& signature : note.signatures) text += line_of(signature);
    return text;
}

NoteSignature sign(const SigningKey& key, std::string_view text) {
    return {key.verifier().name, key.verifier().id(), key.sign(text)};
}

NoteSignature cosign(const SigningKey& key, std::string_view text, std::uint64_t utc_s) {
    return {key.verifier().name, key.verifier().id(),
            big_endian(utc_s) + key.sign(cosigned_message(text, utc_s))};
}

Signed is_signed_by(const Note& note, const VerifierKey& key) {
    const auto found =
        std::ranges::find_if(note.signatures, [&](const auto& signature) { return names(signature, key); });
    if (found == note.signatures.end()) return Signed::no;
    const bool timed = key.type == SignatureType::cosignature;
    if (found->bytes.size() != (timed ? 72 : 64)) return Signed::wrongly;
    const auto utc_s = timed ? from_big_endian<std::uint64_t>(found->bytes) : 0;
    if (utc_s >> 63) return Signed::wrongly; // C2SP tlog-cosignature: not above 2^63 - 1
    const auto message = timed ? cosigned_message(note.text, utc_s) : note.text;
    return key.verifies(message, std::string_view(found->bytes).substr(timed ? 8 : 0)) ? Signed::yes
                                                                                       : Signed::wrongly;
}

std::optional<std::uint64_t> cosigned_utc_s(const Note& note, const VerifierKey& key) {
    if (key.type != SignatureType::cosignature || is_signed_by(note, key) != Signed::yes) return std::nullopt;
    const auto found =
        std::ranges::find_if(note.signatures, [&](const auto& signature) { return names(signature, key); });
    return from_big_endian<std::uint64_t>(found->bytes);
}

} // namespace adoube::tlog
