#include "daemon/report/hall_report.hpp"

#include "daemon/journal/look.hpp"
#include "daemon/report/report_csv.hpp"
#include "daemon/report/report_page.hpp"
#include "daemon/text/utc.hpp"

#include <algorithm>

namespace adoube::report {
namespace {

int number_in(const std::string& text) {
    int number = 0;
    for (const char c : text.substr(0, text.find('.'))) {
        if (c < '0' || c > '9' || number > 1'000'000) return 0;
        number = number * 10 + (c - '0');
    }
    return number;
}

std::string tag_of(const journal::WholeGame& game, const char* name) {
    const auto header = record::parse_header(game.game.header);
    const auto found = header ? header->tags.find(name) : record::Tags::const_iterator();
    return header && found != header->tags.end() ? found->second : std::string();
}

} // namespace

std::expected<std::string, std::string> hall_report(const std::filesystem::path& journal, const Asked& asked,
                                                    const access::Grant& who, const account::LocalTime& local,
                                                    std::int64_t now_utc_s) {
    const auto all = journal::look_over(journal);
    if (!all) return std::unexpected(all.error());
    Heading heading{.round = asked.round ? std::to_string(asked.round) : "",
                    .boards = who.boards.to_string()};
    std::vector<GameReport> games;
    for (const auto& outline : all->games) {
        const auto whole = journal::read_game(journal, outline.game.id);
        if (!whole) continue; // deleted meanwhile
        auto report = report_of(*whole, local);
        if (!report) {
            heading.unread.push_back(report.error());
            continue;
        }
        if (asked.round && number_in(report->round) != asked.round) continue;
        if (!may(who, access::Thing::arbiters_view, report->board)) continue;
        heading.event = tag_of(*whole, "Event");
        heading.site = tag_of(*whole, "Site");
        games.push_back(std::move(*report));
    }
    std::ranges::stable_sort(
        games, {}, [](const GameReport& game) { return std::pair(number_in(game.round), game.board); });
    if (!who.boards.is_all()) heading.unread.clear(); // whose they are cannot be read either
    if (asked.as_csv) return to_csv(games);
    heading.made = text::iso_8601(now_utc_s + local.offset_s(now_utc_s)).substr(0, 10) + ' ' +
                   text::iso_8601(now_utc_s + local.offset_s(now_utc_s)).substr(11, 8) + " (" +
                   local.offset(now_utc_s) + ": " + local.source("page") + ")";
    return page(heading, games);
}

} // namespace adoube::report
