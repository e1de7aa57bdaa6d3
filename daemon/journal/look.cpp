#include "daemon/journal/look.hpp"

#include "daemon/journal/store.hpp"

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

std::expected<WholeGame, std::string> look(const std::filesystem::path& journal, const std::string& game_id) {
    auto store = Store::open_to_look(journal);
    if (!store) return std::unexpected(store.error());
    if (auto began = store->begin_look(); !began) return std::unexpected(began.error());
    const auto games = store->games();
    if (!games) return std::unexpected(games.error());
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
