#include "daemon/umpire/data/time_control_words.hpp"

#include <algorithm>
#include <charconv>

namespace adoube::umpire {
namespace {

constexpr std::int64_t counted_moves = 60, minute_ms = 60'000;

/// Seconds in "1h30m", "90m" or "30s".
std::optional<std::int64_t> with_unit(std::string_view text) {
    std::int64_t seconds = 0;
    if (text.empty()) return std::nullopt;
    while (!text.empty()) {
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        const auto digits = static_cast<std::size_t>(end - text.data());
        if (error != std::errc() || number < 0 || number > 100'000 || digits == text.size())
            return std::nullopt;
        const char unit = text[digits];
        if (unit != 'h' && unit != 'm' && unit != 's') return std::nullopt;
        seconds += number * (unit == 'h' ? 3600 : unit == 'm' ? 60 : 1);
        text.remove_prefix(digits + 1);
    }
    return seconds;
}

std::string in_seconds(std::string_view text) {
    const auto seconds = with_unit(text);
    return seconds ? std::to_string(*seconds) : std::string(text);
}

std::string counted(std::int64_t number, const char* unit) {
    return std::to_string(number) + " " + unit + (number == 1 ? "" : "s");
}

/// "90 minutes", "1 hour 40 minutes", "90 seconds"
std::string duration(std::int64_t ms) {
    const auto seconds = ms / 1000;
    if (seconds < 120 && seconds % 60 != 0) return counted(seconds, "second");
    if (seconds % 60 == 0 && seconds <= 7200)
        return seconds == 3600 ? "1 hour" : counted(seconds / 60, "minute");
    std::string text;
    const auto put = [&](std::int64_t number, const char* unit) {
        if (number > 0) text += (text.empty() ? "" : " ") + counted(number, unit);
    };
    put(seconds / 3600, "hour");
    put(seconds / 60 % 60, "minute");
    put(seconds % 60, "second");
    return text.empty() ? "0 seconds" : text;
}

std::int64_t for_sixty_moves_ms(const std::vector<Period>& periods) {
    std::int64_t ms = 0;
    for (const auto& period : periods) ms += period.time_ms;
    return ms + counted_moves * periods.front().bonus_ms;
}

} // namespace

std::string pgn_form(std::string_view text) {
    std::string form;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find_first_of("/+:", begin), text.size());
        form += in_seconds(text.substr(begin, end - begin));
        if (end < text.size()) form += text[end];
        begin = end + 1;
    }
    return form;
}

std::string in_words(const std::vector<Period>& periods) {
    std::string words;
    if (periods.empty()) return words;
    const bool one_bonus = std::ranges::all_of(
        periods, [&](const Period& period) { return period.bonus_ms == periods.front().bonus_ms; });
    for (const auto& period : periods) {
        words += (words.empty() ? "" : ", then ") + duration(period.time_ms);
        if (period.moves > 0) words += " for " + counted(period.moves, "move");
        if (!one_bonus && period.bonus_ms > 0) words += " and " + duration(period.bonus_ms) + " a move";
    }
    if (one_bonus && periods.front().bonus_ms > 0)
        words += (periods.size() > 1 ? ", and " : " and ") + duration(periods.front().bonus_ms) + " a move";
    return words;
}

namespace {

std::string meant_in_minutes(std::int64_t number) {
    return "seconds, not minutes: where " + counted(number, "minute") + (number == 1 ? " is" : " are") +
           " meant, write " + std::to_string(number) + "m";
}

std::optional<std::string> doubt_as_written(const std::vector<Period>& periods, laws::Edition edition,
                                            laws::RateOfPlay rate) {
    const auto& first = periods.front();
    if (first.time_ms == 0 && first.bonus_ms == 0)
        return "no time at all: leave time_control out where no clock is kept";
    // Nobody plays for under a minute or ten increments.
    if (first.time_ms < minute_ms || first.time_ms < 10 * first.bonus_ms)
        return meant_in_minutes(first.time_ms / 1000);
    const auto for_sixty_ms = for_sixty_moves_ms(periods);
    const auto by_laws = laws::rate_of_play_for(edition, for_sixty_ms);
    if (by_laws == rate) return std::nullopt;
    return duration(for_sixty_ms) + " for 60 moves are " + std::string(to_string(by_laws)) +
           " by the Laws of " + std::string(to_string(edition)) + ", and rate_of_play is " +
           std::string(to_string(rate));
}

/// An increment in minutes seems meant in seconds.
std::optional<std::string> doubt_of_bonus(const Period& first) {
    const auto bonus = first.bonus_ms / minute_ms;
    if (bonus <= 1 || first.bonus_ms % minute_ms != 0) return std::nullopt;
    const bool may_be_as_written = first.time_ms % minute_ms == 0 && first.time_ms >= 10 * bonus * 1000;
    const bool in_minutes = may_be_as_written || first.time_ms >= 10 * minute_ms;
    const auto time = std::to_string(first.time_ms / (in_minutes ? minute_ms : 1000));
    const auto seconds = std::to_string(bonus);
    return seconds + " minutes for each move, not seconds: where " + time + " minutes and " + seconds +
           " seconds a move are meant, write " + time + "m+" + seconds;
}

bool may_be_meant_in_minutes(std::vector<Period> periods, laws::Edition edition, laws::RateOfPlay rate) {
    constexpr std::int64_t most_meant_as_minutes = 120; // 180 s and 300 s are real time controls
    const auto seconds = periods.front().time_ms / 1000;
    if (seconds == 0 || seconds > most_meant_as_minutes) return false;
    for (auto& period : periods) period.time_ms *= 60;
    return !doubt_as_written(periods, edition, rate);
}

} // namespace

std::optional<std::string> doubt_about(const std::vector<Period>& periods, laws::Edition edition,
                                       laws::RateOfPlay rate) {
    if (periods.empty()) return std::nullopt;
    const auto doubt = doubt_as_written(periods, edition, rate);
    if (!doubt) return std::nullopt;
    if (const auto bonus = doubt_of_bonus(periods.front())) return bonus;
    return may_be_meant_in_minutes(periods, edition, rate) ? meant_in_minutes(periods.front().time_ms / 1000)
                                                           : doubt;
}

} // namespace adoube::umpire
