#include "tools/adoube/hall/exits.hpp"

#include "tools/adoube/common/exit_status.hpp"
#include "tools/adoube/common/say.hpp"
#include "tools/adoube/hall/tell.hpp"

#include <charconv>

namespace adoube::tools {

std::optional<std::int64_t> delay_from(const std::string& text) {
    if (text == "none") return 0;
    std::int64_t count = 0;
    const auto* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, count);
    const std::string_view unit(rest, end);
    if (error != std::errc() || count < 0 || count > 24 * 3600) return std::nullopt;
    if (unit.empty() || unit == "s") return count;
    if (unit == "m") return 60 * count;
    return std::nullopt;
}

int run_exits(const ExitsOptions& options, Streams io) {
    std::string line = R"({"exits":true})";
    if (!options.delay.empty()) {
        const auto delay_s = delay_from(options.delay);
        if (!delay_s) {
            say(io.err, "adoube exits: \"" + options.delay + "\" is no delay: write none, 15m, or seconds");
            return bad_input;
        }
        line = R"({"delay_s":)" + std::to_string(*delay_s) + '}';
    }
    const auto told = tell(options.control, options.hall, line);
    if (!told) {
        say(io.err, "adoube exits: " + told.error());
        return bad_input;
    }
    say_lines(io.out, *told);
    if (!options.delay.empty())
        say(io.out, "adoube exits prints the page of all exits, for the chief arbiter to sign");
    return success;
}

} // namespace adoube::tools
