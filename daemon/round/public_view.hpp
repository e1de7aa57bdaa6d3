#pragma once
// What the public may see of a game, kept up with the umpire's record.

#include "daemon/broadcast/public_game.hpp"
#include "daemon/umpire/data/game_record.hpp"

namespace adoube::round {

class PublicView {
  public:
    PublicView(std::string game_id, int board, const broadcast::PublicTags& tags, bool chess960);

    /// Takes the record as it stands at `utc_ms`. True where a display must be told: clocks that merely ran
    /// on, as displays count them themselves, are no change.
    bool update(const umpire::GameRecord& record, UtcMs utc_ms);

    /// The same, but clocks are looked at only where anything else has changed, or `told` says so: a running
    /// clock then goes on as it was left.
    bool update_at_event(const umpire::GameRecord& record, UtcMs utc_ms, bool told);

    /// The game that was shown stays as it is, with no clock face; the same players go on with another.
    void take_clocks_away() { game_.clocks.reset(); }
    void go_on_as(std::string game_id);

    void set_tag(std::string_view name, std::string_view value);

    const broadcast::PublicGame& game() const { return game_; }

  private:
    bool update_but_clocks(const umpire::GameRecord& record);
    bool update_moves(const umpire::GameRecord& record);
    bool update_clocks(const std::optional<umpire::Clocks>& clocks, UtcMs utc_ms);

    broadcast::PublicGame game_;
    std::vector<chess::Move> moves_; // of game_
    bool told_ = false;
};

} // namespace adoube::round
