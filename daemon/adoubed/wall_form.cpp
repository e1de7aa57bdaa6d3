#include "daemon/adoubed/wall_form.hpp"

#include <sstream>

namespace adoube::adoubed {
namespace {

constexpr FormField wall_fields[] = {
    {"boards", "wall", "boards on the wall"},  {"featured", "wall", "featured boards"},
    {"page", "wall", "boards a page"},         {"turn_s", "wall", "seconds a page"},
    {"openings", "wall", "names of openings"}, {"frame_ancestors", "wall", "sites that may show the pages"}};

TomlValue number_or_none(std::optional<int> number) {
    return number ? TomlValue(std::int64_t{*number}) : TomlValue();
}
template<class Value>
TomlValue list_or_none(std::vector<Value> list) {
    return list.empty() ? TomlValue() : TomlValue(std::move(list));
}

std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words;
    std::istringstream in(text);
    for (std::string word; in >> word;) words.push_back(word);
    return words;
}

SettingValues wall_values(const Config& config) {
    const auto& wall = config.wall;
    return {{"boards", wall.boards.empty() ? TomlValue() : TomlValue(wall.boards)},
            {"featured", list_or_none(std::vector<std::int64_t>(wall.featured.begin(), wall.featured.end()))},
            {"page", number_or_none(wall.page)},
            {"turn_s", number_or_none(wall.turn_s)},
            {"openings", wall.openings},
            {"frame_ancestors", list_or_none(words_of(config.framed_by))}};
}

TomlValue wall_as_shown(std::string_view field, const TomlValue& value) {
    const bool none = std::holds_alternative<std::monostate>(value);
    return field == "openings" && none ? TomlValue(false) : value;
}

} // namespace

const SettingsForm& wall_form() {
    static const SettingsForm form{"wall", wall_fields, wall_values, wall_as_shown};
    return form;
}

void take_wall(const ChangedSettings& wall, Config& config) {
    const auto& now = wall.config.wall;
    config.wall.boards = now.boards;
    config.wall.featured = now.featured;
    config.wall.page = now.page;
    config.wall.turn_s = now.turn_s;
    config.wall.openings = now.openings;
    config.framed_by = wall.config.framed_by;
}

std::string wall_change_in_words(const ChangedSettings& wall, const std::string& file) {
    return change_in_words(wall, wall_form(), file,
                           "; it counts at once, but not where a screen's address asks for something else");
}

} // namespace adoube::adoubed
