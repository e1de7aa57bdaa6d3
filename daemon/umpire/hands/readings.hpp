#pragma once
// Every reading of the hands that is still possible. Each input is offered to all of them; what contradicts
// the Laws or the hands costs, and a reading that explains less for more is dropped. A value: it can be
// copied and gone back to.

#include "daemon/umpire/articles/ends.hpp"
#include "daemon/umpire/data/bounds.hpp"
#include "daemon/umpire/data/reading.hpp"
#include "daemon/umpire/data/sight.hpp"
#include "daemon/umpire/hands/standing.hpp"

namespace adoube::umpire {

class Readings {
  public:
    Readings(const chess::Position& position, ChessClock clock, std::shared_ptr<const Header> header);

    /// Inputs come with their number (1 = the first of the log) and in order of time. stand_still_until(t_ms)
    /// goes before each of them: it says that nothing happened since the last one.
    void stand_still_until(GameMs t_ms);
    void lift(Square square, Moment now);
    void drop(Square square, const Seen& piece, Moment now);
    void press(Side side, Moment now);
    void mask(Square square, bool on);
    /// What stands there is being put right, after so many plies: nobody touches it.
    void put_right(chess::Bitboard squares, int plies);
    /// For now nothing is concluded from these squares.
    void overlook(chess::Bitboard squares) { sight_.overlook(squares); }

    /// What was done in this ply until then was done by hands that set up.
    void forget_touches_until(GameMs t_ms);
    /// Nobody took up what stands there.
    void forget_touches(chess::Bitboard squares);

    /// The board as a whole: what differs from the sight so far happened unseen.
    void show(const Snapshot& snapshot, Moment now);

    /// The likeliest; readings never run out.
    const Reading& best() const;
    /// All that are still possible.
    std::span<const Reading> possible() const { return readings_; }
    const Sight& sight() const { return sight_; }

    /// The move that stands on the board in the likeliest reading and has stood long enough to be made at
    /// `t_ms`.
    std::optional<Standing> made(GameMs t_ms) const;
    GameMs changed_ms() const { return changed_.t_ms; }
    Moment changed() const { return changed_; }

    /// A piece that came down a moment before may still be seen where it came from: until then, at the
    /// latest, that square is seen empty. Nothing where the board makes sense without.
    std::optional<GameMs> seen_twice_until_ms(GameMs t_ms) const;
    /// A lift there would be what was awaited since `t_ms`.
    bool may_end_scan(Square square, GameMs t_ms) const;

    /// The capture that the board shows, should nothing more come: its victim was gone for longer than a
    /// sensor flickers, and for less than it takes to touch a piece and put it back.
    std::optional<Standing> brief_capture() const;

    /// The one move that the board shows, should nothing more come, though it starts or ends where the sensor
    /// is not to be trusted.
    std::optional<Standing> masked_move() const;

    /// The capture by the piece that is in the air, should nothing more come: under presence it may have
    /// landed where its victim stood, and shown nothing.
    std::optional<Standing> unseen_capture(GameMs t_ms) const;

    /// The first moves that all readings share and that nothing can change any more, taken out of them.
    std::vector<PlayedMove> take_agreed();

    /// The first moves of the likeliest reading's line, so many, are final, but for readings that are as
    /// likely.
    void keep(std::size_t plies);

    /// From here on there is one reading: `reading`, with the board standing as its position.
    void settle_on(Reading reading);
    /// All that may have been played by now: the readings, and each with the moves that may stand on the
    /// board, the likeliest first.
    std::vector<Reading> with_standing(Moment now) const;

    /// The board stands so: nobody's move and nobody's touch.
    void see(const Sight& board, Moment now);
    /// Inputs were lost: what the board shows now is explained by the shortest series of legal moves; of
    /// several the likeliest is taken, and the others stay possible. True where there is one, be it with the
    /// pieces of the next move in hand. `out_of_step`: it was told before that there is none.
    bool recover(const Sight& board, Moment now, bool out_of_step);
    bool explained() const { return matches(best()); }
    /// Nothing on the board is a riddle: it is as some reading has it, or with the pieces of a move in hand.
    bool in_step() const;
    /// No other reading asks one to believe less, even if the board does not show it yet.
    bool best_is_cheapest() const;
    /// The board would be as some reading has it, or with a move that may stand on it now.
    bool would_show(const Sight& board) const;
    /// In the likeliest reading the last move ends the game, and needs no press.
    bool ended();
    DeadPositions& dead_positions() { return dead_; }
    /// So many moves of the likeliest reading's line have been completed; of those none from the first on
    /// that the sensors leave open at `t_ms`.
    std::size_t completed(GameMs t_ms) const;
    /// When after `t_ms` that will change by itself: what is open is shown all the same, or an answer has
    /// stood for long enough.
    std::optional<GameMs> next_by_time_ms(GameMs t_ms) const;
    /// Only one reading is left.
    bool certain() const { return readings_.size() == 1; }

    /// `side` says that he adjusts; that counts where he has the move.
    void adjust(Side side, Moment now);
    /// An illegal move of `side` is not to count.
    void pardon(Side side);
    /// What was promoted on `square` is another piece: in the moves of each reading, or before them; `before`
    /// is the position that they begin with. False, and nothing changed, where no reading allows it.
    bool promoted(const chess::Position& before, Square square, chess::PieceType piece, bool in_line);
    void offer(Side side, Moment now, bool silent = false);
    /// What that side had offered is answered.
    void forget_offer(Side side);

    /// Does the same to the clock of every reading: lever or none, a clock shows one time.
    template<class Do>
    void each_clock(Do&& change) {
        for (auto& reading : readings_) change(reading.clock);
    }

  private:
    /// A reading that has no explanation for what another explains is given up where it costs so much more:
    /// enough that a hand in the air at a bad moment is not.
    static constexpr int margin = 3;
    /// One that is no dearer than that is as likely.
    static constexpr int rival_margin = 1;

    void begin_next_plies(Square square, bool lift, Moment now);
    void put_back(Square square, Moment now);
    void forget_adjusted(GameMs t_ms);
    bool was_seen_twice(const Reading& reading, Square square) const;
    bool is_captured(const Reading& reading, Square square) const;
    bool surely_put_back(const Reading& reading, Square square) const;
    void note_release(Reading& reading, Square square, Moment now) const;
    void doubt_snatched(Reading& reading, Square square, Moment now) const;
    void complete_what_stood(GameMs t_ms);
    void date_answered();
    void drop_unmatched(GameMs t_ms);
    bool reply_lands(const Reading& reading, GameMs t_ms) const;
    void doubt_misplaced();
    const Reading& settled() const;
    void tell_rivals(int cost_before, Moment now);
    void settle_pressed();
    void suspect_unseen_moves(Side presser, Moment now);
    void work_out_anew(Side presser, Moment now);
    void prune();
    /// A move that stands, or would if some of the squares that may flicker or bounce were not empty.
    struct StandingButFor {
        Standing standing;
        chess::Bitboard flickering;
    };
    std::vector<StandingButFor> standing_but_for(const Reading& reading, chess::Bitboard in_the_air) const;
    bool gap_leaves_open(const Reading& ended) const;
    bool is_open(std::size_t ply, GameMs t_ms) const;
    bool may_be_another(std::size_t ply) const;
    GameMs complete_from_ms(std::size_t ply) const;
    bool matches(const Reading& reading) const;
    bool is_as_left(const Reading& reading) const;
    bool may_be_held_against(const Reading& reading, const Reading& settled) const;
    GameMs pressed_ms(Square square) const;
    void believe_again(Square square);
    chess::Bitboard flickering(Side presser, GameMs t_ms) const;
    /// What the board lacks of it was taken up in the ply in progress.
    bool is_in_hand(const Reading& reading) const;

    std::vector<Reading> readings_;
    /// While it is not known what was lost in a gap.
    std::optional<Reading> before_gap_;
    Sight sight_;
    DeadPositions dead_;
    bool lever_;
    /// A peg holds each piece in its hole: whatever was lifted was touched (appendix E.2 of 2009), and where
    /// a piece was set it is not released before the move is announced (E.3), which no sensor hears.
    bool blind_;
    bool coarse_times_;
    std::int64_t flicker_ms() const { return blind_ ? bounds::certain_flicker_ms : bounds::flicker_ms; }
    Moment changed_{};
    chess::Bitboard unmasked_ = 0; // and nothing told since what they hold
    std::array<GameMs, 2> pressed_ms_{bounds::long_ago_ms, bounds::long_ago_ms}; // by side
    /// The lift came so soon after a drop there that it is a bounce, should the piece come back; no longer
    /// once it came down elsewhere.
    chess::Bitboard bouncing_ = 0;
};

} // namespace adoube::umpire
