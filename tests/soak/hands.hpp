#pragma once
// Human hands at one table that play game after game. What only a person can say (a resignation, a promoted
// piece) the arbiter says, who also arms the next game.

#include "board.hpp"
#include "control.hpp"
#include "faults.hpp"
#include "tests/played_games.hpp"
#include "tools/hands/timeline.hpp"

#include <deque>

namespace adoube::soak {

/// Of the game of a round at a table.
std::string id_of(std::size_t round, std::size_t table);
record::Tags tags_of(std::size_t round, std::size_t table, const std::string& time_control);

/// What the PGN file must hold.
struct Expected {
    std::string id;
    chess::PgnGame game; // cut to the moves made
    /// When the pieces stood as after each ply.
    std::vector<RealTime> landed;
    bool finished = false; // result reached
};

class Hands {
  public:
    /// `round`: the first.
    Hands(int table, Board& board, const tests::PlayedGames& games, Control& control, Faults& faults,
          std::uint64_t seed, std::size_t round);

    const Expected& first() const { return games_.front(); }
    /// The board must be on.
    void act(RealTime now);
    /// When something is due, at the latest.
    RealTime wake_us(RealTime now) const;
    /// After a power loss, as if no time had passed.
    void start_again() { last_us_ = 0; }

    /// The daemon knows of a touch: from now on the game follows its board.
    bool bound() const { return bound_; }
    /// A pause long enough to wait for power. A sliding piece or a flickering sensor would not wait: over a
    /// square it makes a release (4.7) and a touch.
    bool keep_still() const;
    /// The players show the result, which no position brings back after a power loss.
    bool ending() const {
        return stage_ != Stage::setting_up && games_.back().landed.size() == stands_.size();
    }
    /// After the next pressed move, or the result.
    void ask_to_stop() { asked_to_stop_ = true; }
    bool stopped() const { return stopped_; }

    const std::vector<Expected>& games() const { return games_; }
    /// For people.
    std::string account() const;

  private:
    struct Deed {
        std::int64_t pause_us;
        decltype(tools::Happening::what) what;
    };
    enum class Stage { playing, arming, setting_up };

    void prepare(chess::PgnGame game);
    void play();
    void go_on(RealTime now);
    bool act_on(const Deed& deed, RealTime now);
    void say(const record::What& what);
    void arm();
    void confirm();
    void set_up();
    void note_ply(RealTime now);
    chess::Side mover_of(std::size_t ply) const; // from 1
    std::string place() const;

    int table_;
    Board& board_;
    const tests::PlayedGames& source_;
    Control& control_;
    Faults& faults_;
    std::mt19937_64 random_;
    std::size_t first_round_;
    std::vector<Expected> games_;
    chess::PgnGame next_;
    Stage stage_ = Stage::playing;
    std::deque<Deed> deeds_;
    std::vector<wire::Squares> stands_;        // after each ply
    std::uint64_t last_us_ = 0;                // of the last deed, by the board
    bool waits_ = false;                       // for an answer
    RealTime ask_again_ = 0, asked_first_ = 0; // of a refused word
    RealTime rests_since_ = 0;                 // all of it in the journal
    bool bound_ = false, asked_to_stop_ = false, stopped_ = false;
};

} // namespace adoube::soak
