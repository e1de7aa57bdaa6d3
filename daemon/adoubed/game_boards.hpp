#pragma once
// The board of each of a round's games.

#include "daemon/record/game_entry.hpp"

#include <map>

namespace adoube::adoubed {

class GameBoards {
  public:
    using ByGame = std::map<std::string, int, std::less<>>;

    void put(const std::string& game, int board) { boards_.insert_or_assign(game, board); }
    /// Takes over the preceding game's board, if that game is in this round.
    void armed(const record::ArmedGame& game) {
        if (const auto before = of(game.after)) put(game.id, *before);
    }

    /// Empty for a game that is not in this round.
    std::optional<int> of(std::string_view game) const {
        const auto found = boards_.find(game);
        return found == boards_.end() ? std::nullopt : std::optional(found->second);
    }
    const ByGame& all() const { return boards_; }

  private:
    ByGame boards_;
};

} // namespace adoube::adoubed
