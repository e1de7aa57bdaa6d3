#include "daemon/journal/look.hpp"

#include "daemon/journal/store.hpp"
#include "daemon/text/utc.hpp"

#include <algorithm>

namespace adoube::journal {
namespace {

std::string no_such_game(const std::filesystem::path& journal, const std::string& game_id,
                         const std::vector<GameEntry>& games) {
    auto sentence = "journal " + journal.string() + " has no game " + game_id;
    if (games.empty()) return sentence + ", and no other";
    sentence += ", but";
    for (const auto& game : games) sentence += " " + game.id;
    return sentence;
}

} // namespace

std::expected<Overview, std::string> look_over(const std::filesystem::path& journal) {
    auto store = Store::open_to_look(journal);
    if (!store) return std::unexpected(store.error());
    if (auto began = store->begin_look(); !began) return std::unexpected(began.error());
    auto games = store->outlines();
    if (!games) return std::unexpected(games.error());
    const auto tombstones = store->tombstones();
    if (!tombstones) return std::unexpected(tombstones.error());
    Overview found{std::move(*games), {}};
    for (const auto& tombstone : *tombstones) {
        auto checkpoints = store->checkpoints(tombstone.game_id);
        if (!checkpoints) return std::unexpected(checkpoints.error());
        found.deleted.push_back({tombstone, std::move(*checkpoints)});
    }
    store->end_look();
    return found;
}

std::expected<std::vector<Checkpoint>, std::string> newest_checkpoints(const std::filesystem::path& journal) {
    auto store = Store::open_to_look(journal);
    if (!store) return std::unexpected(store.error());
    return store->newest_checkpoints();
}

std::expected<std::vector<Checkpoint>, std::string> checkpoints_of(const std::filesystem::path& journal,
                                                                   const std::string& game_id) {
    auto store = Store::open_to_look(journal);
    if (!store) return std::unexpected(store.error());
    if (auto began = store->begin_look(); !began) return std::unexpected(began.error());
    const auto games = store->games();
    if (!games) return std::unexpected(games.error());
    if (std::ranges::count(*games, game_id, &GameEntry::id) == 0) return std::vector<Checkpoint>();
    auto checkpoints = store->checkpoints(game_id);
    store->end_look();
    return checkpoints;
}

std::expected<void, std::string> check_can_be_opened(const std::filesystem::path& journal) {
    return Store::check_can_be_opened(journal);
}

bool is_in_use(const std::filesystem::path& journal) { return Store::is_in_use(journal); }

std::expected<WholeGame, std::string> look(const std::filesystem::path& journal, const std::string& game_id) {
    auto store = Store::open_to_look(journal);
    if (!store) return std::unexpected(store.error());
    if (auto began = store->begin_look(); !began) return std::unexpected(began.error());
    const auto games = store->games();
    if (!games) return std::unexpected(games.error());
    const auto tombstones = store->tombstones();
    if (!tombstones) return std::unexpected(tombstones.error());
    if (const auto deleted = std::ranges::find(*tombstones, game_id, &Tombstone::game_id);
        deleted != tombstones->end())
        return std::unexpected("game " + game_id + " was " + when_and_why(*deleted));
    const auto game = std::ranges::find(*games, game_id, &GameEntry::id);
    if (game == games->end()) return std::unexpected(no_such_game(journal, game_id, *games));
    auto inputs = store->inputs(game_id);
    if (!inputs) return std::unexpected(inputs.error());
    auto checkpoints = store->checkpoints(game_id);
    if (!checkpoints) return std::unexpected(checkpoints.error());
    store->end_look();
    return WholeGame{*game, std::move(*inputs), std::move(*checkpoints)};
}

} // namespace adoube::journal
