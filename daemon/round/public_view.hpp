#pragma once
// The public view of a game, updated from the umpire's record.

#include "daemon/broadcast/public_game.hpp"
#include "daemon/umpire/data/game_record.hpp"

namespace adoube::round {

class PublicView {
  public:
    PublicView(std::string game_id, int board, const broadcast::PublicTags& tags, bool chess960);

    /// True if displays must be updated; they count running clocks down themselves.
    bool update(const umpire::GameRecord& record, UtcMs utc_ms);

    /// Reads the clocks only if something else changed or `told` is set, so that a running clock goes on as
    /// last shown.
    bool update_at_event(const umpire::GameRecord& record, UtcMs utc_ms, bool told);

    /// The shown game stays, without clocks; the same players continue under another id.
    void take_clocks_away() { game_.clocks.reset(); }
    void go_on_as(std::string game_id);

    void set_tag(std::string_view name, std::string_view value);

    /// An empty value takes a tag away. True if anything changed; the next update does not tell of it.
    bool correct(const broadcast::PublicTags::Map& tags);
    /// The number on the table, and the game's id.
    bool call(int board, std::string game_id);

    const broadcast::PublicGame& game() const { return game_; }

  private:
    /// `clocks_stay`: of moves that were shown; hands may make their times doubtful.
    bool update_but_clocks(const umpire::GameRecord& record, bool clocks_stay);
    bool update_moves(const umpire::GameRecord& record, bool clocks_stay);
    bool update_clocks(const std::optional<umpire::Clocks>& clocks, UtcMs utc_ms);

    broadcast::PublicGame game_;
    bool told_ = false;
};

} // namespace adoube::round
