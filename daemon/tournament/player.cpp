#include "daemon/tournament/player.hpp"

#include "daemon/text/utf8.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace adoube::tournament {
namespace {

std::string lower(std::string_view text) {
    std::string all;
    for (const char c : text) all += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return all;
}

std::size_t characters(std::string_view text) {
    std::size_t count = 0;
    for (std::size_t size = 0; !text.empty(); text.remove_prefix(size), ++count)
        size = std::max<std::size_t>(1, text::utf8_length(text));
    return count;
}

} // namespace

bool is_known_name(std::string_view name) {
    constexpr std::array unknown = std::to_array<std::string_view>({"?", "bye", "unknown", "nn", "n.n."});
    return characters(name) > 1 && std::ranges::find(unknown, lower(name)) == unknown.end();
}

std::string title_from(std::string_view text) {
    constexpr std::array titles =
        std::to_array<std::pair<std::string_view, std::string_view>>({{"g", "GM"},
                                                                      {"m", "IM"},
                                                                      {"f", "FM"},
                                                                      {"c", "CM"},
                                                                      {"wg", "WGM"},
                                                                      {"gf", "WGM"},
                                                                      {"wm", "WIM"},
                                                                      {"mf", "WIM"},
                                                                      {"wf", "WFM"},
                                                                      {"ff", "WFM"},
                                                                      {"wc", "WCM"},
                                                                      {"cf", "WCM"}});
    const auto name = lower(text);
    const auto* const known =
        std::ranges::find(titles, std::string_view(name), [](const auto& one) { return one.first; });
    if (known != titles.end()) return std::string(known->second);
    std::string upper;
    for (const char c : text) upper += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    return upper;
}

std::map<std::string, std::string, std::less<>> tags_of(const Pairing& pairing) {
    std::map<std::string, std::string, std::less<>> tags;
    for (const auto& [side, player] : {std::pair("White", &pairing.white), {"Black", &pairing.black}}) {
        const auto put = [&](const char* what, const std::string& value) {
            if (!value.empty()) tags[std::string(side) + what] = value;
        };
        put("", player->name);
        put("Title", player->title);
        put("Elo", player->rating);
        put("Fed", player->federation);
        put("FideId", player->fide_id);
        put("Team", player->team);
        if (player->start_number > 0) put("StartNo", std::to_string(player->start_number));
    }
    return tags;
}

bool is_same(const Player& one, const Player& other) {
    if (one.start_number > 0 && other.start_number > 0) return one.start_number == other.start_number;
    if (!one.fide_id.empty() && !other.fide_id.empty()) return one.fide_id == other.fide_id;
    return !one.name.empty() && one.name == other.name;
}

} // namespace adoube::tournament
