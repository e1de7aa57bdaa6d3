#include "daemon/record/sensor_log.hpp"
#include "daemon/report/report_csv.hpp"
#include "daemon/report/report_page.hpp"
#include "tests/catch.hpp"
#include "tests/unit/evidence/recorded_game.hpp"

#include <algorithm>
#include <sstream>

using namespace adoube;
using report::Row;
using tests::RecordedGame;

namespace {

const auto lisbon_in_summer = account::LocalTime::of("+01:00").value();

/// A second after the last input.
void say(RecordedGame& recorded, const record::What& what, const std::string& by = {}) {
    const auto last = record::parse_input(recorded.inputs.back().line, record::Sensing::presence);
    const auto t_ms = last->t_ms + 1000;
    recorded.inputs.push_back(
        {record::to_line({t_ms, what}, by), std::nullopt, RecordedGame::utc_ms + t_ms.count()});
}

report::GameReport report_of(const RecordedGame& recorded) {
    return report::report_of({recorded.game, recorded.inputs, {}}, lisbon_in_summer).value();
}

std::vector<std::string> told(const report::GameReport& game) {
    std::vector<std::string> all;
    for (const auto& row : game.rows)
        all.push_back(std::string(to_string(row.of)) + ": " + (row.kind.empty() ? row.text : row.kind) +
                      (row.by.empty() ? "" : ", by " + row.by) + (row.dismissed ? " (dismissed)" : ""));
    return all;
}

} // namespace

TEST_CASE("a report lacks an incident, a decision, who made it, or that it was dismissed") {
    RecordedGame recorded;
    const std::vector<std::string> seen{"arbiter: Black called the arbiter", "incident: touch-move",
                                        "incident: claim-window-closed"};
    auto game = report_of(recorded);
    CHECK(told(game) == seen);
    say(recorded, record::Dismiss{1}, "Anna (token 3)");
    say(recorded, record::SetResult{chess::Result::draw}, "Ben (token 4)");
    game = report_of(recorded);
    CHECK(told(game) ==
          std::vector<std::string>{seen[0], seen[1] + " (dismissed)", seen[2],
                                   "arbiter: the arbiter dismissed incident 1, by Anna (token 3)",
                                   "arbiter: the arbiter entered the result 1/2-1/2, by Ben (token 4)"});
    CHECK(game.result == "1/2-1/2");
    CHECK(std::ranges::is_sorted(game.rows, {}, &Row::t_ms));
    const auto& incident = game.rows[1];
    CHECK(incident.article == "4.3.1");
    CHECK(incident.laws == "2023");
    CHECK(incident.side == "White");
    CHECK(incident.move == 2);
    CHECK(!incident.text.empty());
}

TEST_CASE("a report tells another time than the hall's, or other clocks than those of that moment") {
    RecordedGame recorded;
    say(recorded, record::SetTime{3'723'000, 60'000}, "Anna (token 3)");
    say(recorded, record::Pause{});
    const auto game = report_of(recorded);
    const auto header = record::parse_header(recorded.game.header).value();
    REQUIRE(header.start_time == "2026-11-20T14:00:00Z");
    CHECK(game.day == "2026-11-20");
    CHECK(game.began == "15:00:00");
    for (const auto& row : game.rows) {
        CHECK(row.in_hall.size() == 8);
        CHECK(row.in_hall.substr(2) == row.utc.substr(13, 6)); // an hour later, no half hours
        CHECK(row.in_hall.substr(0, 2) == "15");
    }
    const auto& set = game.rows[game.rows.size() - 2];
    REQUIRE(set.clocks.has_value() == game.rows.front().clocks.has_value());
    if (set.clocks) {
        CHECK(report::clock_text(set.clocks, chess::Side::white) == "1:02:03");
        CHECK(report::clock_text(set.clocks, chess::Side::black) == "0:01:00");
    }
}

TEST_CASE("a report tells a sealed move, or what follows it, before it is opened") {
    RecordedGame recorded("e4 e5");
    say(recorded, record::Adjourn{"Nf3"});
    say(recorded, record::SetResult{chess::Result::draw});
    recorded.inputs.pop_back();
    say(recorded, record::Call{chess::Side::black});
    const auto before = report::to_csv(std::vector{report_of(recorded)});
    CHECK(before.find("Nf3") == std::string::npos);
    CHECK(before.find("adjourned") == std::string::npos);
    say(recorded, record::Resume{});
    const auto after = report::to_csv(std::vector{report_of(recorded)});
    CHECK(after.find("the arbiter adjourned the game") != std::string::npos);
}

TEST_CASE("names break the table or the page of a report") {
    RecordedGame recorded;
    auto header = record::parse_header(recorded.game.header).value();
    header.tags["White"] = "Ann; \"A\" <b>\n=1+1";
    header.tags["Round"] = "3";
    header.tags["Board"] = "7";
    recorded.game.header = record::to_line(header);
    const std::vector games{report_of(recorded)};
    CHECK(games.front().round == "3");
    CHECK(games.front().board == 7);
    const auto csv = report::to_csv(games);
    std::istringstream lines(csv);
    std::string head, first;
    std::getline(lines, head);
    CHECK(head.starts_with("round;board;what;time;utc;move;side;incident;article;laws;text;by;dismissed;"));
    std::getline(lines, first);
    CHECK(first.starts_with("3;7;game;15:00:00;"));
    CHECK(csv.find("\"Ann; \"\"A\"\" <b>") != std::string::npos);
    const auto page = report::page({.event = "Open <i>",
                                    .site = {},
                                    .federation = "POR",
                                    .round = "3",
                                    .chief_arbiter = "Silva, <b>",
                                    .boards = "7",
                                    .made = "now"},
                                   games);
    CHECK(page.find("<b>") == std::string::npos);
    CHECK(page.find("<i>") == std::string::npos);
    CHECK(page.find("&lt;b&gt;") != std::string::npos);
    CHECK(page.find("Round 3, board 7: ") != std::string::npos);
    CHECK(page.find("<dt>Federation</dt><dd>POR</dd>") != std::string::npos);
    CHECK(page.find("<span>Chief arbiter: <bdi>Silva, &lt;b&gt;</bdi></span>") != std::string::npos);
    CHECK(page.find("Deputies") == std::string::npos);
}

TEST_CASE("a quiet game is not in the report, or has a part of its own") {
    RecordedGame quiet("e4");
    const std::vector games{report_of(quiet)};
    REQUIRE(games.front().rows.empty());
    const auto page = report::page({}, games);
    CHECK(page.find("<td>0</td><td>0</td>") != std::string::npos);
    CHECK(page.find("<h2>") == std::string::npos);
    const auto csv = report::to_csv(games);
    CHECK(std::ranges::count(csv, '\n') == 2);
}

TEST_CASE("a player's name is a formula in the report for spreadsheets, or turns what stands beside it") {
    RecordedGame recorded;
    auto game = report_of(recorded);
    game.white = "=HYPERLINK(1)";
    game.black = "כהן, יעל";
    const std::vector games{game};
    CHECK(report::to_csv(games).contains(";'=HYPERLINK(1);"));
    const auto page = report::page({}, games);
    CHECK(page.contains("<bdi>=HYPERLINK(1)</bdi> – <bdi>כהן, יעל</bdi> " + game.result));
    CHECK(page.contains("<td><bdi>כהן, יעל</bdi></td>"));
}
