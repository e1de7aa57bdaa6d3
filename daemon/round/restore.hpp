#pragma once
// Restores a round from its journal.

#include "daemon/round/round.hpp"

namespace adoube::round {

/// `journal`: a journal::Reader; one game is read at a time, to limit memory, each after `before_each`. The
/// error is one sentence.
template<class Journal, class Now, class BeforeEach>
std::expected<void, std::string> restore(Round& round, Journal& journal, const Now& now,
                                         const BeforeEach& before_each) {
    const auto games = journal.games();
    if (!games) return std::unexpected(games.error());
    const auto armed = journal.armed();
    if (!armed) return std::unexpected(armed.error());
    const auto deleted = journal.tombstones();
    if (!deleted) return std::unexpected(deleted.error());
    const auto shown = journal.shown();
    if (!shown) return std::unexpected(shown.error());
    if (auto known = round.begin_with(*games, *armed, *deleted, *shown); !known) return known;
    for (const auto& game : *games) {
        if (!round.wants(game.id)) continue;
        before_each();
        const auto inputs = journal.inputs(game.id);
        if (!inputs) return std::unexpected(inputs.error());
        const auto checkpoints = journal.checkpoints(game.id);
        if (!checkpoints) return std::unexpected(checkpoints.error());
        round.restore(game, *inputs, now(), *checkpoints);
    }
    return {};
}

} // namespace adoube::round
