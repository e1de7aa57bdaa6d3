#include "daemon/adoubed/time_control.hpp"

#include "daemon/umpire/data/time_control_words.hpp"

#include <algorithm>
#include <ranges>

namespace adoube::adoubed {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Lower case, no spaces, one-letter units.
std::string plain(const std::string& text) {
    constexpr std::pair<std::string_view, std::string_view> other_words[] = {
        {"minutes", "m"}, {"minute", "m"}, {"mins", "m"},   {"min", "m"},    {"hours", "h"}, {"hour", "h"},
        {"seconds", "s"}, {"second", "s"}, {"secs", "s"},   {"sec", "s"},    {"''", "s"},    {"\"", "s"},
        {"\u2033", "s"},  {"'", "m"},      {"\u2032", "m"}, {"\u2019", "m"}, {"g/", ""},     {"sd/", ""},
    };
    std::string written;
    for (const char c : text)
        if (c != ' ') written += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    for (const auto& [word, unit] : other_words)
        for (auto at = written.find(word); at != std::string::npos; at = written.find(word))
            written.replace(at, word.size(), unit);
    return written;
}

/// "90" and "1h30" mean minutes.
std::string with_minutes(const std::string& period) {
    const auto begin = period.find('/') + 1, end = std::min(period.find('+'), period.size());
    constexpr std::size_t most_digits = 3;
    const auto time = period.substr(std::min(begin, end), end - std::min(begin, end));
    const bool is_number = std::ranges::all_of(time, is_digit);
    if (time.empty() || !is_digit(time.back()) || (is_number && time.size() > most_digits)) return period;
    return period.substr(0, end) + 'm' + period.substr(end);
}

/// "90m30s" means minutes per game and seconds per move.
std::string with_plus(const std::string& period) {
    const auto minutes = period.find('m');
    const bool has_seconds = period.ends_with('s') && minutes < period.size() - 2;
    return has_seconds && !period.contains('+')
               ? period.substr(0, minutes + 1) + '+' + period.substr(minutes + 1)
               : period;
}

/// Rewrites foreign spellings ("90min+30", "G/90", "1h30+30", "90 + 30") in our form.
std::string as_written_here(const std::string& text) {
    std::string written;
    for (const auto each : std::views::split(plain(text), ':'))
        written +=
            (written.empty() ? "" : ":") + with_minutes(with_plus(std::string(each.begin(), each.end())));
    return written;
}

} // namespace

std::expected<std::string, std::string> time_control_from(const std::string& text) {
    auto form = umpire::pgn_form(text);
    if (umpire::parse_time_control(form)) return form;
    const auto meant = as_written_here(text);
    const bool is_clear = umpire::parse_time_control(umpire::pgn_form(meant)).has_value();
    return std::unexpected("the time control \"" + text + "\" is not understood: write " +
                           (is_clear ? meant
                                     : "it as 90m+30, or in seconds as the PGN tag has it, "
                                       "40/5400+30:1800+30"));
}

std::string time_control_in_words(const record::Header& header) {
    const auto periods = umpire::parse_time_control(header.time_control);
    if (!periods || periods->empty()) return {};
    const auto doubt = umpire::doubt_about(*periods, header.laws, header.rate_of_play);
    return umpire::in_words(*periods) + (doubt ? "; " + *doubt : "");
}

} // namespace adoube::adoubed
