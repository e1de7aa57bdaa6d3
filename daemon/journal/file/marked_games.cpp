#include "daemon/journal/file/marked_games.hpp"

#include <algorithm>

namespace adoube::journal {

MarkedGames::MarkedGames(Marked marked) : marked_{marked.records, {}} {
    for (auto& game : marked.games) add(std::move(game));
}

Marked::Game& MarkedGames::add(Marked::Game game) {
    over_ += game.over;
    marked_.games.push_back(std::move(game));
    places_.insert_or_assign(marked_.games.back().id, std::prev(marked_.games.end()));
    return marked_.games.back();
}

Marked::Game* MarkedGames::touch(const std::string& id) {
    const auto place = places_.find(id);
    if (place == places_.end()) return nullptr;
    marked_.games.splice(marked_.games.end(), marked_.games, place->second);
    return &marked_.games.back();
}

void MarkedGames::finish(const std::string& id, std::size_t most_over) {
    auto* const game = touch(id);
    if (!game) return;
    over_ += !game->over;
    game->over = true;
    if (over_ <= most_over) return;
    const auto oldest = std::ranges::find(marked_.games, true, &Marked::Game::over);
    remove(std::string(oldest->id));
}

void MarkedGames::remove(const std::string& id) {
    const auto place = places_.find(id);
    if (place == places_.end()) return;
    over_ -= place->second->over;
    marked_.games.erase(place->second);
    places_.erase(place);
}

} // namespace adoube::journal
