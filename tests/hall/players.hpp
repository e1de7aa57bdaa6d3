#pragma once
// Players and arbiter at one table: human hands that play game after game whatever the computer does, and
// repeat words that it missed.

#include "tests/hall/board.hpp"
#include "tests/hall/machine.hpp"
#include "tests/hall/truth.hpp"
#include "tests/played_games.hpp"
#include "tools/hands/timeline.hpp"

namespace adoube::hall {

class Players {
  public:
    Players(Agenda& agenda, Board& board, Machine& machine, const tests::PlayedGames& games,
            std::size_t table, std::uint64_t seed);

    /// A table's first game, as configured.
    static std::string first_id(std::size_t table);
    static record::Header first_header(std::size_t table);

    void begin();
    /// After the next pressed move, or the result.
    void ask_to_stop() { asked_to_stop_ = true; }
    bool stopped() const { return stopped_; }
    void board_goes_off();
    /// A pause long enough to wait for power. A sliding piece or a flickering sensor would not wait: over a
    /// square it makes a release (4.7) and a touch.
    bool keep_still() const { return stopped_ || deeds_.empty() || deeds_.front().pause >= 1 * s; }
    /// They show or await a result, which no position brings back after a power loss.
    bool ending() const { return stage_ != Stage::playing || now().landed.size() == stands_.size(); }

    /// Including the armed one.
    const std::deque<Truth>& games() const { return games_; }
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
    std::vector<wire::Squares> stands_;       // after each ply
    std::vector<chess::Position> positions_;  // before each ply, and at the end
    std::optional<chess::Side> pressed_last_; // and nothing since
    bool waits_ = false;                      // for an answer
    bool board_was_off_ = false;
    Us asked_first_ = 0, rests_since_ = 0;
    int illegal_moves_ = 0; // in this game
    std::uint64_t thoughts_ = 0;
    bool asked_to_stop_ = false, stopped_ = false;
};

} // namespace adoube::hall
