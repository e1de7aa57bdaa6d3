#include "daemon/broadcast/merged_pgn.hpp"

#include <set>

namespace adoube::broadcast {

std::string_view take_game(std::string_view& pgn) {
    const auto next = pgn.find("\n\n[");
    const auto game = next == std::string_view::npos ? pgn : pgn.substr(0, next + 2);
    pgn.remove_prefix(game.size());
    return game;
}

std::string_view id_of(std::string_view game) {
    constexpr std::string_view tag = "[GameId \"";
    const auto tags = game.substr(0, game.find("\n\n"));
    const auto at = tags.starts_with(tag) ? 0 : tags.find("\n[GameId \"");
    if (at == std::string_view::npos) return {};
    const auto id = tags.substr(tags.find('"', at) + 1);
    const auto end = id.find('"');
    return end == std::string_view::npos ? std::string_view() : id.substr(0, end);
}

std::string merged_pgn(std::span<const std::string_view> rounds) {
    std::set<std::string_view> known;
    std::string all;
    for (auto rest : rounds)
        while (!rest.empty()) {
            const auto game = take_game(rest);
            if (const auto id = id_of(game); id.empty() || !known.insert(id).second) continue;
            all += game;
            if (!game.ends_with("\n\n")) all += game.ends_with('\n') ? "\n" : "\n\n";
        }
    return all;
}

} // namespace adoube::broadcast
