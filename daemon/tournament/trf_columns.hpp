#pragma once
// Columns of a line of TRF. Internal.

#include "daemon/text/quoting.hpp"
#include "daemon/tournament/text_file.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

namespace adoube::tournament {

inline constexpr std::size_t points_at = 81, points_size = 4, rank_at = 86, rank_size = 4,
                             first_round_at = 92, round_size = 10;
inline constexpr int most_rounds = 99;

inline std::size_t round_at(int round) {
    return first_round_at + round_size * static_cast<std::size_t>(round - 1);
}

/// Without the blanks around it; what an editor trimmed off reads as blank.
inline std::u32string columns(const std::u32string& line, std::size_t first, std::size_t size) {
    if (line.size() < first) return {};
    auto text = line.substr(first - 1, size);
    text.erase(0, std::min(text.find_first_not_of(U" \t"), text.size()));
    text.erase(text.find_last_not_of(U" \t") + 1);
    return text;
}

inline std::string text_in(const std::u32string& line, std::size_t first, std::size_t size) {
    return to_utf8(columns(line, first, size));
}

/// A name, without the characters that only turn the writing.
inline std::string name_in(const std::u32string& line, std::size_t first, std::size_t size) {
    return text::without_unseen(text_in(line, first, size));
}

inline char32_t column(const std::u32string& line, std::size_t at) {
    return line.size() < at ? U' ' : line[at - 1];
}

/// "?" for one outside ASCII.
inline char letter_in(const std::u32string& line, std::size_t at) {
    const auto c = column(line, at);
    return c < 0x80 ? static_cast<char>(c) : '?';
}

inline std::optional<int> number_in(const std::u32string& line, std::size_t first, std::size_t size) {
    const auto text = text_in(line, first, size);
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

} // namespace adoube::tournament
