#pragma once
// C2SP signed notes: text, an empty line, and a line per signature, "— NAME BASE64". Strict: `to_text` gives
// back the same bytes.

#include "daemon/tlog/key.hpp"

#include <optional>
#include <vector>

namespace adoube::tlog {

struct NoteSignature {
    std::string name;
    std::uint32_t key_id = 0;
    std::string bytes; // in a cosignature the time (8 bytes) comes first
    friend bool operator==(const NoteSignature&, const NoteSignature&) = default;
};

struct Note {
    std::string text; // ends with a newline
    std::vector<NoteSignature> signatures;
    friend bool operator==(const Note&, const Note&) = default;
};

/// Refuses, with a phrase: no signature, two by one key, more than 64, invalid UTF-8, control characters
/// except newline, any spelling but that of `to_text`.
std::expected<Note, std::string> parse_note(std::string_view bytes);
std::string to_text(const Note& note);

/// `key` is for notes.
NoteSignature sign(const SigningKey& key, std::string_view text);
/// `key` is for cosignatures, `text` that of a checkpoint.
NoteSignature cosign(const SigningKey& key, std::string_view text, std::uint64_t utc_s);

enum class Signed : std::uint8_t {
    no, // not by this key
    yes,
    wrongly, // names this key, but does not verify
};
Signed is_signed_by(const Note& note, const VerifierKey& key);

/// The time of the key's valid cosignature, if any.
std::optional<std::uint64_t> cosigned_utc_s(const Note& note, const VerifierKey& key);

} // namespace adoube::tlog
