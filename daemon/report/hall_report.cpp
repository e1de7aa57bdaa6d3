#include "daemon/report/hall_report.hpp"

#include "daemon/files/read.hpp"
#include "daemon/journal/look.hpp"
#include "daemon/record/sensor_log.hpp"
#include "daemon/report/report_csv.hpp"
#include "daemon/report/report_json.hpp"
#include "daemon/report/report_page.hpp"
#include "daemon/results/round_acts.hpp"
#include "daemon/text/utc.hpp"

#include <algorithm>
#include <set>

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

/// What was said of it last.
void add_event(Heading& heading, const journal::WholeGame& game) {
    const std::pair<std::string*, const char*> tags[] = {{&heading.event, "Event"},
                                                         {&heading.site, "Site"},
                                                         {&heading.federation, "EventFederation"},
                                                         {&heading.chief_arbiter, "ChiefArbiter"},
                                                         {&heading.deputies, "DeputyArbiters"}};
    for (const auto& [text, tag] : tags)
        if (auto value = tag_of(game, tag); !value.empty()) *text = std::move(value);
}

std::string what_became(results::RoundAct::What what) {
    using What = results::RoundAct::What;
    switch (what) {
    case What::start: return "the round was started";
    case What::close: return "the round was closed";
    case What::reopen: return "the last of these was undone";
    }
    return {};
}

/// Of the events that are reported; a sentence where it is not known.
std::expected<std::vector<RoundRow>, std::string> rounds_beside(const std::filesystem::path& journal,
                                                                int round,
                                                                const std::set<std::string>& events,
                                                                const account::LocalTime& local) {
    constexpr std::size_t longest = 1 << 20;
    const auto file = results::rounds_file(journal);
    const auto lines = files::read(file, longest);
    if (!lines && lines.error().why == files::Unreadable::Why::absent) return std::vector<RoundRow>();
    const auto acts = lines ? results::RoundActs::parse(*lines) : std::unexpected(lines.error().text);
    if (!acts)
        return std::unexpected("when rounds were started and closed: " + file.string() + ' ' + acts.error());
    std::vector<RoundRow> rows;
    for (const auto& act : acts->all())
        if (events.contains(act.event) && (round == 0 || act.round == std::to_string(round)))
            rows.push_back({act.round, local.second(act.utc_ms.count() / 1000), text::iso_8601(act.utc_ms),
                            what_became(act.what), act.by});
    return rows;
}

} // namespace

std::expected<std::string, std::string>
hall_report(const std::filesystem::path& journal, const Asked& asked, const access::Grant& who,
            const account::LocalTime& local, std::int64_t now_utc_s,
            const std::function<void(std::size_t done, std::size_t all)>& told) {
    const auto all = journal::look_over(journal);
    if (!all) return std::unexpected(all.error());
    Heading heading{.round = asked.round ? std::to_string(asked.round) : "",
                    .boards = who.boards.to_string()};
    std::vector<GameReport> games;
    std::set<std::string> events;
    for (std::size_t read = 0; const auto& outline : all->games) {
        if (told) told(read++, all->games.size());
        const auto whole = journal::read_game(journal, outline.game.id);
        if (!whole) continue; // deleted meanwhile
        auto report = report_of(*whole, local);
        if (!report) {
            heading.unread.push_back(report.error());
            continue;
        }
        if (asked.round && number_in(report->round) != asked.round) continue;
        if (!may(who, access::Thing::arbiters_view, report->board)) continue;
        add_event(heading, *whole);
        events.insert(heading.event);
        games.push_back(std::move(*report));
    }
    std::ranges::stable_sort(
        games, {}, [](const GameReport& game) { return std::pair(number_in(game.round), game.board); });
    if (!who.boards.is_all()) heading.unread.clear(); // whose they are cannot be read either
    if (asked.as == As::json) return to_json(games, heading.unread);
    if (auto rounds = rounds_beside(journal, asked.round, events, local))
        heading.rounds = std::move(*rounds);
    else
        heading.unread.push_back(rounds.error());
    if (asked.as == As::csv) return to_csv(games, heading.rounds);
    heading.made =
        local.second(now_utc_s) + " (" + local.offset(now_utc_s) + ": " + local.source("page") + ")";
    return page(heading, games);
}

} // namespace adoube::report
