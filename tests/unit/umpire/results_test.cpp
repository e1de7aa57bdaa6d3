#include "daemon/chess/notation/pgn.hpp"
#include "daemon/record/sensor_log.hpp"
#include "daemon/umpire/game/scoresheet.hpp"
#include "tests/catch.hpp"
#include "tests/unit/umpire/hands_script.hpp"

using namespace adoube;
using namespace adoube::umpire;

namespace {

/// `script`, then a log line per command, 400 ms apart.
std::vector<Input> with_commands(std::string_view script, const std::vector<std::string>& commands,
                                 const Header& header) {
    auto inputs = inputs_of(script, header);
    for (const auto& command : commands) {
        const auto t_ms = inputs.empty() ? 400 : inputs.back().t_ms.count() + 400;
        const auto line = R"({"t":)" + std::to_string(t_ms) + R"(,"arbiter":)" + command + "}";
        inputs.push_back(parse_input(line, header.sensing).value());
    }
    return inputs;
}

std::string result(std::string_view text) {
    return R"({"do":"result","result":")" + std::string(text) + R"("})";
}

} // namespace

TEST_CASE("An arbiter's result has another Termination than what it rests on") {
    struct Case {
        const char* script;
        const char* result;
        const char* pgn_result;
        const char* termination; // empty: no tag
    };
    for (const auto& [script, text, pgn_result, termination] : {
             Case{"-e2 +e4 w", "1-0", "1-0", ""},
             Case{"-e2 +e4 w", "½-½", "1/2-1/2", ""},
             Case{"-e2 +e4 w fb", "1-0", "1-0", "time forfeit"},
             Case{"-e2 +e4 w fb", "0-1", "0-1", ""},
             Case{"-e2 +e4 w fb", "1/2-1/2", "1/2-1/2", ""},
             Case{"-e2 +e5 w -e5 +e6 w", "0-1", "0-1", "rules infraction"},
             Case{"", "+/-", "1-0", "rules infraction"},
             Case{"", "--+", "0-1", "rules infraction"},
             Case{"", "-/-", "*", "rules infraction"},
         }) {
        Header header;
        header.sensing = Sensing::identity;
        INFO(script << " " << text);
        const auto outcome = umpired(with_commands(script, {result(text)}, header), header);
        const auto pgn = scoresheet(header, outcome.record);
        CHECK(to_string(pgn.result) == pgn_result);
        const auto tag = pgn.tags.find("Termination");
        CHECK((tag == pgn.tags.end() ? "" : tag->second) == termination);
    }
}

TEST_CASE("A result that no arbiter confirmed is told as confirmed, or confirming it changes the game") {
    const std::string mate = "-f2 +f3 w -e7 +e5 b -g2 +g4 w -d8 +h4 b";
    const std::string back = R"({"do":"takeback","plies":1})", again = R"({"do":"move","san":"Qh4"})";
    struct Case {
        std::string script;
        std::vector<std::string> commands;
        const char* result;
        bool confirmed;
    };
    for (const auto& [script, commands, pgn_result, confirmed] : {
             Case{mate, {}, "0-1", false},
             Case{mate, {result("0-1")}, "0-1", true},
             Case{mate, {result("1-0")}, "1-0", true},
             Case{mate, {result("0-1"), result("*")}, "0-1", false}, // mate stands
             Case{mate, {result("0-1"), back, again}, "0-1", false},
             Case{mate, {back}, "*", false},
             Case{"-e2 +e4 w", {result("1/2-1/2")}, "1/2-1/2", true},
             Case{"-e2 +e4 w", {result("+/-"), result("1-0")}, "1-0", true},
         }) {
        Header header;
        header.sensing = Sensing::identity;
        INFO(script << " " << (commands.empty() ? "" : commands.back()));
        const auto outcome = umpired(with_commands(script, commands, header), header);
        CHECK(to_string(scoresheet(header, outcome.record).result) == pgn_result);
        CHECK(outcome.record.confirmed == confirmed);
    }
    Header header;
    header.time_control = "600";
    const auto ended = umpired(with_commands(mate, {}, header), header).record;
    const auto settled = umpired(with_commands(mate, {result("0-1")}, header), header).record;
    CHECK(settled.clocks->white_ms == ended.clocks->white_ms);
    CHECK(settled.clocks->black_ms == ended.clocks->black_ms);
    CHECK(settled.termination == ended.termination);
    CHECK(settled.moves.size() == ended.moves.size());
}

TEST_CASE("A game that both players lost by default goes on with the next move") {
    Header header;
    auto inputs = with_commands("", {result("-/-")}, header);
    for (const auto& input : inputs_of("2000 -e2 +e4 w", header)) inputs.push_back(input);
    CHECK(umpired(inputs, header).moves.empty());
}

TEST_CASE("A clock that an arbiter stopped with the game does not run when he lets the game go on") {
    Header header;
    header.time_control = "600";
    auto inputs = with_commands("-e2 +e4 w", {result("1-0"), result("*")}, header);
    inputs.push_back({inputs.back().t_ms + 10'000, Call{Side::white}});
    const auto clocks = umpired(inputs, header).record.clocks;
    REQUIRE(clocks);
    CHECK(clocks->running == Side::black);
    CHECK(clocks->black_ms == 600'000 - 400 - 10'000);
}

TEST_CASE("A dismissed illegal move counts still") {
    Header header;
    header.sensing = Sensing::identity;
    auto inputs = with_commands(
        "-e2 +e5 w", {R"({"do":"dismiss","incident":1})", R"({"do":"dismiss","incident":1})"}, header);
    auto more = inputs_of("-e2 +e5 w -e5 +e6 w -e6 +d5 w", header);
    for (auto& input : std::span(more).subspan(3)) {
        input.t_ms += 10'000;
        inputs.push_back(input);
    }
    CHECK(said(umpired(inputs, header).incidents) ==
          "illegal-move 7.5.1 w 1; illegal-move 7.5.1 w 1; illegal-move 7.5.1 w 1; "
          "forfeit-by-illegal-moves 7.5.5 w 1");
}

TEST_CASE("A game stays lost by illegal moves of which one was none") {
    Header header;
    header.sensing = Sensing::identity;
    const auto inputs = inputs_of("-e2 +e5 w -e5 +e6 w -e6 +d5 w", header);
    const struct {
        std::vector<int> dismissed, then;
    } rows[] = {{{}, {}},   {{1}, {1, 3}},          {{2}, {2, 3}},
                {{4}, {4}}, {{1, 2}, {1, 2, 3, 5}}, {{1, 2, 4}, {1, 2, 3, 4, 5}}};
    for (const auto& [dismissed, then] : rows) {
        Umpire umpire(header);
        for (const auto& input : inputs) umpire.feed(input);
        const auto told = umpire.incidents();
        REQUIRE(said(std::vector(told.begin(), told.end())) ==
                "illegal-move 7.5.1 w 1; illegal-move 7.5.1 w 1; forfeit-by-illegal-moves 7.5.5 w 1; "
                "illegal-move 7.5.1 w 1; forfeit-by-illegal-moves 7.5.5 w 1");
        for (const int seq : dismissed) umpire.feed({inputs.back().t_ms + 1000, record::Dismiss{seq}});
        CHECK(umpire.dismissed() == std::set(then.begin(), then.end()));
    }
}

TEST_CASE("Without a lever a clock is reckoned that nobody saw pressed, and flags fall") {
    Header header;
    header.clock = false;
    header.time_control = "60+2";
    const auto outcome = umpired("25000 -e2 +e4 25000 -e7 +e5 25000 -g1 +f3 25000 -b8 +c6 2000", header);
    CHECK(outcome.incidents.empty());
    CHECK(!outcome.record.clocks);
    REQUIRE(outcome.record.moves.size() == 4);
    CHECK(!outcome.record.moves[0].clock_ms);
}

TEST_CASE("A scoresheet lacks the time control, has an empty one, or another than its header tells") {
    const auto tag = [](const Header& header) {
        const auto tags = scoresheet(header, umpired("-e2 +e4 w", header).record).tags;
        const auto found = tags.find("TimeControl");
        return found == tags.end() ? "none" : found->second;
    };
    Header header;
    CHECK(tag(header) == "none");
    header.time_control = "300+2";
    CHECK(tag(header) == "300+2");
    header.tags["TimeControl"] = "5 minutes"; // as the organiser wrote it
    CHECK(tag(header) == "5 minutes");
}
