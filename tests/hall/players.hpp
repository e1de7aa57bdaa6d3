#pragma once
// The players at one table, and the arbiter who comes there: human hands with all their noise, that play one
// game after another whatever the computer does. Where it cannot be told a word they say it again.

#include "tests/hall/board.hpp"
#include "tests/hall/machine.hpp"
#include "tests/hall/truth.hpp"
#include "tests/played_games.hpp"
#include "tools/hands/timeline.hpp"

namespace adoube::hall {

class Players {
  public:
    /// All of it outlives them.
    Players(Agenda& agenda, Board& board, Machine& machine, const tests::PlayedGames& games,
            std::size_t table, std::uint64_t seed);

    /// As the configuration has the first game of a table.
    static std::string first_id(std::size_t table);
    static record::Header first_header(std::size_t table);

    void begin();
    /// To stop as soon as a move has been made and pressed, or the game is over.
    void ask_to_stop() { asked_to_stop_ = true; }
    bool stopped() const { return stopped_; }
    /// The board loses its power: they wait until it is back.
    void board_goes_off();
    /// For so long that they may as well wait until a board is on again. A piece that slides, or a sensor
    /// that flickers, would not stop: over a square that is a release (4.7), and a touch.
    bool keep_still() const { return stopped_ || deeds_.empty() || deeds_.front().pause >= 1 * s; }
    /// They show a result, or wait to be told one: what a board forgets of that no position tells.
    bool ending() const { return stage_ != Stage::playing || now().landed.size() == stands_.size(); }

    /// Those begun, and the one that is armed.
    const std::deque<Truth>& games() const { return games_; }
    /// The one that is played.
    const Truth& now() const { return games_[playing_]; }
    std::string account() const;

  private:
    struct Deed {
        Us pause;
        decltype(tools::Happening::what) what;
        bool is_illegal = false;
    };
    enum class Stage { playing, arming, setting_up };

    Truth& truth() { return games_[playing_]; }
    void prepare(chess::PgnGame game);
    void play();
    void go_on_after(Us pause);
    void go_on();
    int number() const { return static_cast<int>(table_ + 1); }
    void act();
    void act_on(const Deed& deed);
    void end_of_deeds();
    bool is_at_rest() const;
    void say(const record::What& what);
    void arm();
    void confirm();
    void set_up();
    bool next_ply_landed() const;
    bool stands_after_press() const;
    void misbehave();
    void touch();
    void move_illegally();
    void arbiter_comes();
    chess::Side to_move() const;
    std::uint64_t pick(std::uint64_t below) { return random_() % below; }
    void put_first(std::vector<Deed> deeds);

    Agenda& agenda_;
    Board& board_;
    Machine& machine_;
    const tests::PlayedGames& source_;
    const std::size_t table_;
    std::mt19937_64 random_;
    std::deque<Truth> games_;
    std::size_t playing_ = 0;
    chess::PgnGame next_;
    Stage stage_ = Stage::playing;
    std::deque<Deed> deeds_;
    std::vector<wire::Squares> stands_;       // after each ply of the game
    std::vector<chess::Position> positions_;  // before each ply, and at the end
    std::optional<chess::Side> pressed_last_; // and nothing was done since
    bool waits_ = false;                      // for an answer
    bool board_was_off_ = false;
    Us asked_first_ = 0, rests_since_ = 0;
    int illegal_moves_ = 0; // in this game
    std::uint64_t thoughts_ = 0;
    bool asked_to_stop_ = false, stopped_ = false;
};

} // namespace adoube::hall
