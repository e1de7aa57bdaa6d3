#pragma once
// The leaves of a game's tree: leaf 0 is its header, leaf n its input n. One line of text each, without the
// newline, and one spelling only:
//
//   adoube-game GAME CREATED_UTC_MS HEADER
//   adoube-input GAME N HOST_UTC_MS BOARD BOOT SEQUENCE BOARD_US LINE
//
// HEADER and LINE are those of the sensor log, to the end of the line. SEQUENCE is "-" where the board gave
// no number, and BOARD, BOOT, SEQUENCE and BOARD_US are where no board has told it.

#include "daemon/record/game_entry.hpp"
#include "daemon/tlog/merkle.hpp"

#include <expected>

namespace adoube::tlog {

/// Made for one game of bytes that the operating system drew; empty where nothing was drawn.
std::string secret_of(std::string_view game_id, std::string_view drawn);
/// What goes into the hash of leaf n beside its line, so that nobody who has the hash alone can try lines
/// until one fits: its form is known, and the time of a touch to some seconds. One of them tells nothing of
/// another. 16 bytes in base64; empty in a game without a secret.
std::string salt_of(const record::GameEntry& game, std::uint64_t n);
bool is_salt(std::string_view text);
/// Of the line, and where there is a salt, of a newline and the salt besides.
Hash salted_hash(std::string_view leaf, std::string_view salt);
Hash hash_of(const record::GameEntry& game);
Hash hash_of(const record::GameEntry& game, std::uint64_t n, const record::Entry& entry);

/// Not closed: when a game is closed is not known while it is signed.
std::string to_leaf(const record::GameEntry& game);
/// `n`: 1 = the first input.
std::string to_leaf(std::string_view game_id, std::uint64_t n, const record::Entry& entry);

struct InputLeaf {
    std::string game_id;
    std::uint64_t n = 0;
    record::Entry entry;
};

/// The error is a phrase: it is not what `to_leaf` writes.
std::expected<record::GameEntry, std::string> parse_game_leaf(std::string_view leaf);
std::expected<InputLeaf, std::string> parse_input_leaf(std::string_view leaf);

/// Whether all of it can be written as leaves: names without spaces, and lines of UTF-8 without control
/// characters.
bool can_be_leaf(const record::GameEntry& game);
bool can_be_leaf(const record::Entry& entry);

} // namespace adoube::tlog
