#include "daemon/record/sensor_log.hpp"
#include "hall.hpp"
#include "tests/catch.hpp"

#include <boost/json.hpp>

#include <csignal>

using namespace adoube;
using tests::Hall;

namespace {

constexpr int games = 12;

std::string id_of(int n) { return n == 1 ? "E-r1-b1" : "E-r1-b1." + std::to_string(n); }

/// On one board; the last is in progress.
void record_games(const Hall& hall) {
    auto journal = journal::Journal::open(hall.journal()).value().start({});
    std::uint32_t sequence = 0;
    UtcMs utc_ms(1'800'000'000'000);
    for (int n = 1; n <= games; ++n, utc_ms += 100'000) {
        const auto inputs =
            tests::SimpleHands(400).play(tests::moves_of(n == games ? "e4 e5" : tests::short_game));
        std::vector<journal::Record> all{
            journal::OpenGame{{id_of(n), record::to_line(record::Header()), utc_ms, {}}}};
        for (const auto& input : inputs) {
            const auto at_utc_ms = utc_ms + input.t_ms.count();
            all.push_back(journal::Append{
                id_of(n),
                {record::to_line(input),
                 record::Origin{"0000000000000001", 7, sequence++,
                                BoardUs(static_cast<std::uint64_t>(at_utc_ms.count()) * 1000)},
                 at_utc_ms}});
        }
        all.push_back(record::Shown{id_of(n), inputs.size(), inputs.back().t_ms, {}});
        if (n < games) {
            all.push_back(journal::CloseGame{id_of(n), utc_ms + 90'000});
            all.push_back(journal::ArmGame{
                {id_of(n), id_of(n + 1), record::to_line(record::Header()), utc_ms + 95'000}});
        }
        journal.put(std::move(all));
    }
}

} // namespace

TEST_CASE("games that are over have their page and their file after a start, which did not wait for them") {
    Hall hall({"pty:board-1"});
    record_games(hall);
    const auto daemon = hall.started_daemon();
    const auto port = tests::served_port(*daemon);
    CHECK(daemon->output().find("game " + id_of(1) + " has ") == std::string::npos);
    CHECK(daemon->wait_for_output("game " + id_of(games) + " has "));
    for (int n = games - 1; n > 0; --n) {
        INFO(id_of(n));
        const auto page = "/games/" + id_of(n) + ".pgn";
        CHECK(tests::http_get(port, page).find("Rd8#") != std::string::npos); // on demand
        CHECK(tests::wait_until([&] {
            return tests::text_of(hall.folder / ("pgn/" + id_of(n) + ".pgn")).find("Rd8#") !=
                   std::string::npos;
        }));
    }
    CHECK(tests::http_get(port, "/round.pgn").find("1. e4 e5") !=
          std::string::npos); // the last is on the board
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
}

TEST_CASE(
    "the list of all rounds' games is not complete after a start, though nobody asked for one of them") {
    Hall hall({"pty:board-1"});
    record_games(hall);
    const auto daemon = hall.started_daemon();
    const auto port = tests::served_port(*daemon);
    const auto listed = [&] {
        const auto answer = boost::json::parse(tests::http_get(port, "/games.json"));
        std::string all;
        for (const auto& game : answer.at("games").as_array())
            all += std::string(game.at("id").as_string()) + ' ' + std::string(game.at("result").as_string()) +
                   '\n';
        return all;
    };
    std::string expected;
    for (int n = 1; n <= games; ++n) expected += id_of(n) + (n < games ? " 1-0\n" : " *\n");
    tests::wait_until([&] { return listed() == expected; });
    CHECK(listed() == expected);
}
