#pragma once
// What the Laws ask the arbiter to do about what he was told.

#include "daemon/umpire/data/reading.hpp"

namespace adoube::umpire {

/// One that comes of `incident`: no result, no time and no text yet.
Proposal proposal_of(const Incident& incident, Remedy remedy, laws::Rule rule);

/// For the opponent of a player who completed illegal move number `count` (7.4b; 7.5.5): time, or, in some
/// rapid and blitz play, what he may claim. Nothing for the one that loses, which is an incident of its own.
std::optional<Proposal> penalty_of_illegal_move(const Reading& reading, const Incident& offence, int count);

/// Of the illegal move that loses, `offence`.
Proposal forfeit_by_illegal_moves(const Reading& reading, const Incident& offence, const Incident& forfeit,
                                  chess::Result result);

/// For the player having the move, who sealed `san`, where it names no legal move or may mean several,
/// `fitting` (A8; I.8).
Proposal lost_by_unclear_sealed_move(const Reading& reading, std::string_view san,
                                     std::span<const chess::Move> fitting, Moment now);

/// Why the arbiter set that result, as the PGN tag Termination has it: what he was proposed, if it is that.
std::string_view termination_of(const SetResult& set, std::span<const Proposal> proposed);

} // namespace adoube::umpire
