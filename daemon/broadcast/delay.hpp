#pragma once
// The public sees the hall as it was a set time ago, so that nobody can be helped from outside by what a
// screen shows. A queue without clock or thread: time is given to it.

#include "daemon/broadcast/public_game.hpp"

#include <deque>

namespace adoube::broadcast {

class Delay {
  public:
    /// 0 = nothing is held back.
    explicit Delay(std::int64_t delay_ms);

    /// The game as it stood at `now_ms` (of any clock that `due` shares; after a restart states replayed from
    /// the journal are put with the times at which they were true). Time that goes backwards holds a state no
    /// shorter than the one before it.
    void put(std::int64_t now_ms, PublicGame state);

    /// Every state whose time has come, each once, in the order in which they were put. Their clocks are
    /// moved on by the delay: a page that counts down shows what the clock showed then.
    std::vector<PublicGame> due(std::int64_t now_ms);

    /// When to ask `due` again; nothing while nothing is held.
    std::optional<std::int64_t> next_due() const;

  private:
    // A long delay holds many states of few games: of the moves only those that the state before had not.
    struct Held {
        std::int64_t due_ms;
        std::size_t kept_moves;
        PublicGame state;
    };
    struct Line {
        std::size_t held = 0;
        std::vector<PublicMove> newest, shown;
    };

    PublicGame release(Held held);

    std::int64_t delay_ms_;
    std::deque<Held> held_;
    std::map<std::string, Line, std::less<>> lines_; // by game
};

} // namespace adoube::broadcast
