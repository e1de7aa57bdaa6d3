#pragma once
// Incidents and proposals for the arbiter of one game, numbered as found.

#include "daemon/chess/game.hpp"
#include "daemon/umpire/data/incident.hpp"

#include <set>
#include <span>
#include <vector>

namespace adoube::umpire {

class Docket {
  public:
    /// `coarse_times`: each incident's text says so.
    Docket(const chess::Game& game, bool coarse_times) : coarse_times_(coarse_times) { begin(game); }

    /// `game`, with no move played yet, numbers the moves from here on.
    void begin(const chess::Game& game) { game_ = game; }
    /// Numbers what was not told yet, and its proposals: one offence, one incident.
    void add(const std::vector<Incident>& incidents);
    void propose(Proposal proposal);

    void let_wait(const std::vector<Incident>& incidents);
    bool is_waiting() const { return !waiting_.empty(); }
    void tell_what_waits();
    void forget_what_waits_since(GameMs t_ms);

    /// Null where unknown or dismissed already. With an illegal move goes what said that the game is lost,
    /// where its side has now made fewer than `losing_number`.
    const Incident* dismiss(int seq, int losing_number);
    const std::set<int>& dismissed() const { return dismissed_; }
    bool is_last_of_its_kind(const Incident& incident) const;
    /// Without those of dismissed incidents.
    std::vector<Proposal> proposals_that_stand() const;

    /// Puts what was `told`, then `found`, before its own incidents; keeps its proposals.
    void follow(std::span<const Incident> told, const std::vector<Incident>& found);

    std::span<const Incident> incidents() const { return incidents_; }
    std::span<const Proposal> proposals() const { return proposals_; }

  private:
    chess::Game game_;
    bool coarse_times_;
    bool ends_no_right(const Incident& incident) const;
    void dismiss_forfeits(chess::Side side, int losing_number);

    std::vector<Incident> incidents_;
    std::vector<Incident> waiting_; // not numbered yet
    std::vector<Proposal> proposals_;
    std::set<int> dismissed_;
};

} // namespace adoube::umpire
