#pragma once
// C2SP signed notes: text, an empty line, and a line for each signature, "— NAME BASE64". Strict: what is
// read is written back as the same bytes.

#include "daemon/tlog/key.hpp"

#include <optional>
#include <vector>

namespace adoube::tlog {

struct NoteSignature {
    std::string name;
    std::uint32_t key_id = 0;
    std::string bytes; // of a cosignature: the time in 8 bytes, then the signature
    friend bool operator==(const NoteSignature&, const NoteSignature&) = default;
};

struct Note {
    std::string text; // ends with a newline
    std::vector<NoteSignature> signatures;
    friend bool operator==(const Note&, const Note&) = default;
};

/// Refused, with a phrase for it: a note without signatures, two by one key, more than 64, bytes that are no
/// UTF-8, control characters but newlines, any spelling but that of `to_text`.
std::expected<Note, std::string> parse_note(std::string_view bytes);
std::string to_text(const Note& note);

/// By a key for notes.
NoteSignature sign(const SigningKey& key, std::string_view text);
/// By a key for cosignatures; `text` is that of a checkpoint.
NoteSignature cosign(const SigningKey& key, std::string_view text, std::uint64_t utc_s);

enum class Signed : std::uint8_t {
    no,      // not by this key
    yes,     //
    wrongly, // it names this key, but is not the key's signature of this text
};
Signed is_signed_by(const Note& note, const VerifierKey& key);

/// When this key cosigned: only of a note that it has signed.
std::optional<std::uint64_t> cosigned_utc_s(const Note& note, const VerifierKey& key);

} // namespace adoube::tlog
