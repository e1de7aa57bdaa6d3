#pragma once
// What the journal takes in, however it is stored.

#include "daemon/record/game_entry.hpp"

#include <algorithm>
#include <span>
#include <variant>

namespace adoube::journal {

using record::ArmedGame;
using record::Checkpoint;
using record::DeleteGame;
using record::Entry;
using record::GameEntry;
using record::Hold;
using record::Origin;
using record::Shown;
using record::Tombstone;

struct OpenGame {
    GameEntry game;
};
struct Append {
    std::string game_id;
    Entry entry;
};
struct CloseGame {
    std::string game_id;
    UtcMs utc_ms{};
};
struct ArmGame {
    ArmedGame game;
};
/// For a game already held: replaces the reason.
struct HoldGame {
    std::string game_id;
    Hold hold;
};
struct ReleaseGame {
    std::string game_id;
};
using Record =
    std::variant<OpenGame, Append, CloseGame, ArmGame, Checkpoint, Shown, HoldGame, ReleaseGame, DeleteGame>;

inline bool deletes(std::span<const Record> records) {
    return std::ranges::any_of(records,
                               [](const auto& one) { return std::holds_alternative<DeleteGame>(one); });
}

} // namespace adoube::journal
