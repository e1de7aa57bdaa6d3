#include "daemon/umpire/game/docket.hpp"

#include "daemon/umpire/articles/offences.hpp"

#include <algorithm>
#include <ranges>
#include <utility>

namespace adoube::umpire {

void Docket::add(const std::vector<Incident>& incidents) {
    for (const auto& incident : incidents) {
        const auto told = std::ranges::any_of(incidents_, [&](const Incident& other) {
            return other.kind == incident.kind && other.ply == incident.ply && other.side == incident.side &&
                   other.first_input == incident.first_input && other.last_input == incident.last_input;
        });
        if (told || ends_no_right(incident)) continue;
        incidents_.push_back(incident);
        incidents_.back().seq = static_cast<int>(incidents_.size());
        incidents_.back().move = game_.move_number(incident.ply);
        if (coarse_times_)
            incidents_.back().text += " The times of this log are coarse: nobody measured them.";
        if (!incident.proposal) continue;
        propose(*incident.proposal);
        proposals_.back().incident = incidents_.back().seq;
    }
}

/// It ends the right to claim (4.8) a dismissed breach.
bool Docket::ends_no_right(const Incident& incident) const {
    if (incident.kind != IncidentKind::claim_window_closed) return false;
    const auto told = incidents_ | std::views::reverse;
    const auto breach = std::ranges::find_if(told, [&](const Incident& other) {
        return is_claimable_breach(other.kind) && other.ply == incident.ply - 1;
    });
    return breach != told.end() && dismissed_.contains(breach->seq);
}

void Docket::propose(Proposal proposal) {
    proposals_.push_back(std::move(proposal));
    proposals_.back().seq = static_cast<int>(proposals_.size());
    proposals_.back().move = game_.move_number(proposals_.back().ply);
}

void Docket::let_wait(const std::vector<Incident>& incidents) {
    waiting_.insert(waiting_.end(), incidents.begin(), incidents.end());
}

void Docket::tell_what_waits() { add(std::exchange(waiting_, {})); }

void Docket::forget_what_waits_since(GameMs t_ms) {
    std::erase_if(waiting_, [&](const Incident& each) { return each.t_ms >= t_ms; });
}

const Incident* Docket::dismiss(int seq, int losing_number) {
    if (seq < 1 || std::cmp_greater(seq, incidents_.size()) || !dismissed_.insert(seq).second) return nullptr;
    const auto& incident = incidents_[static_cast<std::size_t>(seq) - 1];
    if (incident.side && counts_as_illegal(incident.kind)) dismiss_forfeits(*incident.side, losing_number);
    return &incident;
}

void Docket::dismiss_forfeits(chess::Side side, int losing_number) {
    int illegal_moves = 0;
    for (const auto& incident : incidents_) {
        if (incident.side != side || dismissed_.contains(incident.seq)) continue;
        illegal_moves += counts_as_illegal(incident.kind);
        if (incident.kind == IncidentKind::forfeit_by_illegal_moves && illegal_moves < losing_number)
            dismissed_.insert(incident.seq);
    }
}

bool Docket::is_last_of_its_kind(const Incident& incident) const {
    return std::ranges::none_of(incidents_, [&](const Incident& other) {
        return other.seq > incident.seq && other.kind == incident.kind && other.side == incident.side;
    });
}

std::vector<Proposal> Docket::proposals_that_stand() const {
    auto standing = proposals_;
    std::erase_if(standing, [&](const Proposal& each) { return dismissed_.contains(each.incident); });
    return standing;
}

void Docket::follow(std::span<const Incident> told, const std::vector<Incident>& found) {
    const auto own = std::exchange(incidents_, {told.begin(), told.end()});
    const auto proposals = proposals_;
    add(found);
    add(own);
    proposals_ = proposals; // its own, each once
}

} // namespace adoube::umpire
