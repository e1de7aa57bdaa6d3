#pragma once
// The umpire: from lifts, drops and presses to the game. A pure state machine: no clock, thread, random
// number or I/O. The same inputs always give the same game, byte for byte.

#include "daemon/umpire/data/game_record.hpp"
#include "daemon/umpire/data/incident.hpp"
#include "daemon/umpire/data/inputs.hpp"
#include "daemon/umpire/data/sight.hpp"

#include <memory>
#include <span>

namespace adoube::umpire {

class Umpire {
  public:
    /// `header.start_fen` must be a FEN that chess::Position takes (parse_header has checked it).
    explicit Umpire(const Header& header);
    ~Umpire();
    Umpire(const Umpire&);
    Umpire(Umpire&&) noexcept;
    Umpire& operator=(Umpire&&) noexcept;

    void feed(const Input& input);

    const Header& header() const;
    /// What the sensors showed at the last input, named as the players' squares are.
    const Sight& board() const;
    /// The clock stands by an arbiter's word.
    bool paused() const;
    /// The game is adjourned, with a move in the envelope.
    bool has_sealed_move() const;
    /// It has offered a draw, be it by a claim, that is not answered yet.
    bool offers_draw(Side side) const;
    /// It has ended, as far as the last input tells.
    bool over() const;

    /// The game as it stands at `now_ms` (board time, not before the last input): moves completed, and last
    /// the move that stands made on the board. Looking changes nothing.
    GameRecord record(GameMs now_ms) const;

    /// The game as the public may know it: moves completed, and how it ended. A move that the sensors leave
    /// open is kept back until it is known, or for bounds::ambiguous_ms.
    GameRecord completed() const;
    /// The same at `now_ms`, should nothing happen until then.
    GameRecord completed(GameMs now_ms) const;
    /// Why it is thought to stand so after the last input: a line for each reading of the hands that is still
    /// possible, the one that is written first, and what each asks one to believe.
    std::string explanation() const;
    /// When after `t_ms` time alone may complete or end anything next; empty: never.
    std::optional<GameMs> next_by_time_ms(GameMs t_ms) const;

    /// The record at the end of the log: the last move counts although nothing came after it.
    GameRecord final_record() const;

    /// For the arbiter only, in order of `seq`. What was raised is never changed.
    std::span<const Incident> incidents() const;

    /// The incidents at the end of the log, with those that the last move, standing as it does, raises.
    std::vector<Incident> final_incidents() const;

    /// For the arbiter only, in order of `seq`: what the Laws ask him to do. The record follows when he does
    /// it.
    std::span<const Proposal> proposals() const;

  private:
    class Ways;
    std::unique_ptr<Ways> ways_;
};

} // namespace adoube::umpire
