#include "daemon/broadcast/unknown_players.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace adoube::broadcast {
namespace {

bool is_unknown(std::string_view name) {
    constexpr std::array<std::string_view, 3> words{"unknown", "bye", "n.n."};
    std::string lower(name);
    std::ranges::transform(lower, lower.begin(),
                           [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return name.size() < 2 || std::ranges::find(words, lower) != words.end();
}

} // namespace

std::string doubt_of_players(const PublicTags& tags) {
    const bool white = tags["WhiteFideId"].empty() && is_unknown(tags["White"]);
    const bool black = tags["BlackFideId"].empty() && is_unknown(tags["Black"]);
    if (!white && !black) return {};
    return std::string(white && black ? "both players have"
                       : white        ? "White has"
                                      : "Black has") +
           " no name and no FIDE id: sites that show broadcasts leave such a game out";
}

} // namespace adoube::broadcast
