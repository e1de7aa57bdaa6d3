#pragma once
// From lifts, drops and presses to the game. A pure state machine without clock, threads, randomness or I/O:
// the same inputs always give the same game, byte for byte.

#include "daemon/umpire/data/game_record.hpp"
#include "daemon/umpire/data/incident.hpp"
#include "daemon/umpire/data/inputs.hpp"
#include "daemon/umpire/data/right_to_claim.hpp"
#include "daemon/umpire/data/sight.hpp"

#include <memory>
#include <set>
#include <span>

namespace adoube::umpire {

/// For one thread at a time, also where it is only asked: it keeps what it told last.
class Umpire {
  public:
    /// `header.start_fen`: empty or a valid FEN (parse_header checks it).
    explicit Umpire(const Header& header);
    ~Umpire();
    Umpire(const Umpire&);
    Umpire(Umpire&&) noexcept;
    Umpire& operator=(Umpire&&) noexcept;

    void feed(const Input& input);

    /// With its tags as corrected since.
    const Header& header() const;
    /// As a board would have reported it that stands the right way round, as far as is known by now.
    Input upright(Input input) const;
    /// As the sensors show it, in the players' orientation.
    const Sight& board() const;
    /// An arbiter stopped the clock.
    bool paused() const;
    bool has_sealed_move() const;
    /// An unanswered offer, also by a claim.
    bool offers_draw(Side side) const;
    /// As of the last input.
    bool over() const;
    /// An arbiter has given the result, or confirmed it (8.7).
    bool confirmed() const;

    /// The game at `now_ms` (board time, not before the last input): completed moves, then the one made on
    /// the board.
    GameRecord record(GameMs now_ms) const;

    /// Of the position that `record` has then; empty: the game is over, or there is nothing to claim.
    std::optional<RightToClaim> right_to_claim(GameMs now_ms) const;
    /// The number of the incident that tells a breach of Article 4 by the last move, while the opponent may
    /// claim it (4.8).
    std::optional<int> claimable_breach(GameMs now_ms) const;

    /// What the public may know: completed moves and the result. A move that the sensors leave open is
    /// withheld until known, or for bounds::ambiguous_ms. Lives until the next question or input.
    const GameRecord& completed() const;
    /// If nothing happens until `now_ms`.
    const GameRecord& completed(GameMs now_ms) const;
    /// One line per possible reading, the recorded one first, with its doubts.
    std::string explanation() const;
    /// When, after `t_ms` and the last input, time alone may complete or end something; empty: never.
    std::optional<GameMs> next_by_time_ms(GameMs t_ms) const;

    /// At the end of the log: the last move counts although nothing follows.
    GameRecord final_record() const;

    /// For the arbiter only, by `seq`; never changed once raised.
    std::span<const Incident> incidents() const;

    /// At the end of the log, with those that the last move raises.
    std::vector<Incident> final_incidents() const;

    /// For the arbiter only, by `seq`. The record changes only when the arbiter acts.
    std::span<const Proposal> proposals() const;

    /// Incidents, by `seq`: by the arbiter, and what followed from those.
    const std::set<int>& dismissed() const;

  private:
    class Ways;
    std::unique_ptr<Ways> ways_;
};

} // namespace adoube::umpire
