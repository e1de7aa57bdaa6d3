#pragma once
// Who sits at the board and sees whose hand it is and what it means: the truth of a generated log, as far as
// an arbiter is to be told. From the contract's table of incidents and the text of the Laws, and nothing that
// the umpire uses.

#include "tests/replay/timeline.hpp"

#include "daemon/umpire/data/incident.hpp"

#include <set>

namespace adoube::replay {

struct Expected {
    umpire::IncidentKind kind;
    std::string article;
    std::optional<Side> side; // empty: not compared
    int ply;
    /// Compared where there are any; of `reconstructed` the line, separated by spaces.
    std::vector<std::string> allowed = {};
    /// The contract leaves it to judgement: told or not told, both is right.
    bool open = false;
    bool article_is_open = false;
    /// The ply before is right as well, or any.
    bool ply_before_too = false, any_ply = false;
};

class Referee {
  public:
    /// `header` and `time` outlive it.
    Referee(const record::Header& header, const chess::Position& start, const Timeline& time)
        : header_(header), time_(time), game_(start) {}

    /// From now on the player having the move may touch: what hands did before was nobody's touch.
    void ply_begins();
    /// Now his hands begin to carry out a move; what they did before was touched and put back.
    void carries_out();
    /// The piece released on its way, where that was a legal move (4.7).
    void released(Move move);
    void made(Move move);
    /// Accidents that nobody could tell from touches: what follows from them is open.
    void fumbled();

    /// The position is as it was before the irregularity; what hands did for that was nobody's touch.
    void put_right() { look(false); }
    void pressed_without_move();
    void pressed_illegal_move();
    void pressed_without_promotion();
    void pressed_with_displaced_pieces();

    /// Moves of which no sensor told; one line of them fits. `open`: of the first lift one did.
    void lost(std::span<const Move> moves, bool open);
    void told(Expected expected) { expected_.push_back(std::move(expected)); }

    Side to_move() const { return game_.position().to_move(); }
    int ply() const { return static_cast<int>(game_.moves().size()) + 1; }
    const std::vector<Expected>& expected() const { return expected_; }

  private:
    struct Touched {
        Square square;
        bool covered; // by an announced adjustment
    };

    /// Reads what happened since it last looked.
    void look(bool touches_count);
    void lifted(Square square);
    void touch_answers();
    void article_4(Move move);
    void counts_as_illegal();
    Expected incident(umpire::IncidentKind kind, std::string_view rule) const;
    bool before_2018() const { return header_.laws < laws::Edition::laws_2018; }

    const record::Header& header_;
    const Timeline& time_;
    chess::Game game_;
    std::vector<Expected> expected_;
    std::size_t seen_ = 0; // events of the timeline
    bool paused_ = false;

    // Of the ply in progress.
    std::vector<Square> touched_, taken_up_;
    std::set<Square> adjusted_out_of_turn_;
    bool carrying_out_ = false, fumbled_ = false, answered_ = false;
    std::optional<Move> released_;
    /// Where the last move promoted: a lift there, before any other touch, is the exchange.
    std::optional<Square> exchange_;
    bool promotion_missing_ = false;

    std::array<bool, 2> adjusting_{};
    std::array<int, 2> illegal_moves_{};
    std::set<Side> offers_; // that stand: none can be taken back (9.1.2.1)
    /// Of Article 4, by the last move: 2023's number of it, and whether it is open that there was any.
    std::optional<std::string> breach_;
    bool breach_is_open_ = false;
};

} // namespace adoube::replay
