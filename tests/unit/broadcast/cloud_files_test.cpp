#include "daemon/broadcast/cloud_files.hpp"
#include "daemon/broadcast/live_round.hpp"
#include "daemon/chess/chess960.hpp"
#include "tests/catch.hpp"
#include "tests/sites/cloud_reader.hpp"
#include "tests/tier.hpp"
#include "tests/unit/broadcast/games.hpp"

#include <random>

using namespace adoube;
using namespace adoube::broadcast;
using tests::CloudGame;
using tests::CloudTournament;

namespace {

CloudTournament read(LiveRound& round) {
    return tests::read_cloud([&](const std::string& path) {
        const auto file = round.cloud_file(path);
        return file ? std::optional(*file) : std::nullopt;
    });
}

PublicGame on_board(int board, int round) {
    auto game = game_with("r" + std::to_string(round) + "b" + std::to_string(board), board, {});
    game.tags.set("Round", std::to_string(round));
    return game;
}

void play_any(PublicGame& game, std::mt19937_64& random) {
    const auto moves = game.position.legal_moves();
    if (moves.empty()) return;
    const auto move = *(moves.begin() + static_cast<std::ptrdiff_t>(random() % moves.size()));
    const auto left_ms = random() % 3 == 0 ? std::nullopt : std::optional<std::int64_t>(random() % 5'400'000);
    game.moves.push_back({game.position, move, game.chess960, left_ms});
    game.position.play(move);
    if (left_ms && game.clocks) game.clocks->white_ms = *left_ms;
}

/// Empty, or what a reader has got wrong of the game.
std::string difference(const CloudGame& read, const PublicGame& game) {
    if (read.result != chess::to_string(game.result)) return "result";
    if (read.sans.size() != game.moves.size()) return "number of moves";
    for (std::size_t at = 0; at < game.moves.size(); ++at) {
        if (read.sans[at] != game.moves[at].san()) return "move";
        const auto clock_ms = game.moves[at].clock_ms;
        if (read.clocks_s[at] != (clock_ms ? std::optional(*clock_ms / 1000) : std::nullopt)) return "clock";
    }
    if (read.white_s != (game.clocks ? std::optional(game.clocks->white_ms / 1000) : std::nullopt))
        return "clocks now";
    return read.fen == game.position.fen() ? "" : "position";
}

} // namespace

TEST_CASE("a reader of LiveChess Cloud sees other names, moves, clocks or results than the public") {
    LiveRound round("e");
    CHECK(round.cloud_file("tournament.json") == nullptr);
    auto game = game_with("r2b3", 3, {"e4", "e5", "Nf3"});
    game.tags = PublicTags::Map{{"Event", "Hall Open"},     {"Round", "2"},
                                {"Site", "A-Town"},         {"Date", "2026.11.20"},
                                {"White", "Adams, Ann"},    {"WhiteTitle", "WIM"},
                                {"WhiteFed", "ENG"},        {"WhiteFideId", "4600012"},
                                {"Black", "Duke of Baker"}, {"TimeControl", "5400+30"}};
    round.publish(game);
    CHECK(*round.cloud_file("tournament.json") ==
          R"({"id":"Hall Open","name":"Hall Open","location":"A-Town","country":null,"website":null,)"
          R"("rules":"STANDARD","chess960":"STANDARD","timecontrol":"5400+30",)"
          R"("rounds":[{"count":0,"live":0},{"count":3,"live":1}],"eboards":[]})");
    CHECK(*round.cloud_file("round-2/game-3.json") ==
          R"({"live":true,"serialNr":null,"firstMove":null,"chess960":518,"result":"*","comment":null,)"
          R"("clock":{"white":5280,"black":5340,"time":1180000},"moves":["e4 5340","e5 5340","Nf3 5280"]})");
    CHECK(
        *round.cloud_file("round-2/game-1.json") ==
        R"({"live":false,"serialNr":null,"firstMove":null,"chess960":518,"result":"NOTPLAYED","comment":null,)"
        R"("clock":null,"moves":[]})");
    const auto index = *round.cloud_file("round-2/index.json");
    CHECK(index.starts_with(R"({"date":"2026-11-20","pairings":[{"white":null,"black":null,"result":"*",)"
                            R"("live":false},)"));
    CHECK(index.ends_with(
        R"({"white":{"fname":"Ann","mname":null,"lname":"Adams","title":"WIM","federation":"ENG","gender":null,)"
        R"("fideid":4600012},"black":{"fname":null,"mname":null,"lname":"Duke of Baker","title":null,)"
        R"("federation":null,"gender":null,"fideid":null},"result":"*","live":true}]})"));
    game.result = chess::Result::draw;
    round.publish(game);
    const auto all = read(round);
    CHECK(all.faults.empty());
    REQUIRE(all.games.size() == 1);
    CHECK(all.games[0].white == tests::CloudPlayer{"Ann Adams", "WIM", "ENG", 4600012});
    CHECK(all.games[0].result == "1/2-1/2");
    CHECK_FALSE(all.games[0].is_live);
    CHECK(all.rounds_live == std::vector<bool>{false, false});
    CHECK(all.location == "A-Town");
}

TEST_CASE("a path that is none has a file") {
    LiveRound round("e");
    round.publish(on_board(2, 1));
    for (const char* path : {"", "round-1", "round-1/", "round-1/game-2", "round-1/game-02.json",
                             "round-01/index.json", "round-1/game-0.json", "round-1/game-3.json",
                             "round-2/index.json", "round-/index.json", "round-1/game-99999999999999.json",
                             "round-1/index.jsonx", "../tournament.json", "round-1/game--1.json"}) {
        CAPTURE(path);
        CHECK(round.cloud_file(path) == nullptr);
    }
    for (const char* path :
         {"tournament.json", "round-1/index.json", "round-1/game-1.json", "round-1/game-2.json"})
        CHECK(round.cloud_file(path));
}

TEST_CASE("a start position is lost, or moves are told from another one") {
    LiveRound round("e");
    auto game = on_board(1, 1);
    game.chess960 = true;
    game.start = game.position = chess::chess960_start(1);
    game.moves.clear();
    std::mt19937_64 random(7);
    for (int ply = 0; ply < 20; ++ply) play_any(game, random);
    round.publish(game);
    auto all = read(round);
    CHECK(all.faults.empty());
    CHECK(difference(all.games.at(0), game).empty());
    CHECK(round.cloud_file("tournament.json")->find(R"("chess960":"ANY")") != std::string::npos);
    auto other = on_board(2, 1);
    other.start = other.position = chess::Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").value();
    play_any(other, random);
    round.publish(other);
    all = read(round);
    CHECK(all.faults.empty());
    CHECK(all.games.at(1).sans.empty());
    CHECK(round.cloud_file("round-1/game-2.json")->find("begins in a position") != std::string::npos);
}

TEST_CASE("what is not public is in a file for the Cloud") {
    LiveRound round("e");
    auto game = game_with("r1b1", 1, {"e4"});
    for (const char* name : {"Termination", "Annotator", "WhiteStartNo", "Incident"})
        game.tags.set(name, "s3cret");
    game.by_time = true;
    game.result = chess::Result::white_wins;
    round.publish(game);
    for (const char* path : {"tournament.json", "round-3/index.json", "round-3/game-1.json"}) {
        const auto file = round.cloud_file(path);
        REQUIRE(file);
        for (const char* word : {"s3cret", "forfeit", "time f", "TIME"})
            CHECK(file->find(word) == std::string::npos);
    }
}

TEST_CASE("at some moment of a tournament a reader of the Cloud sees another game than is public") {
    for (const auto seed : tests::seeds({30, 1'000})) {
        CAPTURE(seed);
        std::mt19937_64 random(seed);
        LiveRound live("e");
        std::map<std::pair<int, int>, PublicGame> known; // by round and board
        int round = 1;
        for (int step = 0; step < 60; ++step) {
            if (step % 20 == 19) ++round;
            const int board = 1 + static_cast<int>(random() % 5);
            auto& game = known.try_emplace({round, board}, on_board(board, round)).first->second;
            switch (random() % 6) {
            case 0: game.result = static_cast<chess::Result>(random() % 4); break;
            case 1: game.tags.set("White", "Adams, Ann " + std::to_string(step)); break;
            case 2: game.clocks.reset(); break;
            case 3: // an arbiter takes it back
                if (game.moves.empty()) break;
                game.moves.pop_back();
                game.position = game.start;
                for (const auto& move : game.moves) game.position.play(move.move());
                break;
            default: play_any(game, random);
            }
            live.publish(game);
            const auto all = read(live);
            REQUIRE(all.faults.empty());
            REQUIRE(all.games.size() == known.size());
            for (const auto& read : all.games)
                REQUIRE(difference(read, known.at({read.round, read.number})).empty());
        }
    }
}
