#pragma once
// A statement about a published key: a C2SP signed note. Lines, in this order and one spelling:
//
//   adoube-key/v1
//   key VKEY          the key concerned
//   from UTC_S        since when
//   next VKEY         its successor; and, or instead:
//   revoked WHY       from then on its signatures prove nothing: somebody else may hold it
//
// Signed by `next`, if present, and by `key`, co-signers, or both; the reader decides whose word counts
// (key_history.hpp). No statement is a checkpoint: a co-signature of one is none of the other. A file holds
// one or more statements, concatenated.

#include "daemon/tlog/note.hpp"

#include <span>

namespace adoube::evidence {

struct Statement {
    tlog::VerifierKey key;
    std::uint64_t from_utc_s = 0;
    std::optional<tlog::VerifierKey> next; // of the same type
    std::string revoked;                   // reason in plain text; empty: not revoked
    friend bool operator==(const Statement&, const Statement&) = default;
};

/// Its signatures by `key` and `next` are checked.
struct SignedStatement {
    Statement said;
    tlog::Note note;
    bool by_key = false; // signed by `key` itself
    friend bool operator==(const SignedStatement&, const SignedStatement&) = default;
};

/// The signed text.
std::string to_text(const Statement& statement);
/// 1 to 200 bytes of plain text without leading or trailing space.
bool can_be_reason(std::string_view why);

/// A note signature or a co-signature, by the key's type.
tlog::NoteSignature sign_statement(const tlog::SigningKey& key, std::string_view text, std::uint64_t utc_s);
/// `signers` must include `next`, if any.
SignedStatement make_statement(Statement said, std::span<const tlog::SigningKey> signers,
                               std::uint64_t utc_s);

/// Strict: written back as the same bytes. Refuses, in a sentence without its full stop: no statement, more
/// than 256, one not signed by its `next`, a bad signature by `key` or `next`.
std::expected<std::vector<SignedStatement>, std::string> parse_statements(std::string_view bytes);
std::string to_text(std::span<const SignedStatement> statements);

} // namespace adoube::evidence
