#pragma once
// What the arbiter of one game is told, numbered in the order in which it was found: incidents, and what the
// Laws ask him to decide.

#include "daemon/chess/game.hpp"
#include "daemon/umpire/data/incident.hpp"

#include <set>
#include <span>
#include <vector>

namespace adoube::umpire {

class Docket {
  public:
    /// Where times are coarse each sentence says so.
    Docket(const chess::Game& game, bool coarse_times) : coarse_times_(coarse_times) { begin(game); }

    /// From now on what is told is of `game`, in which nothing was played yet: it counts the moves.
    void begin(const chess::Game& game) { game_ = game; }
    /// Numbers what was not told yet, with what it proposes: one offence, one incident.
    void add(const std::vector<Incident>& incidents);
    void propose(Proposal proposal);

    /// To be told later, or never.
    void let_wait(const std::vector<Incident>& incidents);
    bool is_waiting() const { return !waiting_.empty(); }
    void tell_what_waits();
    void forget_what_waits_since(GameMs t_ms);

    /// The incident of that number, the first time that the arbiter dismisses it.
    const Incident* dismiss(int seq);
    /// Nothing of its kind was told of its player after it.
    bool is_last_of_its_kind(const Incident& incident) const;
    /// But for those of incidents that were dismissed: those were none.
    std::vector<Proposal> proposals_that_stand() const;

    /// What was told already, and `found`, go before what stands here.
    void follow(std::span<const Incident> told, const std::vector<Incident>& found);

    std::span<const Incident> incidents() const { return incidents_; }
    std::span<const Proposal> proposals() const { return proposals_; }

  private:
    chess::Game game_;
    bool coarse_times_;
    bool ends_no_right(const Incident& incident) const;

    std::vector<Incident> incidents_;
    std::vector<Incident> waiting_; // not numbered yet
    std::vector<Proposal> proposals_;
    std::set<int> dismissed_;
};

} // namespace adoube::umpire
