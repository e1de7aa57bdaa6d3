#include "daemon/targets/published_files.hpp"
#include "daemon/targets/target.hpp"
#include "tests/catch.hpp"
#include "tests/says.hpp"
#include "tests/sites/cloud_reader.hpp"
#include "tests/tier.hpp"
#include "tests/unit/targets/lichess_model.hpp"
#include "tests/unit/targets/played.hpp"

using namespace adoube;
using namespace adoube::targets;
using tests::Played;

namespace {

constexpr auto all_url = "ftp://files.example/games.pgn", each_url = "ftp://files.example/{id}.pgn";

std::string file_of(const Played& game) { return "ftp://files.example/" + game.state.id + ".pgn"; }

std::vector<std::string> ids_in(const std::string& pgn) {
    std::vector<std::string> ids;
    for (auto& game : tests::games_in(pgn)) ids.push_back(game.tags["GameId"]);
    return ids;
}

} // namespace

TEST_CASE("the file of all boards lacks a game, has one twice, or has one that has left its board") {
    PublishedFiles files(all_url, {}, {}, false);
    HallMs now(0);
    const auto sent = [&] {
        const auto request = files.next(now += PublishedFiles::spacing_ms);
        if (!request) return std::vector<std::string>{"nothing"};
        CHECK(request->url == all_url);
        files.answered({Answer::Outcome::done}, now);
        return ids_in(request->body);
    };
    CHECK_FALSE(files.due());
    CHECK(sent() == std::vector<std::string>{"nothing"});
    Played one(1), two(2);
    files.put(two.state), files.put(one.state);
    CHECK(sent() == std::vector<std::string>{"E-r1-b1", "E-r1-b2"});
    files.put(two.state);
    CHECK(sent() == std::vector<std::string>{"nothing"}); // nothing has changed
    two.state.board = 3;
    files.put(two.state);
    CHECK(sent() == std::vector<std::string>{"E-r1-b1", "E-r1-b2"});
    one.state.id = "E-r1-b1.2";
    files.put(one.state);
    CHECK(sent() == std::vector<std::string>{"E-r1-b1.2", "E-r1-b2"});
}

TEST_CASE("a table at which nobody plays is in the file of all boards, or gets files of its own") {
    PublishedFiles files(all_url, "https://a.example/{id}.pgn", "https://a.example/cloud", false);
    Played nobody(2);
    for (const auto* side : {"White", "Black"}) nobody.state.tags.set(side, "");
    files.put(nobody.state);
    CHECK_FALSE(files.due());
    Report report;
    files.report(report);
    CHECK(report.games.empty());
    nobody.play("e4");
    files.put(nobody.state);
    CHECK(files.due());
    nobody.take_back(1);
    files.put(nobody.state);
    for (HallMs now(PublishedFiles::spacing_ms); const auto request = files.next(now);
         now += PublishedFiles::spacing_ms) {
        CHECK(request->body.find("e4") == std::string::npos);
        if (request->url == all_url) CHECK(request->body.empty());
        files.answered({Answer::Outcome::done}, now);
    }
}

TEST_CASE("a file that a server refuses keeps others from it, or is never tried again") {
    PublishedFiles files({}, each_url, {}, false);
    Played one(1), two(2);
    files.put(one.state), files.put(two.state);
    HallMs now(0);
    REQUIRE(files.next(now)->url == file_of(one));
    CHECK(files.answered({Answer::Outcome::refused, "550 no"}, now).outcome == Answer::Outcome::done);
    Report report;
    files.report(report);
    REQUIRE(report.games.size() == 2);
    CHECK(report.games[0].id == "E-r1-b1");
    CHECK(report.games[0].refused == "550 no");
    CHECK(report.games[1].refused.empty());
    tests::says(files.take_notes().at(0).text, "board 1, game E-r1-b1: the server refuses it: 550 no");
    REQUIRE(files.next(now)->url == file_of(two));
    files.answered({Answer::Outcome::done}, now);
    CHECK(files.due() == now + PublishedFiles::refused_wait_ms);
    CHECK_FALSE(files.next(now + 60'000));
    one.play("e4"); // it may be taken now
    files.put(one.state);
    REQUIRE(files.next(now + 60'000)->url == file_of(one));
    files.answered({Answer::Outcome::done}, now + 60'000);
    CHECK_FALSE(files.due());
}

TEST_CASE("what was undone before it could be sent is sent, or what may have been sent is taken back early") {
    const bool in_cloud = GENERATE(false, true);
    PublishedFiles files(in_cloud ? "" : all_url, {}, in_cloud ? "https://a.example/cloud" : "", false);
    HallMs now(0);
    const auto next = [&] {
        const auto request = files.next(now += PublishedFiles::spacing_ms);
        return request ? request->body : std::string();
    };
    Played game(1);
    game.play("e4"), game.play("e5");
    files.put(game.state);
    const auto standing = [&] {
        auto stands = game;
        stands.take_back(1);
        return stands.state;
    };
    SECTION("it surely did not arrive") {
        REQUIRE(next().find("e5") != std::string::npos);
        files.answered({Answer::Outcome::later, "down", false}, now);
        files.correct(standing());
        std::string sent;
        for (auto body = next(); !body.empty(); body = next()) {
            sent += body;
            files.answered({Answer::Outcome::done}, now);
        }
        CHECK(sent.find("e4") != std::string::npos);
        CHECK(sent.find("e5") == std::string::npos);
    }
    SECTION("it may have arrived, or has") {
        const auto outcome = GENERATE(Answer::Outcome::later, Answer::Outcome::done);
        REQUIRE(next().find("e5") != std::string::npos);
        files.answered({outcome, "lost"}, now);
        files.correct(standing());
        std::string sent;
        files.push_again();
        for (auto body = next(); !body.empty(); body = next()) {
            sent += body;
            files.answered({Answer::Outcome::done}, now);
        }
        CHECK(sent.find("e5") != std::string::npos);
    }
}

TEST_CASE("another game's file of the cloud's folder is taken for that of a game that was undone") {
    PublishedFiles files({}, {}, "https://a.example/cloud", false);
    Played first(1), second(2);
    for (auto* game : {&first, &second}) {
        game->play("e4"), game->play("e5");
        files.put(game->state);
    }
    HallMs now(0);
    REQUIRE(files.next(now)->url == "https://a.example/cloud/round-1/game-1.json");
    files.answered({Answer::Outcome::done}, now);
    second.take_back(1);
    files.correct(second.state);
    int moves = 0;
    while (const auto request = files.next(now += PublishedFiles::spacing_ms)) {
        CHECK(request->body.find("e5") == std::string::npos);
        moves += request->body.contains("\"e4");
        files.answered({Answer::Outcome::done}, now);
    }
    CHECK(moves == 1);
}

TEST_CASE("a game that is corrected before its file was sent comes back to a board that the next has") {
    PublishedFiles files(all_url, each_url, {}, false);
    HallMs now(0);
    Played game(1), next(1);
    game.play("e4"), next.play("d4");
    next.state.id = "E-r1-b1.2";
    files.put(game.state), files.put(next.state);
    game.take_back(1), game.play("c4");
    files.correct(game.state);
    std::map<std::string, std::string> sent;
    while (const auto request = files.next(now += PublishedFiles::spacing_ms)) {
        sent[request->url] = request->body;
        files.answered({Answer::Outcome::done}, now);
    }
    CHECK(sent.at(all_url) == site_game(next.state).pgn);
    CHECK(sent.at(file_of(game)) == site_game(game.state).pgn);
}

TEST_CASE("in the end a server has another file than the newest, whatever was lost or came late") {
    for (const auto seed : tests::seeds({200, 10'000})) {
        INFO("seed " << seed);
        std::mt19937_64 random(seed);
        const auto draw = [&](std::size_t below) { return static_cast<std::int64_t>(random() % below); };
        Settings settings;
        settings.name = "file";
        settings.url = all_url;
        settings.each_game = each_url;
        Target target(settings);
        std::map<std::string, std::string> server;
        std::vector<std::pair<HallMs, Request>> late;
        std::map<std::string, HallMs> last_sent;
        std::vector<Played> games{Played(1), Played(2)};
        HallMs now(1'000'000), down_until = now + draw(2) * 100'000;
        for (int step = 0; step < 1'000; ++step) {
            const bool is_well = step > 500;
            now += is_well ? 1'000 : draw(1'500);
            for (auto& [at, request] : std::exchange(late, {}))
                if (at <= now)
                    server[request.url] = request.body;
                else
                    late.emplace_back(at, request);
            auto& game = games[static_cast<std::size_t>(draw(2))];
            if (step <= 500 && draw(5) == 0) game.play_any(random), target.put(game.state, now);
            if (step <= 500 && draw(9) == 0) game.take_back(2), target.put(game.state, now);
            if (draw(100) == 0 && !is_well) down_until = now + draw(60'000);
            const auto request = target.next(now);
            if (!request) continue;
            CHECK_FALSE(request->body.empty());
            if (const auto last = last_sent.find(request->url); last != last_sent.end())
                CHECK(now - last->second >= PublishedFiles::spacing_ms);
            last_sent[request->url] = now;
            switch (now < down_until && !is_well ? 0 : is_well ? 9 : draw(10)) {
            case 0: target.answered({Answer::Outcome::later, "down", false}, now); break;
            case 1: target.answered({Answer::Outcome::later, "lost"}, now); break;
            case 2:
                late.emplace_back(now + draw(29'000), *request);
                target.answered({Answer::Outcome::later, "no answer"}, now);
                break;
            case 3: target.answered(http_answer(507, {}, {}), now); break;
            default: server[request->url] = request->body; target.answered({Answer::Outcome::done}, now);
            }
        }
        CHECK(target.report().state == Report::State::up_to_date);
        std::string all;
        for (const auto& game : games) {
            CHECK(server[file_of(game)] == site_game(game.state).pgn);
            all += site_game(game.state).pgn;
        }
        CHECK(server[all_url] == all);
    }
}

TEST_CASE("a reader of the cloud's folder misses a file, or sees another game than the boards have") {
    constexpr std::string_view folder = "sftp://files.example/live";
    PublishedFiles files({}, {}, std::string(folder), false);
    std::map<std::string, std::string> server;
    HallMs now(0);
    const auto send_all = [&] {
        std::vector<std::string> sent;
        while (const auto request = files.next(now)) {
            CHECK(request->type == "application/json");
            REQUIRE(request->url.starts_with(std::string(folder) + '/'));
            sent.push_back(request->url.substr(folder.size() + 1));
            server[sent.back()] = request->body;
            files.answered({Answer::Outcome::done}, now);
        }
        now += PublishedFiles::spacing_ms;
        return sent;
    };
    const auto read = [&] {
        return tests::read_cloud([&](const std::string& path) {
            const auto found = server.find(path);
            return found == server.end() ? std::nullopt : std::optional(found->second);
        });
    };
    Played one(1), three(3);
    one.play("e4");
    files.put(one.state), files.put(three.state);
    CHECK(send_all() == std::vector<std::string>{"round-1/game-1.json", "round-1/index.json",
                                                 "tournament.json", "round-1/game-3.json",
                                                 "round-1/game-2.json"});
    auto all = read();
    CHECK(all.faults.empty());
    REQUIRE(all.games.size() == 2);
    CHECK(all.games[0].sans == std::vector<std::string>{"e4"});
    CHECK(all.games[0].clocks_s == std::vector<std::optional<std::int64_t>>{5'393});
    one.play("e5");
    files.put(one.state);
    CHECK(send_all() == std::vector<std::string>{"round-1/game-1.json"}); // nothing else has changed
    files.put(one.state);
    CHECK(send_all().empty());
    one.take_back(1);
    one.play("c5");
    one.state.board = 2; // it is played on there
    one.state.result = chess::Result::draw;
    files.put(one.state);
    send_all();
    all = read();
    CHECK(all.faults.empty());
    REQUIRE(all.games.size() == 2);
    CHECK(all.games[0].number == 2);
    CHECK(all.games[0].sans == std::vector<std::string>{"e4", "c5"});
    CHECK(all.games[0].result == "1/2-1/2");
    Report report;
    files.report(report);
    CHECK(report.games.size() == 5);
    CHECK(report.behind == 0);
}

TEST_CASE("a game's id leads to another address than its file's") {
    PublishedFiles files({}, "https://files.example/live/{id}.pgn", {}, false);
    Played game(1);
    game.state.id = "../index.html#a b";
    files.put(game.state);
    HallMs now(0);
    const auto request = files.next(now += PublishedFiles::spacing_ms);
    REQUIRE(request);
    CHECK(request->url == "https://files.example/live/..%2Findex.html%23a%20b.pgn");
}
