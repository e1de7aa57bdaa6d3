#include "tools/adoube/hall/exits.hpp"

#include "tools/adoube/common/answer.hpp"
#include "tools/adoube/common/files.hpp"
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
    if (unit == "m" || unit == "min") return 60 * count;
    if (unit == "h") return 3600 * count;
    return std::nullopt;
}

namespace {

std::string line_of(std::int64_t delay_s, bool asks) {
    return R"({"delay_s":)" + std::to_string(delay_s) + (asks ? R"(,"ask":"opens"})" : "}");
}

/// What shows touches from then on is opened only by somebody who knows.
std::expected<bool, std::string> is_wanted(const ExitsOptions& options, std::int64_t delay_s, Streams io) {
    if (options.yes) return true;
    const auto opens = tell(options.control, options.hall, line_of(delay_s, true));
    if (!opens) return std::unexpected(opens.error());
    if (*opens == "ok") return true; // as tell_daemon says where nothing is told
    auto& out = for_people(io, options.json);
    say_lines(out, *opens);
    out << "Change the delay? [y/N] " << std::flush;
    std::string answer;
    return read_line(io.in, answer) == Line::read && (answer == "y" || answer == "yes");
}

} // namespace

int run_exits(const ExitsOptions& options, Streams io) {
    const auto refuse = [&](const std::string& sentence) {
        say(io.err, "adoube exits: " + sentence);
        return bad_input;
    };
    if (options.delay.empty()) {
        const auto told =
            tell(options.control, options.hall, options.json ? R"({"exits":"json"})" : R"({"exits":true})");
        return told ? print_told(*told, io, options.json) : refuse(told.error());
    }
    const auto delay_s = delay_from(options.delay);
    if (!delay_s) return refuse('"' + options.delay + "\" is no delay: write none, 15m, 1h, or seconds");
    const auto wanted = is_wanted(options, *delay_s, io);
    if (!wanted) return refuse(wanted.error());
    if (!*wanted) return refuse("the delay stays as it was");
    const auto told = tell(options.control, options.hall, line_of(*delay_s, false));
    if (!told) return refuse(told.error());
    print_answer(*told, io, options.json);
    say(for_people(io, options.json),
        "adoube exits prints the page of all exits, for the chief arbiter to sign");
    return success;
}

} // namespace adoube::tools
