#pragma once
// Games that were played at the tables before this start of the daemon, and of which all has been shown. They
// have a page, and no part in anything else: no start waits for them.

#include "daemon/journal/look.hpp"
#include "daemon/round/table_game.hpp"

#include <functional>

namespace adoube::round {

class PastGames {
  public:
    using ShownOf = std::function<record::Shown(const std::string& game_id)>;

    /// The games of one table in the order in which they were begun, or armed. Once one has been shown
    /// nothing is left to be shown of those before it.
    void add(const std::vector<TableSetup>& chain, const ShownOf& shown_of);
    /// In the order of the journal, which is that in which they were begun.
    void put_in_order(const std::vector<record::GameEntry>& games);

    bool has(const std::string& game_id) const { return setups_.contains(game_id); }
    /// What it tells of its board is still wanted.
    bool tells_of_board(const std::string& game_id) const { return of_board_.contains(game_id); }
    /// The last comes first.
    const std::vector<std::string>& ids() const { return ids_; }

    /// The error is one sentence.
    std::expected<broadcast::PublicGame, std::string> replay(const journal::WholeGame& game,
                                                             const record::Shown& shown) const;

  private:
    std::map<std::string, TableSetup, std::less<>> setups_;
    std::vector<std::string> ids_;
    std::set<std::string> of_board_;
};

} // namespace adoube::round
