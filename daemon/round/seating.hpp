#pragma once
// Where the games of a list of pairings go in a hall that may know some of them already. A game is known by
// its round and its players (FIDE id, name or start number), so it keeps its id when it moves to another
// board or a name is corrected.

#include "daemon/record/input.hpp"

#include <expected>
#include <optional>
#include <span>
#include <vector>

namespace adoube::round {

/// The game that is to be played at a table, or is played.
struct Sitting {
    int number;        // of the table
    std::string game;  // its public id
    record::Tags tags; // as corrected
    /// No record yet; a record, but nothing played; begun; over, and none armed after it.
    enum class State : std::uint8_t { open, still, begun, over } state;
    std::string play{};    // time control, Laws and start position, as text
    std::size_t plies = 0; // made
};

struct Wanted {
    int board; // 0: where the game is now, else the first free one
    record::Tags tags;
    std::string play{}; // as of Sitting
};

/// What a table is to do.
struct Assignment {
    int number = 0;                      // from now on
    std::optional<std::size_t> wanted{}; // which game of the list; empty: none
    std::string game{};                  // that game's id; empty: a new one
    std::optional<std::size_t> from{};   // the table where that game is now
    bool begun = false;                  // it is played here: only its tags are corrected
    bool left = false;                   // the game that was here is at another table now
};

/// One for each table. A begun game keeps its table, which gets the number that the list has for it, and the
/// table that had this number gets another. Any other game goes to the table with its number; it becomes the
/// one that was touched there before it had names, unless that has moves of another round. The error: one
/// sentence, or a line for each board that stands in the way.
std::expected<std::vector<Assignment>, std::string> seating(std::span<const Sitting> tables,
                                                            std::span<const Wanted> wanted);

/// Only the boards: of each game of the list, in its order.
std::expected<std::vector<int>, std::string> boards_of(std::span<const Sitting> tables,
                                                       std::span<const Wanted> wanted);

/// By FIDE id where both have one, else by name: words in any order, without case and punctuation.
bool is_same_player(const record::Tags& one, const std::string& side, const record::Tags& other,
                    const std::string& other_side);
bool is_same_round(const record::Tags& one, const record::Tags& other);
/// Neither player has a name.
bool is_unnamed(const record::Tags& tags);
/// "Ann Adams - ?"
std::string players_of(const record::Tags& tags);

/// What the list changes of a game's tags; of one that has begun only what concerns its players.
record::Tags corrections(const record::Tags& known, const record::Tags& wanted, bool begun);

} // namespace adoube::round
