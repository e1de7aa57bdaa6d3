#pragma once
// A game's record as its arbiter looks through it: every input, and what it left on the board. No I/O. JSON:
//
//   {"game":"E-r1-b3","start":"…/PPPPPPPP/RNBQKBNR","from":1,"next":258,"more":false,
//    "open":["White's offer of a draw is not answered"],"inputs":[INPUT,…]}
//   {"t":83211,"kind":"lift","what":"e2 lifted","squares":{"e2":null},"air":"P","plies":2,"move":"1... e5"}
//
// `start`: what stands on the board before the first input, as in a FEN. `from`: the number of the first
// INPUT (1 = the first of the game); `next`: ask for these next; `more`: there are some already; `open`: what
// waits for an answer after all that there are, a phrase each. Of an INPUT `t` is in ms since the game's
// start; `kind` the first key of its line in the sensor log; `what` the same in words; `squares` those that
// changed, with a letter of FEN or null; `air` the game's pieces that stand nowhere, in the hand or taken;
// `taken` those of them that the player to move, who has lifted the piece that captures, takes; `plies` how
// many moves are completed, `move` the last of them. What is as after the input before is left out, except
// `t`, `kind` and `what`. Squares are as the players have them, and what the sensors do not tell is inferred,
// as in round/live_board.hpp.

#include "daemon/record/game_entry.hpp"
#include "daemon/round/live_board.hpp"
#include "daemon/umpire/game/umpire.hpp"

#include <expected>

namespace adoube::inquiry {

class RecordView {
  public:
    static constexpr std::size_t most_at_once = 1000;

    /// The error is one sentence without its full stop.
    static std::expected<RecordView, std::string> of(const record::GameEntry& game);

    /// The next inputs of the game. A sealed move, and what follows it, is not shown until it is opened.
    /// After an error the view is as before.
    std::expected<void, std::string> take(std::vector<record::Entry> entries);
    /// How many were taken.
    std::uint64_t taken() const { return shown_.size() + sealed_.size(); }

    std::string to_json(std::uint64_t from) const;

  private:
    RecordView(const record::GameEntry& game, const record::Header& header);
    void show(const record::Entry& entry, const record::Input& input);

    record::GameEntry game_;
    umpire::Umpire umpire_;
    std::string start_;
    bool is_sensed_ = false; // else moves are entered
    round::LiveSquares squares_;
    std::string air_, taken_, move_;
    std::size_t plies_ = 0;
    std::vector<std::string> shown_; // as JSON
    std::vector<record::Entry> sealed_;
};

} // namespace adoube::inquiry
