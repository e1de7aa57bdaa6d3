#pragma once
// What the journal keeps, and nothing about how.

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

namespace adoube::journal {

/// Where an input came from.
struct Origin {
    std::string board_id;
    std::uint32_t boot_id = 0;
    /// The board's number for it: board, boot and number name an input for ever. Empty for what a board tells
    /// without a number, such as a snapshot.
    std::optional<std::uint32_t> sequence;
    std::uint64_t board_us = 0; // the board's own clock, raw
    friend bool operator==(const Origin&, const Origin&) = default;
};

/// One input line of a sensor log, as umpire::to_line writes it, with what was known when it came in.
struct Entry {
    std::string line;
    std::optional<Origin> origin; // empty for what no board has told
    std::int64_t host_utc_ms = 0;
    friend bool operator==(const Entry&, const Entry&) = default;
};

struct GameEntry {
    std::string id;
    std::string header; // the first line of its sensor log
    std::int64_t created_utc_ms = 0;
    std::optional<std::int64_t> closed_utc_ms; // when its result was known
    friend bool operator==(const GameEntry&, const GameEntry&) = default;
};

/// The game that is to begin at the table of game `after`, once its start position stands there. Of several
/// after one game the last holds.
struct ArmedGame {
    std::string after;
    std::string id;
    std::string header; // as far as it is known before the game begins
    std::int64_t armed_utc_ms = 0;
    friend bool operator==(const ArmedGame&, const ArmedGame&) = default;
};

/// What a tree of a game's header and inputs was when it was signed: a C2SP signed note. There may be several
/// of one size, by several keys.
struct Checkpoint {
    std::string game_id;
    std::uint64_t size = 0; // the header and the inputs before input `size`
    std::string note;
    friend bool operator==(const Checkpoint&, const Checkpoint&) = default;
};

/// What can be handed in.
struct OpenGame {
    GameEntry game;
};
struct Append {
    std::string game_id;
    Entry entry;
};
struct CloseGame {
    std::string game_id;
    std::int64_t utc_ms;
};
struct ArmGame {
    ArmedGame game;
};
using Record = std::variant<OpenGame, Append, CloseGame, ArmGame, Checkpoint>;

} // namespace adoube::journal
