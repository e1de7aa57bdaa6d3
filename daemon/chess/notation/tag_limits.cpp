#include "daemon/chess/notation/tag_limits.hpp"

#include "daemon/text/quoting.hpp"

#include <algorithm>

namespace adoube::chess {

std::string unfit(std::string_view name, std::string_view value) {
    const auto so_long = [](std::size_t is, std::size_t most) {
        return " is too long: " + std::to_string(is) + " bytes, and " + std::to_string(most) +
               " are the most";
    };
    if (name.size() > longest_tag_name)
        return "the name of the tag " + text::quoted(name) + so_long(name.size(), longest_tag_name);
    const auto written =
        value.size() + static_cast<std::size_t>(std::ranges::count_if(
                           value, [](char letter) { return letter == '"' || letter == '\\'; }));
    if (written > longest_tag_value)
        return "the tag " + std::string(name) + so_long(written, longest_tag_value);
    if (const auto what = text::unfit_in(value); !what.empty())
        return "the tag " + std::string(name) + " holds " + what + ": write it without";
    return {};
}

} // namespace adoube::chess
