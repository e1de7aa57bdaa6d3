#pragma once
// Foreign text inside our own sentences: short, printable, in quotation marks. Internal to the chess room.

#include "daemon/chess/utf8.hpp"

namespace adoube::chess {

/// Whether one character of UTF-8 may stand in a sentence: ASCII that neither ends the quotation nor controls
/// anything, Latin, Greek and Cyrillic (to U+053F), and the figures of chess.
inline bool is_plain(std::string_view character) {
    if (character.size() == 1)
        return character >= " " && character <= "~" && character != "\"" && character != "\\";
    if (character.size() == 2) return character >= "\u00a1" && character <= "\u053f";
    return character >= "♔" && character <= "♟";
}

inline std::string quoted(std::string_view text) {
    constexpr int longest = 24;
    std::string result = "\"";
    for (int letters = 0; letters < longest && !text.empty(); ++letters) {
        const auto size = utf8_length(text);
        const std::string_view character = text.substr(0, size);
        result += size != 0 && is_plain(character) ? character : "?";
        text.remove_prefix(size == 0 ? 1 : size);
    }
    return result + (text.empty() ? "\"" : "…\"");
}

} // namespace adoube::chess
