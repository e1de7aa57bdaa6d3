#include "tools/adoube/live/columns.hpp"

#include "daemon/text/quoting.hpp"
#include "daemon/text/utf8.hpp"

#include <algorithm>
#include <utility>

namespace adoube::tools {
namespace {

int width_of(char32_t c) {
    struct Range {
        char32_t first, last;
    };
    constexpr Range none[] = {{0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},   {0x610, 0x61a},
                              {0x64b, 0x65f},   {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x200b, 0x200d},
                              {0x20d0, 0x20ff}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}};
    constexpr Range wide[] = {{0x1100, 0x115f},   {0x2e80, 0x303e},   {0x3041, 0xa4cf},  {0xac00, 0xd7a3},
                              {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},  {0xffe0, 0xffe6},
                              {0x1f300, 0x1f64f}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd}};
    const auto holds = [c](const Range& range) { return range.first <= c && c <= range.last; };
    if (std::ranges::any_of(none, holds)) return 0;
    return std::ranges::any_of(wide, holds) ? 2 : 1;
}

std::string_view next_character(std::string_view text) {
    return text.substr(0, std::max<std::size_t>(1, text::utf8_length(text)));
}

/// As many whole characters as fit.
std::string_view head(std::string_view text, int columns) {
    std::size_t size = 0;
    while (size < text.size()) {
        const auto character = next_character(text.substr(size));
        columns -= width_of(text::code_point(character));
        if (columns < 0) break;
        size += character.size();
    }
    return text.substr(0, size);
}

int width_of_shown(std::string_view text) {
    int columns = 0;
    while (!text.empty()) {
        const auto character = next_character(text);
        columns += width_of(text::code_point(character));
        text.remove_prefix(character.size());
    }
    return columns;
}

std::string cut(std::string_view text, int columns) {
    auto shown = text::shown(text);
    if (columns <= 0) return {};
    if (width_of_shown(shown) <= columns) return shown;
    return std::string(head(shown, columns - 1)) + "…";
}

std::string spaces(int count) { return std::string(static_cast<std::size_t>(std::max(0, count)), ' '); }

} // namespace

int columns_of(std::string_view text) { return width_of_shown(text::shown(text)); }

std::string fitted(std::string_view text, int columns) {
    auto shown = cut(text, columns);
    const int missing = columns - width_of_shown(shown);
    return std::move(shown) + spaces(missing);
}

std::string fitted_right(std::string_view text, int columns) {
    const auto shown = cut(text, columns);
    return spaces(columns - width_of_shown(shown)) + shown;
}

std::vector<std::string> wrapped(std::string_view text, int columns) {
    const auto shown = text::shown(text);
    std::vector<std::string> lines;
    for (std::string_view rest = shown; !rest.empty();) {
        auto line = head(rest, std::max(2, columns));
        if (line.size() < rest.size() && rest[line.size()] != ' ')
            if (const auto space = line.rfind(' '); space != std::string_view::npos && space > 0)
                line = line.substr(0, space);
        lines.emplace_back(line);
        rest.remove_prefix(line.size());
        rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    }
    return lines;
}

} // namespace adoube::tools
