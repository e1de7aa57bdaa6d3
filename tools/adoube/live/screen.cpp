#include "tools/adoube/live/screen.hpp"

#include <algorithm>
#include <utility>

namespace adoube::tools {
namespace {

/// Bold and reverse are no colours: they stay under NO_COLOR.
std::string look_of(const ShownLine& line, bool in_colour) {
    std::string codes = "0";
    if (line.tone == Tone::heading || line.tone == Tone::urgent) codes += ";1";
    if (line.tone == Tone::faint) codes += ";2";
    if (in_colour && line.tone == Tone::urgent) codes += ";31";
    if (in_colour && line.tone == Tone::remark) codes += ";33";
    if (line.chosen) codes += ";7";
    return "\x1b[" + codes + 'm';
}

/// A control sequence is ESC [, parameters, and one final byte. 0: more of it is to come.
std::size_t length_of_key(std::string_view bytes) {
    if (bytes[0] != '\x1b') return 1;
    if (bytes.size() == 1) return 1; // Escape alone: sequences come in one piece
    if (bytes[1] != '[' && bytes[1] != 'O') return 1;
    for (std::size_t at = 2; at < bytes.size(); ++at)
        if (bytes[at] >= '@' && bytes[at] <= '~') return at + 1;
    return bytes.size() > 16 ? bytes.size() : 0;
}

Key key_of(std::string_view bytes) {
    constexpr std::pair<std::string_view, Key> known[] = {
        {"\x1b[A", Key::up},   {"\x1bOA", Key::up},   {"k", Key::up},        {"\x1b[D", Key::up},
        {"\x1bOD", Key::up},   {"\x1b[B", Key::down}, {"\x1bOB", Key::down}, {"j", Key::down},
        {"\x1b[C", Key::down}, {"\x1bOC", Key::down}, {"\r", Key::open},     {"\n", Key::open},
        {"q", Key::back},      {"\x1b", Key::back},   {"f", Key::figurines}};
    const auto* const found = std::ranges::find(known, bytes, &std::pair<std::string_view, Key>::first);
    return found == std::end(known) ? Key::other : found->second;
}

} // namespace

std::string painted(const Frame& before, const Frame& now, bool in_colour) {
    std::string bytes = before.empty() ? "\x1b[0m\x1b[2J" : "";
    for (std::size_t row = 0; row < std::max(before.size(), now.size()); ++row) {
        const ShownLine line = row < now.size() ? now[row] : ShownLine{};
        if (row < before.size() ? before[row] == line : line == ShownLine{}) continue;
        bytes += "\x1b[" + std::to_string(row + 1) + ";1H" + look_of(line, in_colour) + line.text +
                 "\x1b[0m\x1b[K";
    }
    return bytes;
}

std::vector<Key> keys_in(std::string& bytes) {
    std::vector<Key> keys;
    while (!bytes.empty()) {
        const auto length = length_of_key(bytes);
        if (length == 0) break;
        keys.push_back(key_of(std::string_view(bytes).substr(0, length)));
        bytes.erase(0, length);
    }
    return keys;
}

} // namespace adoube::tools
