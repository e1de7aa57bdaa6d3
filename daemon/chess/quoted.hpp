#pragma once
// Foreign text inside our own sentences: short, printable, in quotation marks. Internal to the chess room.

#include <string>
#include <string_view>

namespace adoube::chess {

inline std::string quoted(std::string_view text) {
    constexpr std::size_t longest = 24;
    std::string result = "\"";
    for (const char letter : text.substr(0, longest)) {
        const bool plain = letter >= ' ' && letter <= '~' && letter != '"' && letter != '\\';
        result += plain ? letter : '?';
    }
    return result + (text.size() > longest ? "…\"" : "\"");
}

} // namespace adoube::chess
