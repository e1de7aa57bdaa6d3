#pragma once
// Games played before this start and fully shown. They only need a page, so no start waits for them.

#include "daemon/journal/look.hpp"
#include "daemon/round/table_game.hpp"

#include <functional>

namespace adoube::round {

class PastGames {
  public:
    using ShownOf = std::function<record::Shown(const std::string& game_id)>;

    /// One table's games in order. Once a game was shown, so were all before it.
    void add(std::vector<TableSetup> chain, const ShownOf& shown_of);
    /// Journal order: as the games began.
    void put_in_order(const std::vector<record::GameEntry>& games);

    bool has(const std::string& game_id) const { return setups_.contains(game_id); }
    /// Still needed for the board's progress.
    bool tells_of_board(const std::string& game_id) const { return of_board_.contains(game_id); }
    /// Newest first.
    const std::vector<std::string>& ids() const { return ids_; }

    /// The error is one sentence.
    std::expected<broadcast::PublicGame, std::string> replay(const journal::WholeGame& game,
                                                             const record::Shown& shown) const;

  private:
    /// What replaying takes of a setup.
    struct Setup {
        int number;
        std::string header; // a sensor log's: of thousands, which are read once
    };
    std::map<std::string, Setup, std::less<>> setups_;
    std::vector<std::string> ids_;
    std::set<std::string> of_board_;
};

} // namespace adoube::round
