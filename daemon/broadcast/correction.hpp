#pragma once
// What an arbiter's act leaves of earlier states of its game: whatever is undone before it was due is never
// shown.

#include "daemon/broadcast/public_game.hpp"

namespace adoube::broadcast {

/// All that an earlier state holds, but its clocks and tags, is still so in `now`: start, moves, result.
bool still_stands(const PublicGame& earlier, const PublicGame& now);

/// Something of `earlier` is undone or renamed in `now`.
bool corrects(const PublicGame& now, const PublicGame& earlier);

/// With what `now` tells of the players. The rest waits: that a date is known tells of a touch.
PublicTags renamed(const PublicTags& earlier, const PublicTags& now);

/// What of `earlier` still stands in `now`: nothing of `now` that `earlier` had not.
PublicGame cut_to(PublicGame earlier, const PublicGame& now);

} // namespace adoube::broadcast
