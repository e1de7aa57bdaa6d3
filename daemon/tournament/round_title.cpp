#include "daemon/tournament/round_title.hpp"

#include "daemon/tournament/round_date.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

namespace adoube::tournament {
namespace {

constexpr int most_rounds_of_title = 99;

std::vector<std::string> words_of(std::string_view line) {
    std::vector<std::string> words(1);
    for (const char c : line)
        if (std::string_view(" \t;,:()\"").find(c) == std::string_view::npos)
            words.back() += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
        else if (!words.back().empty())
            words.emplace_back();
    return words;
}

bool means_round(const std::string& word) {
    constexpr std::array names =
        std::to_array<std::string_view>({"round", "runde", "ronda", "ronde", "turno", "rodada"});
    return std::ranges::find(names, word) != names.end();
}

struct Counted {
    int number = 0;
    bool is_ordinal = false; // "3.", "3rd", "3ª"
};
Counted counted(const std::string& word) {
    Counted all;
    if (day_from(word)) return all;
    const auto* const end = word.data() + word.size();
    const auto [after, error] = std::from_chars(word.data(), end, all.number);
    all.is_ordinal = after != end;
    return error == std::errc() && all.number > 0 && all.number <= most_rounds_of_title ? all : Counted{};
}

} // namespace

std::optional<RoundTitle> round_title(std::string_view line) {
    const auto words = words_of(line);
    RoundTitle title;
    for (std::size_t at = 0; at < words.size(); ++at) {
        if (const auto day = day_from(words[at]); day && title.date.empty()) title.date = *day;
        if (!means_round(words[at]) || title.round > 0) continue;
        const auto after = at + 1 < words.size() ? counted(words[at + 1]) : Counted{};
        const auto before = at > 0 ? counted(words[at - 1]) : Counted{};
        title.round = after.number > 0 ? after.number : before.is_ordinal ? before.number : 0;
    }
    return title.round > 0 ? std::optional(title) : std::nullopt;
}

} // namespace adoube::tournament
