#include "daemon/server/feed.hpp"
#include "tests/catch.hpp"
#include "tests/unit/broadcast/games.hpp"

using namespace adoube;
using adoube::broadcast::game_with;
using adoube::server::Feed;

namespace {

std::size_t count(const std::string& text, std::string_view what) {
    std::size_t n = 0;
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
    return n;
}
constexpr std::string_view whole = R"({"type":"round")", change = R"({"type":"game")";

/// A feed after `seq` single changes.
Feed feed_at(std::uint64_t seq) {
    Feed feed("now");
    for (std::uint64_t n = 1; n <= seq; ++n) {
        auto game = game_with("g", 1, {});
        game.tags.set("Event", std::to_string(n));
        feed.publish(game);
        feed.flush();
    }
    return feed;
}

} // namespace

TEST_CASE("changes of one moment leave in one piece") {
    Feed feed("now");
    CHECK(feed.publish(game_with("a", 1, {})));
    CHECK_FALSE(feed.publish(game_with("b", 2, {})));
    CHECK_FALSE(feed.publish(game_with("b", 2, {})));
    CHECK(count(*feed.flush().all, change) == 2);
    CHECK(feed.publish(game_with("a", 1, {"e4"})));
    CHECK(count(*feed.flush().all, change) == 1);
    CHECK(feed.flush().all->empty());
    CHECK(count(*feed.welcome({"now", 0}), change) == 3);
}

TEST_CASE("a viewer gets what it missed where that is known, else the whole state") {
    const struct {
        const char* what;
        std::uint64_t sent, seen;
        const char* epoch;
        std::size_t wholes, changes;
    } cases[]{
        {"a new viewer", 5, 0, "", 1, 0},
        {"one that saw nothing of this run yet", 5, 0, "now", 0, 5},
        {"one that missed two", 5, 3, "now", 0, 2},
        {"one that missed nothing", 5, 5, "now", 0, 0},
        {"one from before a restart", 5, 3, "before", 1, 0},
        {"one that claims to know the future", 5, 6, "now", 1, 0},
        {"one away for longer than is kept", Feed::backlog_count + 10, 5, "now", 1, 0},
        {"one away for just as long as is kept", Feed::backlog_count + 10, 10, "now", 0, Feed::backlog_count},
    };
    for (const auto& [what, sent, seen, epoch, wholes, changes] : cases) {
        INFO(what);
        const std::string welcome = *feed_at(sent).welcome({epoch, seen});
        CHECK(count(welcome, whole) == wholes);
        CHECK(count(welcome, change) == changes);
    }
}

TEST_CASE("a viewer that went in the middle of what was sent in one piece gets the rest of it") {
    Feed feed("now");
    feed.publish(game_with("a", 1, {}));
    feed.publish(game_with("b", 2, {}));
    feed.publish(game_with("c", 3, {}));
    feed.flush();
    const std::string rest = *feed.welcome({"now", 2});
    CHECK(count(rest, change) == 1);
    CHECK(rest.find(R"("seq":3)") != std::string::npos);
    CHECK(count(*feed.welcome({"now", 0}), change) == 3);
}

TEST_CASE("what is about to be sent to all is not missing for one that just came") {
    Feed feed = feed_at(2);
    feed.publish(game_with("g", 1, {"e4"}));
    CHECK(feed.welcome({"now", 2})->empty());
    CHECK(count(*feed.flush().all, change) == 1);
}

TEST_CASE("who follows one board gets another's changes, or is not told that its game goes on elsewhere") {
    Feed feed("now");
    for (const int board : {1, 2, 3}) feed.publish(game_with("g" + std::to_string(board), board, {}));
    feed.flush();
    const auto of_two = *feed.welcome({"", 0, 2});
    CHECK(count(of_two, R"("boards":[1,2,3],"games":[{)") == 1);
    CHECK(count(of_two, R"("id":")") == 1);
    CHECK(count(of_two, R"("id":"g2")") == 1);
    CHECK(count(*feed.welcome({"", 0, 9}), R"("games":[])") == 1);
    CHECK(feed.welcome({"now", 3, 2})->empty());

    feed.publish(game_with("g1", 1, {"e4"}));
    feed.publish(game_with("g2", 2, {"d4"}));
    feed.publish(game_with("g2", 2, {"d4", "d5"}));
    auto changes = feed.flush();
    CHECK(count(*changes.all, change) == 3);
    CHECK(changes.at_board.size() == 2);
    CHECK(count(*changes.at_board[1], change) == 1);
    CHECK(count(*changes.at_board[2], change) == 2);
    CHECK(count(*feed.welcome({"now", 5, 2}), whole) == 1); // what was missed may be of this board

    feed.publish(game_with("g2", 4, {"d4", "d5"}));
    changes = feed.flush();
    CHECK(count(*changes.at_board[2], R"("board":4)") == 1);
    CHECK(changes.at_board[2]->size() == changes.at_board[4]->size());
    CHECK(feed.flush().at_board.empty());
}

TEST_CASE("all who ask before the next change share one whole state") {
    Feed feed = feed_at(1);
    CHECK(feed.welcome({}) == feed.welcome({}));
}

TEST_CASE("the backlog is bounded in bytes") {
    Feed feed("now");
    for (int n = 0; n < 100; ++n) {
        auto game = game_with("g", 1, {});
        game.tags.set("Event", std::string(Feed::backlog_bytes / 10, 'x') + std::to_string(n));
        feed.publish(game);
        feed.flush();
    }
    CHECK(feed.welcome({"now", 95})->size() < Feed::backlog_bytes);
    CHECK(count(*feed.welcome({"now", 80}), whole) == 1);
}
