#pragma once
// The true incidents of a generated log, from the contract's table and the text of the Laws, independent of
// the umpire.

#include "tests/replay/timeline.hpp"

#include "daemon/umpire/data/incident.hpp"

#include <set>

namespace adoube::replay {

struct Expected {
    umpire::IncidentKind kind;
    std::string article;
    std::optional<Side> side; // empty: not compared
    int ply;
    /// Compared if not empty; of `reconstructed` the line, separated by spaces.
    std::vector<std::string> allowed = {};
    /// The contract leaves it to judgement: told or not, both is right.
    bool open = false;
    bool article_is_open = false;
    /// The ply before, or any, is right too.
    bool ply_before_too = false, any_ply = false;
};

class Referee {
  public:
    /// `header` and `time` outlive it.
    Referee(const record::Header& header, const chess::Position& start, const Timeline& time)
        : header_(header), time_(time), game_(start) {}

    /// From now on touches count; earlier ones were nobody's.
    void ply_begins();
    /// The hands begin a move; what they touched before was put back.
    void carries_out();
    /// Released on its way, as a legal move (4.7).
    void released(Move move);
    void made(Move move);
    /// Accidents that look like touches: what follows is open.
    void fumbled();

    /// The position before the irregularity stands again; restoring it was no touch.
    void put_right() { look(false); }
    void pressed_without_move();
    void pressed_illegal_move();
    void pressed_without_promotion();
    void pressed_with_displaced_pieces();

    /// Moves that no sensor told; one line fits. `open`: the first lift was told.
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

    /// What happened since the last look.
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
    /// Where the last move promoted: a lift there, before other touches, is the exchange.
    std::optional<Square> exchange_;
    bool promotion_missing_ = false;

    std::array<bool, 2> adjusting_{};
    std::array<int, 2> illegal_moves_{};
    std::set<Side> offers_; // none can be taken back (9.1.2.1)
    /// By the last move: 2023's number in Article 4, and whether the breach is open.
    std::optional<std::string> breach_;
    bool breach_is_open_ = false;
};

} // namespace adoube::replay
