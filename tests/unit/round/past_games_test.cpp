// A start skips finished games: it does not grow with them, and nobody notices.

#include "daemon/broadcast/live_round.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tests/unit/round/hands_at_board.hpp"

#include <algorithm>
#include <utility>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

using namespace adoube;
using tests::Hall;
using tests::HandsAtBoard;
using tests::ScriptedBoard;
using tests::seat;

namespace {

constexpr const char* games[] = {"f3 e5 g4 Qh4#", "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#"};

std::string id_of(int n) { return "game-" + std::to_string(n); }

/// `count` games on one board, the last just begun.
struct ManyGames {
    explicit ManyGames(int count, std::int64_t delay_ms = 0, std::optional<tlog::SigningKey> key = {})
        : hall({seat(1)}, std::move(key), delay_ms), board(1, 0, 0xA1), hands(hall, board) {
        hall.plug(0, board);
        for (int n = 1; n < count; ++n) {
            hands.play(games[n % 2]);
            hall.run(10);
            begin(n + 1);
        }
    }
    void begin(int n) {
        record::Header header;
        header.tags = {{"Round", std::to_string(n)}};
        REQUIRE(hall.arm(1, id_of(n), header).empty());
        hands.set_up();
        hall.run(40);
    }

    Hall hall;
    ScriptedBoard board;
    HandsAtBoard hands;
};

journal::WholeGame whole(const Hall& hall, const std::string& id) {
    const auto game = std::ranges::find_if(hall.disk, [&](const auto& record) {
        const auto* open = std::get_if<journal::OpenGame>(&record);
        return open && open->game.id == id;
    });
    return {std::get<journal::OpenGame>(*game).game, hall.inputs(id), hall.checkpoints(id)};
}

/// All pages of a round as shown.
std::map<std::string, std::string> pages(const std::vector<broadcast::PublicGame>& shown,
                                         const std::vector<broadcast::PublicGame>& recalled, int count) {
    broadcast::LiveRound live("E");
    for (const auto& game : shown) live.publish(game);
    for (const auto& game : recalled) REQUIRE(live.recall(game));
    std::map<std::string, std::string> all{{"round", *live.round_pgn()}};
    for (int n = 1; n <= count; ++n)
        if (const auto page = live.pgn(id_of(n))) all[id_of(n)] = *page;
    return all;
}

} // namespace

TEST_CASE("a start reads none of the games that are over again, but what the last tell of their board") {
    for (const int count : {1, 2, 4, 12}) {
        INFO(count << " games");
        ManyGames at(count);
        at.hall.run(10);
        at.hall.kill();
        int wanted = 0;
        for (int n = 1; n <= count; ++n) wanted += at.hall.noted("game " + id_of(n) + " has ");
        CHECK(wanted == 1);
        CHECK(at.hall.round().past().size() == static_cast<std::size_t>(count - 1));
        if (count > 1) CHECK(at.hall.round().past().front() == id_of(count - 1));
        at.hands.play("e4 e5");
        at.hall.run(10);
        CHECK(at.hall.moves(id_of(count)) == "e4 e5");
        for (const auto& entry : at.hall.inputs(id_of(count)))
            CHECK(entry.line.find("\"gap\"") == std::string::npos);
        CHECK(at.hall.noted("events are lost") == 0);
        CHECK(at.hall.noted("its board was off") == 0);
    }
}

TEST_CASE("after a start the public has the pages that it had, in whatever moment the host was killed") {
    for (const auto seed : tests::seeds({12, 120})) {
        std::mt19937_64 random(seed);
        const int count = 1 + static_cast<int>(random() % 6);
        const auto delay_ms = static_cast<std::int64_t>(random() % 3 * 700);
        INFO("seed " << seed << ", " << count << " games, delay " << delay_ms);
        ManyGames at(count, delay_ms);
        if (random() % 2 == 0) at.hands.play(games[0]);
        at.hall.run(static_cast<int>(random() % 40));
        const auto before = pages(at.hall.shown, {}, count);
        at.hall.shown.clear();
        at.hall.kill();
        std::vector<broadcast::PublicGame> recalled;
        for (const auto& id : at.hall.round().past()) {
            auto game = at.hall.round().recall(whole(at.hall, id));
            REQUIRE(game);
            recalled.push_back(std::move(*game));
        }
        CHECK(pages(at.hall.shown, recalled, count) == before);
    }
}

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST_CASE("a round that goes on for days keeps all its games in memory") {
    ManyGames at(4);
    const auto memory = [&] {
        at.hall.run(10);
        std::exchange(at.hall.disk, {});
        std::exchange(at.hall.shown, {});
        std::exchange(at.hall.notes, {});
        return mallinfo2().uordblks;
    };
    const auto before = memory();
    for (int n = 5; n < 25; ++n) {
        at.hands.play(games[1]);
        at.hall.run(10);
        at.begin(n);
    }
    CHECK(memory() < before + 20 * 20'000); // kept, each would take three times as much
}
#endif

TEST_CASE("a past game that is not what was signed is told of when it is recalled") {
    const tlog::SigningKey key("hall.example/a", tlog::SignatureType::note, {1, 2, 3});
    ManyGames at(3, 0, key);
    at.hall.run(300);
    at.hall.kill();
    auto game = whole(at.hall, id_of(1));
    REQUIRE_FALSE(game.checkpoints.empty());
    CHECK(at.hall.round().recall(game));
    game.inputs.back().host_utc_ms += 1;
    CHECK_FALSE(at.hall.round().recall(game));
    game.inputs.back().line = "?";
    CHECK(at.hall.round().recall(game).error().starts_with("game game-1 cannot be read, its input "));
}
