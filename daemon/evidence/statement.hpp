#pragma once
// What is said about a key after it was published: a C2SP signed note. Lines, in this order and one spelling:
//
//   adoube-key/v1
//   key VKEY          of which it speaks
//   from UTC_S        since when
//   next VKEY         who signs in its place; and, or instead:
//   revoked WHY       since then its signature shows nothing: somebody else may hold it
//
// Signed by `next`, where there is one, and by `key`, co-signers, or both: on whose word it counts is for its
// reader to say (key_history.hpp). No statement is a checkpoint: a co-signature of one is none of the other.
// A file holds one or more, one after another, and so may be made with `cat`.

#include "daemon/tlog/note.hpp"

#include <span>

namespace adoube::evidence {

struct Statement {
    tlog::VerifierKey key;
    std::uint64_t from_utc_s = 0;
    std::optional<tlog::VerifierKey> next; // another key of the same type
    std::string revoked;                   // why, in plain text; empty: it was not
    friend bool operator==(const Statement&, const Statement&) = default;
};

/// Of which the signatures by `key` and `next` were checked.
struct SignedStatement {
    Statement said;
    tlog::Note note;
    bool by_key = false; // `key` itself has signed it
    friend bool operator==(const SignedStatement&, const SignedStatement&) = default;
};

/// The text that is signed.
std::string to_text(const Statement& statement);
/// Up to 200 bytes of plain text that neither begin nor end with a space.
bool can_be_reason(std::string_view why);

/// As a note (by a key for notes) or as a co-signature.
tlog::NoteSignature sign_statement(const tlog::SigningKey& key, std::string_view text, std::uint64_t utc_s);
/// By each of `signers`, of which `next` is one where there is a next.
SignedStatement make_statement(Statement said, std::span<const tlog::SigningKey> signers,
                               std::uint64_t utc_s);

/// Strict: what is read is written back as the same bytes. Refused, with a sentence without its full stop:
/// no statement, more than 256, one that its `next` has not signed, one with a signature by `key` or `next`
/// that does not fit.
std::expected<std::vector<SignedStatement>, std::string> parse_statements(std::string_view bytes);
std::string to_text(std::span<const SignedStatement> statements);

} // namespace adoube::evidence
