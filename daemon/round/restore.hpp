#pragma once
// Restores a round from its journal.

#include "daemon/round/at_once.hpp"
#include "daemon/round/round.hpp"

#include <set>

namespace adoube::round {

/// `journal`: a journal::Reader; a few games are read, each after `before_each`, ahead of those that are
/// replayed. The error is one sentence.
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
    const auto start = now();
    std::set<TableId> busy;
    std::vector<Round::Replayed> unread; // to be set aside, which looks at all tables
    AtOnce<Round::Replayed> replays([&](Round::Replayed replayed) {
        if (!replayed.restored) return unread.push_back(std::move(replayed));
        busy.erase(replayed.table);
        round.take(std::move(replayed), start);
    });
    const auto finish = [&] {
        replays.finish();
        for (auto& replayed : unread) round.take(std::move(replayed), start);
        unread.clear();
        busy.clear();
    };
    for (const auto wanted = round.wanted(); const auto& game : *games) {
        const auto found = wanted.find(game.id);
        if (found == wanted.end()) continue;
        const auto table = found->second;
        before_each();
        if (busy.contains(table)) finish(); // one game of a table after the other
        const bool is_past = round.is_past(game.id);
        auto inputs = is_past ? journal.last_heard(game.id) : journal.inputs(game.id);
        if (!inputs) return std::unexpected(inputs.error());
        if (is_past) {
            round.recall_board(table, *inputs);
            continue;
        }
        auto checkpoints = journal.checkpoints(game.id);
        if (!checkpoints) return std::unexpected(checkpoints.error());
        busy.insert(table);
        replays.put(round.replaying(table, game, std::move(*inputs), std::move(*checkpoints), start));
    }
    finish();
    return {};
}

} // namespace adoube::round
