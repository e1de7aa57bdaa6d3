#include "daemon/broadcast/is_game.hpp"

#include <algorithm>
#include <array>

namespace adoube::broadcast {

bool is_game(const PublicGame& game) {
    const auto is_named = [&](const char* tag) { return !game.tags[tag].empty() && game.tags[tag] != "?"; };
    return std::ranges::any_of(std::array{"White", "Black", "WhiteFideId", "BlackFideId"}, is_named) ||
           !game.moves.empty() || game.result != chess::Result::open;
}

} // namespace adoube::broadcast
