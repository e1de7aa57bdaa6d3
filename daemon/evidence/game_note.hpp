#pragma once
// What a hall signs of a game that has ended: a C2SP signed note on its public PGN, so that whoever has both
// can tell that no byte was changed since. Lines, in this order and one spelling:
//
//   adoube-game-pgn/v1
//   game GAME         its id, as the PGN's GameId has it
//   result 1-0
//   pgn SHA256        of the bytes of /games/GAME.pgn, in 64 lower-case hexadecimal digits
//
// It says nothing that the PGN does not: the size of the record's tree would tell how often pieces were
// touched, which is not for the public (Article 6.14). Without a time in it, a game has the same note after
// every restart. No such note is a checkpoint.

#include "daemon/chess/game.hpp"
#include "daemon/tlog/note.hpp"

namespace adoube::evidence {

struct GameNote {
    std::string game;
    chess::Result result = chess::Result::open; // never open in a note
    std::string pgn_sha256;
    friend bool operator==(const GameNote&, const GameNote&) = default;
};

/// `game`: a key name's characters; `result` is not open.
GameNote note_on(std::string game, chess::Result result, std::string_view pgn);
bool is_on(const GameNote& note, std::string_view pgn);

/// The signed text.
std::string to_text(const GameNote& note);
/// Strict: `to_text` gives back the same bytes. The error is a phrase.
std::expected<GameNote, std::string> parse_game_note(std::string_view text);

/// `key` is for notes.
tlog::Note signed_note(const tlog::SigningKey& key, const GameNote& note);

} // namespace adoube::evidence
