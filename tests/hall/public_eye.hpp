#pragma once
// Watches what leaves the hall, knowing what was played: nothing is wrong, early or taken back, and no change
// lacks a cause.

#include "daemon/broadcast/live_round.hpp"
#include "tests/hall/machine.hpp"
#include "tests/hall/truth.hpp"

#include <boost/json.hpp>

namespace adoube::hall {

class PublicEye {
  public:
    /// Null for a game neither begun nor armed.
    using Find = std::function<const Truth*(const std::string& id)>;
    PublicEye(const Agenda& agenda, std::int64_t delay_ms, Find find, std::uint64_t seed);

    /// Another daemon, whose clock dates the games.
    void begins(std::function<UtcMs()> hall_ms);
    /// From now on a start cannot know how long the daemon was away: clocks may be wrong until their board
    /// tells, and then get a new date.
    void wall_clock_is_set() { wall_clock_is_true_ = false; }
    void shown(const broadcast::PublicGame& game);
    /// After a start: each board's last game is shown again, except on the board of `but_of`.
    void check_shown_again(const std::string& but_of) const;
    /// Null if never shown.
    const broadcast::PublicGame* last(const std::string& id) const;
    std::uint64_t frames() const { return frames_; }

  private:
    struct Known {
        broadcast::PublicGame game;
        std::string json;
        int takebacks = 0;            // seen so far
        std::size_t by_clock_act = 0; // frames explained by these alone
        bool in_this_life = false, is_dated = false;
        std::optional<Us> flag_falls{}; // if nobody presses
    };

    void check_order(const broadcast::PublicGame& game);
    void check_moves(const broadcast::PublicGame& game, const Truth& truth) const;
    void check_begun(const broadcast::PublicGame& game, const Truth& truth) const;
    void check_again(Known& before, const broadcast::PublicGame& game, const std::string& json,
                     const Truth& truth) const;
    void check_change(Known& before, const broadcast::PublicGame& game, const Truth& truth) const;
    bool is_by_clock_act(Known& before, const Truth& truth) const;
    std::optional<Us> flag_falls(const broadcast::PublicGame& game) const;
    void check_clock(const Known& before, const broadcast::PublicGame& game) const;
    void follow(const std::string& message);
    void check_follower();

    const Agenda& agenda_;
    const std::int64_t delay_ms_;
    const Find find_;
    std::mt19937_64 random_;
    std::function<UtcMs()> hall_ms_;
    std::map<std::string, Known> games_;
    std::map<int, std::string> last_of_board_;
    std::set<std::string> left_; // their boards went on
    std::optional<broadcast::LiveRound> live_;
    bool wall_clock_is_true_ = true;
    std::uint64_t lives_ = 0, frames_ = 0;
    std::optional<std::map<std::int64_t, boost::json::object>> follower_; // a page, by board
};

} // namespace adoube::hall
