#include "tools/hands/time_control.hpp"

#include "daemon/umpire/data/chess_clock.hpp"

#include <regex>

namespace adoube::tools {
namespace {

/// For "90 min", "1 hour", "10 sec", "30''".
int seconds(const std::string& amount, const std::string& unit) {
    const int number = std::stoi(amount);
    if (unit.starts_with("h")) return number * 3600;
    if (unit.starts_with("s") || unit == "\"" || unit == "''") return number;
    return number * 60;
}

} // namespace

std::string pgn_time_control(std::string_view text) {
    if (const auto periods = umpire::parse_time_control(text))
        return periods->empty() ? std::string{} : std::string(text);
    static const std::regex spelled(
        R"(^\s*(\d{1,4})\s*(h|min|m|s|''|'|")[a-z]*\.?(?:\s*(?:/|per|a)?\s*game)?)"
        R"((?:\s*(?:\+|plus|and)\s*(\d{1,4})\s*(min|m|s|''|'|")[a-z]*\.?(?:\s*(?:/|per|a)?\s*move)?)?\s*$)",
        std::regex::icase);
    std::match_results<std::string_view::const_iterator> found;
    if (!std::regex_match(text.begin(), text.end(), found, spelled)) return {};
    const int base_s = seconds(found[1], found[2]);
    return std::to_string(base_s) +
           (found[3].matched ? "+" + std::to_string(seconds(found[3], found[4])) : "");
}

} // namespace adoube::tools
