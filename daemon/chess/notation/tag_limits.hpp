#pragma once
// What PGN tags may be at every way in, so that each fits into a line of PGN as every reader takes it: 255
// characters (PGN standard, 4.3), and of text that every exit can write: no line breaks, which would begin a
// line of its own in a file, no other control characters, none that turn the writing, no noncharacters.

#include <string>
#include <string_view>

namespace adoube::chess {

inline constexpr std::size_t longest_tag_name = 40;   // bytes
inline constexpr std::size_t longest_tag_value = 200; // bytes of UTF-8 as PGN writes it, \" and \\ as two
inline constexpr std::size_t most_tags_of_game = 64;

/// What is wrong with it, in one sentence, or empty; `name` need not be right otherwise.
std::string unfit(std::string_view name, std::string_view value);

/// Of all tags of a game.
template<class Tags>
std::string unfit(const Tags& tags) {
    if (tags.size() > most_tags_of_game)
        return "a game has at most " + std::to_string(most_tags_of_game) + " tags, and this would be " +
               std::to_string(tags.size());
    for (const auto& [name, value] : tags)
        if (auto why = unfit(std::string_view(name), std::string_view(value)); !why.empty()) return why;
    return {};
}

} // namespace adoube::chess
