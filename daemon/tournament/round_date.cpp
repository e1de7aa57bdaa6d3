#include "daemon/tournament/round_date.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>

namespace adoube::tournament {

std::optional<std::string> day_from(std::string_view text) {
    constexpr std::string_view form = "dddd/dd/dd";
    const bool short_year = text.size() == form.size() - 2;
    const auto day = short_year ? "20" + std::string(text) : std::string(text);
    const auto fits = [](char c, char f) {
        return f == 'd' ? c >= '0' && c <= '9' : c == '/' || c == '-' || c == '.';
    };
    if (!std::ranges::equal(day, form, fits) || day[4] != day[7]) return std::nullopt;
    const auto number = [&](std::size_t at, std::size_t size) {
        unsigned value = 0;
        std::from_chars(day.data() + at, day.data() + at + size, value);
        return value;
    };
    const auto date = std::chrono::year(static_cast<int>(number(0, 4))) / number(5, 2) / number(8, 2);
    if (!date.ok()) return std::nullopt;
    return day.substr(0, 4) + '.' + day.substr(5, 2) + '.' + day.substr(8, 2);
}

} // namespace adoube::tournament
