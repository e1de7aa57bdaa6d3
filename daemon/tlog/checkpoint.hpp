#pragma once
// C2SP tlog-checkpoint: what a log says of itself, as the text of a signed note. Each game is a log of its
// own.

#include "daemon/tlog/merkle.hpp"
#include "daemon/tlog/note.hpp"

namespace adoube::tlog {

struct Checkpoint {
    std::string origin; // names the log for ever
    std::uint64_t size = 0;
    Hash root{};
    std::vector<std::string> extensions; // lines, none empty
    friend bool operator==(const Checkpoint&, const Checkpoint&) = default;
};

/// Strict: what is read is written back as the same bytes. The error is a phrase.
std::expected<Checkpoint, std::string> parse_checkpoint(std::string_view text);
std::string to_text(const Checkpoint& checkpoint);

/// The number in decimal, without sign, spaces or leading zeroes; empty where it is not that, or too big.
std::optional<std::uint64_t> parse_decimal(std::string_view text);
std::optional<Hash> parse_hash(std::string_view base64);

/// The log of a game, whoever signs it: the game goes on under another key.
std::string origin_of(std::string_view game_id);

/// The tree as it stands, signed by a key for notes.
Note signed_checkpoint(const SigningKey& key, const std::string& origin, std::uint64_t size,
                       const Hash& root);

} // namespace adoube::tlog
