#pragma once
// Leaf 0 of a game's tree is its header, leaf n its input n. Each is one line without the newline, in one
// spelling only:
//
//   adoube-game GAME CREATED_UTC_MS HEADER
//   adoube-input GAME N HOST_UTC_MS BOARD BOOT SEQUENCE BOARD_US LINE
//
// HEADER and LINE are as in the sensor log and end the line. SEQUENCE is "-" if the board gave none; BOARD,
// BOOT, SEQUENCE and BOARD_US are all "-" if no board sent it.

#include "daemon/record/game_entry.hpp"
#include "daemon/tlog/merkle.hpp"

#include <expected>

namespace adoube::tlog {

/// Made from random bytes of the operating system; empty without them.
std::string secret_of(std::string_view game_id, std::string_view drawn);
/// Hashed with leaf n, lest its line be found by trial from the hash: the form is known, and the time of a
/// touch to some seconds. Independent of other salts. 16 bytes in base64; empty in a game without a secret.
std::string salt_of(const record::GameEntry& game, std::uint64_t n);
bool is_salt(std::string_view text);
/// Of the line, or of the line, a newline and the salt.
Hash salted_hash(std::string_view leaf, std::string_view salt);
Hash hash_of(const record::GameEntry& game);
Hash hash_of(const record::GameEntry& game, std::uint64_t n, const record::Entry& entry);

/// Without its end, which is unknown while the game is signed.
std::string to_leaf(const record::GameEntry& game);
/// `n`: 1 = the first input.
std::string to_leaf(std::string_view game_id, std::uint64_t n, const record::Entry& entry);

struct InputLeaf {
    std::string game_id;
    std::uint64_t n = 0;
    record::Entry entry;
};

/// The error is a phrase: not what `to_leaf` writes.
std::expected<record::GameEntry, std::string> parse_game_leaf(std::string_view leaf);
std::expected<InputLeaf, std::string> parse_input_leaf(std::string_view leaf);

/// Whether names have no spaces, and lines are UTF-8 without control characters.
bool can_be_leaf(const record::GameEntry& game);
bool can_be_leaf(const record::Entry& entry);

} // namespace adoube::tlog
