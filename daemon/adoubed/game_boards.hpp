#pragma once
// The board of each of a round's games, by which it is known whose arbiter may have its record. Of a game
// that is at a table, or comes next there, it is that table's number now; of one that has left its table, the
// number that it had then, as its record says: tables are given other numbers while a round is armed.

#include "daemon/access/rights.hpp"
#include "daemon/record/game_entry.hpp"
#include "daemon/round/table_view.hpp"
#include "daemon/server/refusal.hpp"

#include <map>

namespace adoube::adoubed {

class GameBoards {
  public:
    using ByGame = std::map<std::string, int, std::less<>>;
    static constexpr int unclear = 0; // not known yet, or ever: for the operator alone

    /// Of this round, at a board that is unclear until it is said.
    void add(const std::string& game) { boards_.try_emplace(game, unclear); }
    /// Likewise, if it follows such a game, or takes its place.
    void add(const record::ArmedGame& game) {
        if (boards_.contains(game.after) || boards_.contains(game.instead_of)) add(game.id);
    }
    void put(const std::string& game, int board) { boards_.insert_or_assign(game, board); }
    void put(const round::TableView& view) {
        put(std::string(view.record_id), view.number);
        if (view.next) put(std::string(view.next->record_id), view.number);
    }

    bool is_unclear(std::string_view game) const {
        const auto found = boards_.find(game);
        return found != boards_.end() && found->second == unclear;
    }
    const ByGame& all() const { return boards_; }

    /// Why `who` may not have `thing` of it; empty: he may. Of games that are not for him nobody learns
    /// whether there are such.
    std::optional<server::Response> refuse(const std::string& game, const access::Grant& who,
                                           access::Thing thing) const {
        const auto found = boards_.find(game);
        if (found != boards_.end() && may(who, thing, found->second)) return std::nullopt;
        if (reach(who.role, thing) == access::Reach::everywhere)
            return server::refusal(404, "there is no game " + game + " in this round");
        return server::refusal(403, "this token is not for game " + game +
                                        ", only for those of its boards: " + who.boards.to_string());
    }

  private:
    ByGame boards_;
};

} // namespace adoube::adoubed
