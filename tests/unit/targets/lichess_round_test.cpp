#include "daemon/targets/lichess_round.hpp"
#include "tests/catch.hpp"
#include "tests/says.hpp"
#include "tests/unit/targets/lichess_model.hpp"
#include "tests/unit/targets/played.hpp"

#include <set>

using namespace adoube;
using namespace adoube::targets;
using tests::Played;

namespace {

constexpr auto address = "https://lichess.example/api/broadcast/round/AbCd1234";
const HallMs at_once(0);

struct RoundSite : LichessRound {
    RoundSite() : LichessRound(address) {}
    void put(const Played& game) { LichessRound::put(game.state); }
    /// The body of the next push, which gets this answer.
    std::string push(const std::string& body) {
        const auto request = next(at_once);
        if (!request) return {};
        CHECK(request->url == address + std::string("/push"));
        outcome = answered(http_answer(200, body, {}), at_once).outcome;
        return request->body;
    }
    Report report() const {
        Report report;
        LichessRound::report(report);
        return report;
    }
    /// By game.
    std::map<std::string, std::string> refused() const {
        std::map<std::string, std::string> all;
        for (const auto& game : report().games)
            if (!game.refused.empty()) all[game.id] = game.refused;
        return all;
    }
    std::string notes() {
        std::string text;
        for (const auto& note : take_notes()) text += note.text + '\n';
        return text;
    }
    Answer::Outcome outcome{};
};

Played played(int board, std::initializer_list<const char*> moves) {
    Played game(board);
    for (const auto* san : moves) game.play(san);
    return game;
}

} // namespace

TEST_CASE("a game's error is not told, or the game is sent again although nothing has changed") {
    RoundSite site;
    auto one = played(1, {"e4"}), two = played(2, {"d4"});
    site.put(one), site.put(two);
    const auto body = site.push(R"({"games":[{"tags":{"GameId":"E-r1-b2"},"error":"bad move"},)"
                                R"({"tags":{"GameId":"E-r1-b1"},"moves":1}]})");
    CHECK(tests::games_in(body).size() == 2);
    CHECK(site.refused() == std::map<std::string, std::string>{{"E-r1-b2", "bad move"}});
    CHECK(site.notes() == "board 2, game E-r1-b2: the site refuses it: bad move\n");
    CHECK(site.report().behind == 0);
    site.put(two); // the same
    CHECK_FALSE(site.due());
    CHECK(site.push({}).empty());
    site.push_again();
    CHECK(tests::games_in(site.push(R"({"games":[{"moves":1},{"error":"bad move"}]})")).size() ==
          2); // in order
    CHECK(site.refused().contains("E-r1-b2"));
    two.play("d5");
    site.put(two);
    const auto alone = tests::games_in(site.push(R"({"games":[{"moves":2}]})"));
    REQUIRE(alone.size() == 1);
    CHECK(alone[0].mainline.size() == 2);
    CHECK(site.refused().empty());
    tests::says(site.notes(), "board 2, game E-r1-b2: the site takes it again");
}

TEST_CASE("a game that the site leaves out without a word passes for shown") {
    RoundSite site;
    auto known = played(1, {"e4"}), unknown = played(2, {"d4"});
    unknown.state.tags.set("Black", "?");
    site.put(known), site.put(unknown);
    site.push(R"({"games":[{"tags":{"GameId":"E-r1-b1"},"moves":1}]})");
    REQUIRE(site.refused().size() == 1);
    CHECK(site.refused()["E-r1-b2"] ==
          "the site leaves it out without a word; lichess leaves out a game whose player is unknown: name "
          "Black, or give the tag BlackFideId");
    unknown.state.tags.set("BlackFideId", "1503014");
    site.put(unknown);
    site.push(R"({"games":[{"tags":{"GameId":"E-r1-b2"},"moves":1}]})");
    CHECK(site.refused().empty());
}

TEST_CASE("a table at which nobody plays is pushed, or refused for ever once its moves are taken back") {
    RoundSite site;
    Played nobody(1);
    for (const auto* side : {"White", "Black"}) nobody.state.tags.set(side, "?");
    site.put(nobody);
    CHECK_FALSE(site.due());
    CHECK(site.report().games.empty());
    nobody.play("e4"); // somebody tries the board
    site.put(nobody);
    CHECK_FALSE(site.push(R"({"games":[{"tags":{"GameId":"E-r1-b1"},"moves":1}]})").empty());
    CHECK(site.refused().size() == 1);
    nobody.take_back(1);
    site.put(nobody);
    CHECK_FALSE(site.due());
    CHECK(site.report().games.empty());
}

TEST_CASE("an answer that is none of a round passes for one") {
    for (const std::string body : {"", "<html>", "{}", R"({"games":1})", "[]"}) {
        RoundSite site;
        site.put(played(1, {"e4"}));
        site.push(body);
        CHECK(site.outcome == Answer::Outcome::later);
        CHECK(site.report().behind == 1);
    }
}

TEST_CASE("a body is longer than the site takes, empty, or leaves a game out for ever") {
    RoundSite site;
    constexpr int games = 150;
    for (int board = 1; board <= games; ++board) {
        auto game = played(board, {"e4"});
        game.state.tags.set("Event", std::string(8'000, 'x'));
        site.put(game);
    }
    std::set<std::string> sent;
    for (int pushes = 0; pushes < 4; ++pushes) {
        const auto request = site.next(at_once);
        if (!request) break;
        CHECK(request->body.size() < std::size_t{512} * 1024);
        std::string told;
        for (auto& game : tests::games_in(request->body)) {
            CHECK(sent.insert(game.tags["GameId"]).second);
            told += (told.empty() ? "" : ",") + std::string(R"({"moves":1})");
        }
        site.answered(http_answer(200, "{\"games\":[" + told + "]}", {}), at_once);
        auto busy = played(1, {"e4", "e5"}); // changes again and again
        busy.state.tags.set("Event", std::string(8'000, 'x') + std::to_string(pushes));
        sent.erase("E-r1-b1");
        site.put(busy);
    }
    sent.insert("E-r1-b1");
    CHECK(sent.size() == games);
    RoundSite other;
    auto endless = played(1, {"e4"});
    endless.state.tags.set("Event", std::string(600'000, 'x'));
    other.put(endless);
    CHECK_FALSE(other.next(at_once));
    tests::says(other.notes(), "longer than the site takes");
    CHECK_FALSE(other.due());
}

TEST_CASE("what the site shows against the board is told wrongly") {
    struct Row {
        std::vector<const char*> site, board;
        const char* difference; // none: null
    };
    const Row rows[] = {
        {{}, {"e4"}, nullptr},
        {{"e4"}, {"e4", "e5"}, nullptr},
        {{"e4", "e5"}, {"e4"}, "the site shows 1... e5, which was taken back on the board"},
        {{"e4", "e5", "Nf3"}, {"e4", "e5", "Nc3", "Nc6"}, "the site shows 2. Nf3, the board 2. Nc3"},
    };
    for (const auto& row : rows) {
        Played site(1), board(1);
        for (const auto* san : row.site) site.play(san);
        for (const auto* san : row.board) board.play(san);
        const auto found = difference(site_game(site.state).line, site_game(board.state).line);
        CHECK((found ? found->sentence : "") == (row.difference ? row.difference : ""));
    }
    auto site = played(1, {"e4", "e5"}), board = site;
    board.set_last_clock(3'599'900);
    const auto clock = difference(site_game(site.state).line, site_game(board.state).line);
    REQUIRE(clock);
    CHECK(clock->of == Difference::Of::clock);
    CHECK(clock->sentence == "after 1... e5 the site shows 1:29:46, the board 0:59:59");
    Played other(1);
    other.state.start = other.state.position =
        chess::Position::from_fen("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1").value();
    other.play("e4"), other.play("e5");
    tests::says(difference(site_game(site.state).line, site_game(other.state).line)->sentence,
                "start position");
}

TEST_CASE("a game whose clock was set is held back, or one whose move was replaced is not") {
    RoundSite site;
    auto game = played(1, {"e4"});
    site.put(game);
    site.push(R"({"games":[{"moves":1}]})");
    game.set_last_clock(60'000);
    game.play("e5");
    site.put(game);
    CHECK(tests::games_in(site.push(R"({"games":[{"moves":2}]})")).size() == 1);
    tests::says(site.report().games.at(0).differs, "after 1. e4 the site shows ");
    game.take_back(1);
    site.put(game);
    CHECK_FALSE(site.due());
    tests::says(site.report().games.at(0).differs, "1... e5, which was taken back");
    game.play("e5"); // the same again
    site.put(game);
    tests::says(site.report().games.at(0).differs, "after 1. e4 the site shows ");
    CHECK(site.due());
}

TEST_CASE("what was undone before it could be sent is sent, or what was sent is told before it is shown") {
    RoundSite site;
    auto game = played(1, {"e4", "e5", "Nf3"}), standing = played(1, {"e4", "e5"});
    site.put(game);
    site.correct(standing.state);
    const auto body = site.push(R"({"games":[{"tags":{"GameId":"E-r1-b1"},"moves":2}]})");
    CHECK(body.find("e5") != std::string::npos);
    CHECK(body.find("Nf3") == std::string::npos);
    site.put(game);
    REQUIRE(site.push(R"({"games":[{"tags":{"GameId":"E-r1-b1"},"moves":3}]})").find("Nf3") !=
            std::string::npos);
    site.correct(standing.state);
    CHECK_FALSE(site.due());
    CHECK(site.notes().empty());
}

TEST_CASE("moves that surely did not arrive are taken for shown") {
    RoundSite site;
    auto game = played(1, {"e4"});
    site.put(game);
    for (const bool may_have_arrived : {false, true}) {
        game.play("e5");
        site.put(game);
        REQUIRE(site.next(at_once));
        site.answered({Answer::Outcome::later, "down", may_have_arrived}, at_once);
        game.take_back(1);
        site.put(game);
        CHECK(site.report().games.at(0).differs.empty() == !may_have_arrived);
        CHECK(site.due().has_value() == !may_have_arrived);
    }
}

TEST_CASE("after a restart it is not known what a site shows, or a damaged file stops the daemon") {
    RoundSite site;
    auto kept = site.restore({}, at_once);
    auto game = played(1, {"e4", "e5"});
    site.put(game);
    site.push(R"({"games":[{"moves":2}]})");
    kept += site.take_record();
    game.take_back(2);
    game.play("d4");
    const auto differs_after = [&](const std::string& record) {
        RoundSite again;
        const auto rewritten = again.restore(record, at_once);
        RoundSite third; // what is kept of what was kept
        CHECK(third.restore(rewritten, at_once) == rewritten);
        again.put(game);
        return !again.report().games.at(0).differs.empty();
    };
    CHECK(differs_after(kept));
    CHECK(differs_after(kept + R"({"game":"E-r1-b1","fr)"));
    CHECK_FALSE(differs_after(kept + reset_record()));
    CHECK_FALSE(differs_after(""));
    CHECK_FALSE(differs_after(url_record("https://lichess.example/api/broadcast/round/other") + kept));
    for (std::size_t at = 0; at < kept.size(); ++at) (void)differs_after(kept.substr(0, at));
    for (std::size_t at = 0; at < kept.size(); ++at)
        (void)differs_after(kept.substr(0, at) + "9" + kept.substr(at + 1));
}

TEST_CASE("games are kept without bound, or one is forgotten that the site has not got") {
    RoundSite site;
    const auto board_after_board = [&](int from, int to) {
        for (int board = from; board <= to; ++board) site.put(played(board, {"e4"}));
    };
    constexpr int most = LichessRound::most_games;
    board_after_board(1, most + 10);
    CHECK(site.report().games.size() == most + 10); // none is sent yet
    while (const auto request = site.next(at_once)) {
        std::string told;
        for (const auto& game : tests::games_in(request->body))
            told += (told.empty() ? "" : ",") + std::string(game.tags.empty() ? "" : R"({"moves":1})");
        site.answered(http_answer(200, "{\"games\":[" + told + "]}", {}), at_once);
    }
    board_after_board(most + 11, most + 30);
    CHECK(site.report().games.size() == most + 10);
    CHECK(site.report().behind == 20);
}

TEST_CASE(
    "games of a second round come into a lichess round without a word, or a restart forgets the first") {
    const auto of_round = [](const char* round, int board) {
        auto game = played(board, {"e4"});
        game.state.id = "E-r" + std::string(round) + "-b" + std::to_string(board);
        game.state.tags = broadcast::PublicTags::Map{
            {"Event", "E"}, {"Round", round}, {"White", "Ann Adams"}, {"Black", "Ben Baker"}};
        return game;
    };
    RoundSite site;
    auto kept = site.restore({}, at_once);
    site.put(of_round("1", 1)), site.put(of_round("1", 2));
    CHECK(site.report().rounds == std::set<std::string>{"1"});
    CHECK(site.notes().empty());
    kept += site.take_record();
    auto nobody = of_round("2", 1);
    nobody.state.tags = broadcast::PublicTags::Map{{"Event", "E"}, {"Round", "2"}, {"White", "?"}};
    site.put(nobody); // which lichess leaves out
    CHECK(site.report().rounds.size() == 1);
    RoundSite again;
    kept = again.restore(kept, at_once);
    CHECK(again.report().rounds == std::set<std::string>{"1"});
    for (auto* each : {&site, &again}) {
        each->put(of_round("2", 1));
        tests::says(each->notes(), "games of round 2 come into " + std::string(address) +
                                       ", which shows round 1; for each round its own, add a [[target]]");
        each->put(of_round("2", 2));
        CHECK(each->notes().empty()); // told once
        CHECK(each->report().rounds.size() == 2);
    }
    kept += again.take_record();
    again.reset();
    REQUIRE(again.next(HallMs(60'000)));
    again.answered({Answer::Outcome::done}, HallMs(60'000));
    CHECK(again.report().rounds == std::set<std::string>{"2"}); // what it knows, it sends again
    kept += again.take_record();
    RoundSite third;
    third.restore(kept, at_once);
    CHECK(third.report().rounds == std::set<std::string>{"2"});
}

TEST_CASE("a site's own words fill the page and the log, or give orders to a terminal") {
    RoundSite site;
    site.put(played(1, {"e4"}));
    const auto words = std::string(5'000, 'x');
    site.push(R"({"games":[{"tags":{"GameId":"E-r1-b1"},"error":"\u001b[2J\u202e\uffff)" + words + R"("}]})");
    const auto refused = site.refused()["E-r1-b1"];
    CHECK(refused.starts_with(" [2J  xxx"));
    CHECK(refused.size() < 210);
    CHECK(site.notes().size() < 300);
}
