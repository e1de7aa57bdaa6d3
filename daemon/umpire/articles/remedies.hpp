#pragma once
// What the Laws ask the arbiter to do about an incident.

#include "daemon/umpire/data/reading.hpp"

namespace adoube::umpire {

/// Without result, time and text.
Proposal proposal_of(const Incident& incident, Remedy remedy, laws::Rule rule);

/// For illegal move number `count` (7.4b; 7.5.5): time or, in some rapid and blitz play, a claim for the
/// opponent. Empty for the one that loses, an incident of its own.
std::optional<Proposal> penalty_of_illegal_move(const Reading& reading, const Incident& offence, int count);

/// `offence`: the illegal move that loses.
Proposal forfeit_by_illegal_moves(const Reading& reading, const Incident& offence, const Incident& forfeit,
                                  chess::Result result);

/// `san` names no legal move or may mean several, `fitting` (A8; I.8).
Proposal lost_by_unclear_sealed_move(const Reading& reading, std::string_view san,
                                     std::span<const chess::Move> fitting, Moment now);

/// The PGN tag Termination, by the latest proposal of that result.
std::string_view termination_of(const SetResult& set, std::span<const Proposal> proposed);

} // namespace adoube::umpire
