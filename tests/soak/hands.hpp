#pragma once
// The hands at one table: human ones, with all their noise, that play one game after another. What only a
// person can tell (a resignation, a piece that was promoted to) is told by an arbiter, who also arms the next
// game.

#include "board.hpp"
#include "control.hpp"
#include "faults.hpp"
#include "tests/played_games.hpp"
#include "tools/hands/timeline.hpp"

#include <deque>

namespace adoube::soak {

/// What must stand in the PGN file of a game.
struct Expected {
    std::string id;
    chess::PgnGame game; // with the tags White and Black; its moves are cut to those made
    /// When the pieces stood as after each ply.
    std::vector<RealTime> landed;
    bool finished = false; // it has come to its result
};

class Hands {
  public:
    Hands(int table, Board& board, const tests::PlayedGames& games, Control& control, Faults& faults,
          std::uint64_t seed);

    /// The first game, as the configuration has it.
    const Expected& first() const { return games_.front(); }
    /// Does what is due. The board is on.
    void act(RealTime now);
    /// When something will be due at the latest.
    RealTime wake_us(RealTime now) const;
    /// The board was off: hands go on as if no time had passed.
    void start_again() { last_us_ = 0; }

    /// Pieces were touched, and the daemon knows it: from now on the game goes with its board.
    bool bound() const { return bound_; }
    /// They keep still for so long that they may as well wait until a board is on again. A piece that slides,
    /// or a sensor that flickers, would not stop: over a square that is a release (4.7), and a touch.
    bool keep_still() const;
    /// All moves are made, and the players show the result: what the board's power takes from that, no
    /// position tells.
    bool ending() const {
        return stage_ != Stage::setting_up && games_.back().landed.size() == stands_.size();
    }
    /// To stop as soon as a move has been made and pressed, or the game is over.
    void ask_to_stop() { asked_to_stop_ = true; }
    bool stopped() const { return stopped_; }

    /// Of every game that was begun.
    const std::vector<Expected>& games() const { return games_; }
    /// What they do at the moment, for people.
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
    chess::Side mover_of(std::size_t ply) const; // 1 = the first
    std::string place() const;

    int table_;
    Board& board_;
    const tests::PlayedGames& source_;
    Control& control_;
    Faults& faults_;
    std::mt19937_64 random_;
    std::vector<Expected> games_;
    chess::PgnGame next_;
    Stage stage_ = Stage::playing;
    std::deque<Deed> deeds_;
    std::vector<wire::Squares> stands_;        // after each ply of the game
    std::uint64_t last_us_ = 0;                // when the last deed was done, as the board has it
    bool waits_ = false;                       // for an answer
    RealTime ask_again_ = 0, asked_first_ = 0; // for what was refused
    RealTime rests_since_ = 0;                 // all of the game is in the journal
    bool bound_ = false, asked_to_stop_ = false, stopped_ = false;
};

} // namespace adoube::soak
