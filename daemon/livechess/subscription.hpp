#pragma once
// One client's subscription to a board: what is new of it, as eboardevent. `setup` and `flip` change this
// view alone, never the game.

#include "daemon/livechess/board.hpp"

#include <boost/json/object.hpp>

namespace adoube::livechess {

class Subscription {
  public:
    explicit Subscription(int board) : board_(board) {}

    int board() const { return board_; }

    /// Moves count from where the game stands as in `position`: now, before the last move, or later. Until
    /// then none are told.
    void set_up(const chess::Position& position, const Board& board);
    void flip(bool on) { flipped_ = on; }

    /// Empty if nothing is new. The first has board and clock, later ones only what has changed. A client
    /// that takes all moves for new ones would make those of a game in progress its own: they are told with
    /// the next move, or once no setup has come for `setup_ms`.
    std::optional<boost::json::object> look(const Board& board, UtcMs now_utc_ms);
    static constexpr std::int64_t setup_ms = 2'000;
    /// It has moves to tell by then.
    bool holds_moves() const { return moves_due_ms_.has_value(); }

  private:
    /// A game anew, as after a position that an arbiter has set up, counts as another.
    struct Game {
        std::string id;
        chess::Position start;
        friend bool operator==(const Game&, const Game&) = default;
    };
    struct Told {
        bool flipped = false;
        std::string placement;
        std::optional<broadcast::ClockFace> clocks;
        std::string start{};
        std::optional<std::vector<std::string>> san{};
        std::optional<bool> match{};
    };

    void follow(const broadcast::PublicGame& game);
    void find_setup(const broadcast::PublicGame& game);
    bool waits() const { return set_up_ && !base_; }
    void tell_start(boost::json::object& event, const Board& board, UtcMs now_utc_ms);
    void tell_moves(boost::json::object& event, const Board& board, UtcMs now_utc_ms);

    int board_;
    bool flipped_ = false;
    std::optional<chess::Position> set_up_;
    std::optional<std::size_t> base_; // ply that stands as in `set_up_`, once found
    std::size_t first_base_ = 0;      // none before
    std::optional<Game> game_;
    std::optional<Told> told_;
    std::optional<UtcMs> moves_due_ms_;
};

/// Of an entry of eboards and of an event; null if there is no clock.
boost::json::value clock_json(const std::optional<broadcast::ClockFace>& clocks, UtcMs now_utc_ms);

} // namespace adoube::livechess
