#pragma once
// What pawns became that no sensor tells: the umpire takes the first piece with which the moves are legal,
// and an arbiter may name another.

#include "daemon/record/input.hpp"
#include "daemon/round/act.hpp"
#include "daemon/umpire/data/game_record.hpp"

#include <span>
#include <vector>

namespace adoube::round {

/// Plies (1 = the first) of promotions whose piece neither sensors nor one of `acts` told. Of those on one
/// square only the last, which a command can name.
std::vector<int> untold_promotions(const umpire::GameRecord& record, record::Sensing sensing,
                                   std::span<const Act> acts);

} // namespace adoube::round
