#pragma once
// C2SP tlog-checkpoint: the state of a log, as the text of a signed note. Each game is its own log.

#include "daemon/tlog/merkle.hpp"
#include "daemon/tlog/note.hpp"

namespace adoube::tlog {

struct Checkpoint {
    std::string origin; // names the log permanently
    std::uint64_t size = 0;
    Hash root{};
    std::vector<std::string> extensions; // lines, none empty
    friend bool operator==(const Checkpoint&, const Checkpoint&) = default;
};

/// Strict: `to_text` gives back the same bytes. The error is a phrase.
std::expected<Checkpoint, std::string> parse_checkpoint(std::string_view text);
std::string to_text(const Checkpoint& checkpoint);

/// Empty if not canonical decimal, or too big.
std::optional<std::uint64_t> parse_decimal(std::string_view text);
std::optional<Hash> parse_hash(std::string_view base64);

/// The same for every signer, as a game may go on under another key.
std::string origin_of(std::string_view game_id);

/// `key` is for notes.
Note signed_checkpoint(const SigningKey& key, const std::string& origin, std::uint64_t size,
                       const Hash& root);

} // namespace adoube::tlog
