#include "daemon/journal/file/marked_games.hpp"

#include <algorithm>

namespace adoube::journal {

MarkedGames::MarkedGames(Marked marked) : records(marked.records) {
    for (auto& game : marked.games) add(std::move(game));
}

void MarkedGames::add(Marked::Game game) {
    over_ += game.over;
    games_.push_back(std::move(game));
    places_.insert_or_assign(games_.back().id, std::prev(games_.end()));
}

Marked::Game* MarkedGames::touch(const std::string& id) {
    const auto place = places_.find(id);
    if (place == places_.end()) return nullptr;
    games_.splice(games_.end(), games_, place->second);
    return &games_.back();
}

void MarkedGames::finish(const std::string& id, std::size_t most_over) {
    auto* const game = touch(id);
    if (!game) return;
    over_ += !game->over;
    game->over = true;
    if (over_ <= most_over) return;
    const auto oldest = std::ranges::find(games_, true, &Marked::Game::over);
    remove(std::string(oldest->id));
}

void MarkedGames::remove(const std::string& id) {
    const auto place = places_.find(id);
    if (place == places_.end()) return;
    over_ -= place->second->over;
    games_.erase(place->second);
    places_.erase(place);
}

Marked MarkedGames::marked() const { return {records, {games_.begin(), games_.end()}}; }

} // namespace adoube::journal
