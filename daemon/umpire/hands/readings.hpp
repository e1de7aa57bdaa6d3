#pragma once
// Every possible reading of the hands. Each input goes to all; contradicting the Laws or the hands costs, and
// a reading that explains less for more is dropped. A value: copies serve to go back.

#include "daemon/umpire/articles/ends.hpp"
#include "daemon/umpire/data/bounds.hpp"
#include "daemon/umpire/data/reading.hpp"
#include "daemon/umpire/data/seldom.hpp"
#include "daemon/umpire/data/sight.hpp"
#include "daemon/umpire/hands/misfelt_square.hpp"
#include "daemon/umpire/hands/standing.hpp"

namespace adoube::umpire {

class Readings {
  public:
    Readings(const chess::Position& position, ChessClock clock, std::shared_ptr<const Header> header);

    /// Inputs come numbered (1 = the first of the log), in order of time, each after a
    /// stand_still_until(t_ms). `stays_ms`: a move that ends the game is made when it has stood so long.
    void stand_still_until(GameMs t_ms, std::int64_t stays_ms = bounds::rest_ms);
    /// That would change no move and no likelihood. False where only trying shows it.
    bool stands_still_until(GameMs t_ms, std::int64_t stays_ms) const;
    void lift(Square square, Moment now);
    void drop(Square square, const Seen& piece, Moment now);
    void press(Side side, Moment now);
    void mask(Square square, bool on);
    /// These squares are being put right after `plies` plies: no touches there.
    void put_right(chess::Bitboard squares, int plies);
    /// Concludes nothing from them for now.
    void overlook(chess::Bitboard squares) {
        const Change change(*this);
        sight_.overlook(squares);
    }

    /// Until then the hands were setting up.
    void forget_touches_until(GameMs t_ms);
    /// Nobody lifted what stands there.
    void forget_touches(chess::Bitboard squares);

    /// Differences from the sight happened unseen.
    void show(const Snapshot& snapshot, Moment now);

    /// There always is one.
    const Reading& best() const;
    std::span<const Reading> possible() const { return readings_; }
    const Sight& sight() const { return sight_; }

    /// The likeliest reading's standing move, if it has stood long enough to be made.
    std::optional<Standing> made(GameMs t_ms) const;
    GameMs changed_ms() const { return changed_.t_ms; }
    Moment changed() const { return changed_; }

    /// Until when the old square of a piece just come down may be seen occupied; none if the board makes
    /// sense anyway.
    std::optional<GameMs> seen_twice_until_ms(GameMs t_ms) const;
    /// A lift there would be the one awaited since `t_ms`.
    bool may_end_scan(Square square, GameMs t_ms) const;

    /// Until when the presser's piece, just lifted where it had come down, may be felt to come down there or
    /// farther on.
    std::optional<GameMs> in_the_air_until_ms(Side presser, GameMs t_ms) const;
    /// A drop there would be the one awaited since `t_ms`.
    bool may_land(Square square, GameMs t_ms) const;

    /// A move that ends the game stands, too briefly for a release. With `next` and a drop (after a drop, a
    /// lift) on one of these squares its piece was only passing.
    chess::Bitboard goes_on_at(const Input& next);

    /// The capture shown if nothing more comes: its victim was gone too long for a flicker, too briefly for a
    /// touch.
    std::optional<Standing> brief_capture() const;

    /// The only move shown if nothing more comes, from or to an untrusted sensor.
    std::optional<Standing> masked_move() const;

    /// The likely capture if nothing more comes: under presence, the piece in the air may have landed unseen.
    std::optional<Standing> unseen_capture(GameMs t_ms) const;

    /// Takes out the first moves that all readings share for good.
    std::vector<PlayedMove> take_agreed();
    /// How many of the next they share but for promoted pieces that no sensor tells.
    std::size_t agreed_to_the_eye() const;

    /// Makes the first moves of the likeliest line final, but for equally likely readings; with a lever,
    /// after a gap, but for hardly less likely ones.
    void keep(std::size_t plies);

    /// Keeps only `reading`, with its position on the board.
    void settle_on(Reading reading);
    /// Each reading without and with the moves that may stand, the likeliest first.
    std::vector<Reading> with_standing(Moment now) const;

    /// Only these, the board as the likeliest has it.
    void assume(std::vector<Reading> readings, Moment now);
    /// The board stands so by nobody's move or touch.
    void see(const Sight& board, Moment now);
    /// After lost inputs, explains the board by the likeliest of the shortest series of legal moves; others
    /// stay possible. True if there is one, also with the next move in hand. `out_of_step`: reported before
    /// that there is none.
    bool recover(const Sight& board, Moment now, bool out_of_step);
    bool explained() const { return matches(best()); }
    /// Some reading has the board so, perhaps with a move in hand.
    bool in_step() const;
    bool best_is_cheapest() const;
    /// Some reading, perhaps with a move that may stand, would match it.
    bool would_show(const Sight& board) const;
    /// By the likeliest reading's last move, awaiting no press.
    bool ended();
    DeadPositions& dead_positions() { return dead_; }
    /// Moves of the likeliest line completed by `t_ms`, up to the first that the sensors leave open.
    /// Squares whose sensor works again have not told what they hold.
    bool awaits_look() const { return unmasked_ != 0; }
    std::size_t completed(GameMs t_ms) const;
    /// When that changes by itself: an open move is shown anyway, or an answer has stood long enough.
    std::optional<GameMs> next_by_time_ms(GameMs t_ms) const;
    bool certain() const { return readings_.size() == 1; }
    /// Several series of moves may have been lost in a gap.
    bool lost_some() const { return before_gap_.has_value(); }

    /// Counts only if `side` has the move.
    void adjust(Side side, Moment now);
    /// An illegal move of `side` does not count.
    void pardon(Side side);
    /// The piece promoted on `square` is another, in each reading's moves, which begin with `before`, or
    /// earlier. False and unchanged if no reading allows it.
    bool promoted(const chess::Position& before, Square square, chess::PieceType piece, bool in_line);
    void offer(Side side, Moment now, bool silent = false);
    void forget_offer(Side side); // it was answered
    /// The chess clock runs for `side`: while it is open what was lost in a gap, this tells whose move it is.
    void clock_runs_for(Side side);

    /// Lever or none, a clock shows one time in every reading.
    template<class Do>
    void each_clock(Do&& change) {
        date_answered(false);
        for (auto& reading : readings_) change(reading.clock);
        if (before_gap_) change(before_gap_->clock);
    }

    /// The chess clock is out of sight with the board.
    void lose_clock() {
        for (auto& reading : readings_) reading.clock.lose_sight();
    }
    void see_clock(GameMs t_ms);

  private:
    /// A reading that cannot explain what another does is dropped if this much dearer: enough to survive a
    /// hand in the air at a bad moment.
    static constexpr int margin = 3;
    /// One no dearer than this is as likely.
    static constexpr int rival_margin = 1;

    /// While it lives readings or sight change, and the likeliest one is looked for each time it is asked
    /// for.
    class Change {
      public:
        explicit Change(Readings& readings) : readings_(readings) { ++readings_.changes_; }
        ~Change() { --readings_.changes_, readings_.best_at_.reset(); }
        Change(const Change&) = delete;

      private:
        Readings& readings_;
    };
    std::size_t find_best() const;

    void begin_next_plies(Square square, bool lift, Moment now);
    void begin_overtaking_replies(Square square, Moment now);
    void put_back(Square square, Moment now);
    void forget_adjusted(GameMs t_ms);
    bool was_seen_twice(const Reading& reading, Square square) const;
    bool is_captured(const Reading& reading, Square square) const;
    bool surely_put_back(const Reading& reading, Square square) const;
    void note_release(Reading& reading, Square square, Moment now) const;
    void doubt_snatched(Reading& reading, Square square, Moment now) const;
    void complete_what_stood(GameMs t_ms, std::int64_t stays_ms);
    /// `finally`: the reply has stood.
    void date_answered(bool finally);
    bool may_be_dated(const Reading& reading) const;
    /// `at_rest`: doubts each but once a rest.
    void drop_unmatched(GameMs t_ms, bool at_rest = false);
    chess::Bitboard left_in_slide(GameMs t_ms) const;
    void release_lost_moves(GameMs t_ms);
    bool victim_passes(const Reading& reading, GameMs t_ms) const;
    bool reply_lands(const Reading& reading, GameMs t_ms) const;
    void doubt_misplaced();
    const Reading& settled() const;
    void tell_rivals(int cost_before, Moment now);
    void settle_pressed();
    void suspect_unseen_moves(const Reading& before, Side presser, Moment now);
    bool is_answered(const MisfeltSquare& misfelt, Moment now);
    void work_out_anew(Side presser, Moment now);
    void prune();
    void keep_cheapest();
    /// A move that stands, or would without flickers and bounces.
    struct StandingButFor {
        Standing standing;
        chess::Bitboard flickering;
    };
    std::vector<StandingButFor> standing_but_for(const Reading& reading, chess::Bitboard in_the_air) const;
    template<class Same>
    std::size_t shared_plies(std::size_t most, Same is_same) const;
    bool has_ended(const Reading& reading);
    bool gap_leaves_open(const Reading& ended);
    bool is_open(const Reading& likeliest, std::size_t ply, GameMs t_ms) const;
    bool awaits_clock(const Reading& likeliest, std::size_t ply, GameMs t_ms) const;
    bool may_be_another(const Reading& likeliest, std::size_t ply) const;
    GameMs complete_from_ms(const Reading& likeliest, std::size_t ply) const;
    bool matches(const Reading& reading) const;
    bool is_as_left(const Reading& reading) const;
    bool may_be_held_against(const Reading& reading, const Reading& settled) const;
    GameMs pressed_ms(Square square) const;
    void believe_again(Square square);
    chess::Bitboard flickering(Side presser, GameMs t_ms) const;
    /// What the board lacks was lifted in this ply.
    bool is_in_hand(const Reading& reading) const;
    void forget_gap() { before_gap_.reset(), lost_is_shown_ = false; }
    /// After a gap, before a piece was taken up, while nothing of that is shown.
    bool has_lost_few(const Reading& reading) const;

    std::vector<Reading> readings_;
    /// Known since it was last asked for.
    mutable std::optional<std::size_t> best_at_;
    int changes_ = 0;
    /// Set while it is open what was lost in a gap.
    Seldom<Reading> before_gap_;
    bool lost_is_shown_ = false; // and no longer weighed by what clock and hands do
    /// Set by a press, until the next.
    Seldom<MisfeltSquare> misfelt_;
    Sight sight_;
    DeadPositions dead_;
    bool lever_;
    /// A peg holds each piece: every lift is a touch (appendix E.2 of 2009), and a piece set down is released
    /// only when the move is announced (E.3), which no sensor hears.
    bool blind_;
    bool coarse_times_;
    std::int64_t scan_ms_;
    /// A slow scan makes more of a flicker.
    std::int64_t flicker_ms() const {
        return blind_ ? bounds::certain_flicker_ms
                      : std::max(bounds::flicker_ms, bounds::certain_flicker_ms + scan_ms_);
    }
    Moment changed_{};
    chess::Bitboard unmasked_ = 0; // contents not reported since
    std::array<GameMs, 2> pressed_ms_{bounds::long_ago_ms, bounds::long_ago_ms}; // by side
    /// Lifted soon after a drop there: a bounce if it comes back before it comes down elsewhere.
    chess::Bitboard bouncing_ = 0;
};

} // namespace adoube::umpire
