#include "daemon/stream/event_stream.hpp"

#include "daemon/stream/game_message.hpp"
#include "daemon/stream/subject.hpp"
#include "tests/catch.hpp"
#include "tests/unit/broadcast/games.hpp"

using namespace adoube;
using broadcast::game_with;
using broadcast::PublicGame;
using stream::EventStream;
using stream::Version;

namespace {

constexpr UtcMs told_at{1'764'590'400'000};

struct Heard : EventStream {
    Heard() : EventStream("e") { caught_up(); }

    EventStream::Moment at(std::int64_t ms) const { return {told_at + ms, 1'000'000 + ms}; }
    void game(const std::string& hall, const PublicGame& game, Version version,
              const std::string& came = "1-1") {
        heard("e." + hall + '.' + stream::game_subject(game.id), version,
              R"({"came":")" + came + R"(","is":)" + stream::to_message(game) + '}', at(0));
    }
    void alive(const std::string& hall, Version version, std::int64_t utc_ms, std::int64_t at_ms,
               std::int64_t behind_ms = 0) {
        heard("e." + hall + ".alive", version,
              R"({"utc_ms":)" + std::to_string((told_at + utc_ms).count()) +
                  R"(,"delay_ms":900000,"behind_ms":)" + std::to_string(behind_ms) + '}',
              at(at_ms));
    }
    std::vector<std::string> shown() {
        std::vector<std::string> all;
        for (const auto& change : take_changes())
            if (const auto* shown = std::get_if<Game>(&change))
                all.push_back(shown->game.id + '@' + std::to_string(shown->game.board) + ' ' +
                              std::to_string(shown->game.moves.size()) + (shown->is_newest ? "" : " below"));
            else if (const auto* past = std::get_if<Past>(&change))
                all.push_back("past " + past->game.id);
            else if (const auto& standings = std::get<Standings>(change))
                all.push_back("standings after " + std::to_string(standings->after_round));
            else
                all.push_back("no standings");
        return all;
    }
};
using Told = std::vector<std::string>;

} // namespace

TEST_CASE("an older message counts, or one that comes twice is shown twice") {
    Heard stream;
    stream.game("West", game_with("a", 1, {"e4", "e5"}), {1, 2});
    stream.game("West", game_with("a", 1, {"e4"}), {1, 1});
    stream.game("West", game_with("a", 1, {"e4", "e5"}), {1, 2});
    stream.game("West", game_with("a", 1, {"e4", "e5"}), {2, 1}); // by a hall that has started again
    CHECK(stream.shown() == Told{"a@1 2"});
    stream.game("West", game_with("a", 1, {"e4", "e5", "Nf3"}), {2, 2});
    CHECK(stream.shown() == Told{"a@1 3"});
    CHECK(stream.refused() == 0);
}

TEST_CASE("what the stream held is shown before all of it was heard, or an older game over a newer one") {
    Heard stream;
    stream.starts_over();
    stream.game("West", game_with("r2", 1, {}), {1, 5}, "1-5");
    stream.game("West", game_with("r1", 1, {"e4"}), {1, 9}, "1-1"); // changed after the next game began
    CHECK(stream.shown().empty());
    stream.caught_up();
    const auto shown = stream.shown();
    REQUIRE_FALSE(shown.empty());
    CHECK(shown.front() == "r1@1 1");
    CHECK(shown.back() == "r2@1 0");
    stream.game("West", game_with("r1", 1, {"e4", "e5"}), {1, 10}, "1-1");
    CHECK(stream.shown() == Told{"r1@1 2 below"});
}

TEST_CASE("nobody learns how old is what is shown of a hall") {
    Heard stream;
    stream.starts_over();
    stream.alive("West", {1, 1}, -60'000, 0); // what the stream held, a minute old by the hall's clock
    stream.caught_up();
    REQUIRE(stream.halls(stream.at(0)).size() == 1);
    CHECK(stream.halls(stream.at(0))[0].age_ms == 60'000);
    CHECK(stream.halls(stream.at(500))[0].age_ms == 60'500);
    CHECK(stream.halls(stream.at(0))[0].delay_ms == 900'000);
    stream.alive("West", {1, 2}, -58'000, 2'000); // it is there, and its clock a minute slow
    CHECK(stream.halls(stream.at(2'000))[0].age_ms == 0);
    stream.alive("West", {1, 1}, 0, 3'000); // late
    CHECK(stream.halls(stream.at(9'000))[0].age_ms == 7'000);
}

TEST_CASE("a message that nobody can read, or of another hall's game, is shown or not told") {
    Heard stream;
    stream.game("West", game_with("a", 1, {}), {1, 1});
    (void)stream.shown();
    const auto is_refused = [&](const std::string& subject, const std::string& text, const std::string& why) {
        CAPTURE(subject, text);
        const auto before = stream.refused();
        stream.heard(subject, {1, 9}, text, stream.at(0));
        CHECK(stream.refused() == before + 1);
        CHECK(stream.last_refusal().contains(why));
        CHECK(stream.shown().empty());
    };
    const auto game = R"({"came":"1-1","is":)" + stream::to_message(game_with("a", 1, {"e4"})) + '}';
    is_refused("other.West.game.a", game, "it is no subject of this event");
    is_refused("e.West.game.b", game, "it is the game a");
    is_refused("e.East.game.a", game, "hall West has a game of that id");
    is_refused("e.West.chat", game, "nobody knows what that is");
    is_refused("e.West.game.c", "{", "no JSON");
    is_refused("e.West.game.c", "{}", "it has no \"came\"");
    is_refused("e.West.game.c", R"({"came":"1-1","is":7})", "it is no object");
    is_refused("e.West.standings", R"({"came":"1-1","is":7})", "");
    is_refused("e.West.game.c", std::string(EventStream::longest_text + 1, ' '), "longer than a game can be");
    is_refused("e.Ghost.chat", game, "nobody knows what that is");
    CHECK(stream.halls(stream.at(0)).empty());
    is_refused("e.West.alive", "{}", "utc_ms");
    stream.heard("e.West.game.a", {9, 9}, game, stream.at(0));
    CHECK(stream.shown() == Told{"a@1 1"});
}

TEST_CASE("a stream full of halls or games fills a display's memory") {
    Heard stream;
    for (std::size_t hall = 0; hall < EventStream::most_halls; ++hall)
        stream.game("h" + std::to_string(hall), game_with("g" + std::to_string(hall), 1, {}), {1, 1});
    CHECK(stream.refused() == 0);
    stream.game("more", game_with("more", 1, {}), {1, 1});
    CHECK(stream.refused() == 1);
    for (std::size_t game = 1; game < EventStream::most_games; ++game)
        stream.game("h0", game_with("of-h0-" + std::to_string(game), 1, {}), {1, 1});
    CHECK(stream.refused() == 1);
    stream.game("h0", game_with("one-more", 1, {}), {1, 1});
    CHECK(stream.refused() == 2);
}

TEST_CASE(
    "a game of before is shown as if it were played, or in two games that change tables one goes back") {
    Heard stream;
    stream.game("West", game_with("r2", 1, {}), {2, 1}, "2-1");
    stream.game("West", game_with("r1", 1, {"e4"}), {2, 2}, "0-0");
    stream.game("West", game_with("r1-b7", 7, {"e4"}), {2, 3}, "0-0");
    CHECK(stream.shown() == Told{"r2@1 0", "past r1", "past r1-b7"});

    stream.game("East", game_with("A", 3, {"e4"}), {1, 1}, "1-1");
    stream.game("East", game_with("B", 5, {"d4"}), {1, 2}, "1-2");
    (void)stream.shown();
    stream.game("East", game_with("B", 3, {"d4"}), {1, 3}, "1-3");
    stream.game("East", game_with("A", 5, {"e4"}), {1, 4}, "1-4");
    stream.game("East", game_with("B", 3, {"d4", "d5"}), {1, 5}, "1-3");
    stream.game("East", game_with("A", 5, {"e4", "e5"}), {1, 6}, "1-4");
    CHECK(stream.shown() == Told{"B@3 1", "A@5 1", "B@3 2", "A@5 2"});
}

TEST_CASE("standings that were taken back stay, or each display shows another hall's") {
    Heard stream;
    const auto give = [&](const std::string& hall, Version version, const std::string& is) {
        stream.heard("e." + hall + ".standings", version, R"({"came":"1-1","is":)" + is + '}', stream.at(0));
    };
    const auto after = [](int round) {
        return R"({"event":"E","after_round":)" + std::to_string(round) +
               R"(,"places":[{"place":1,"name":"A","title":"","federation":"","rating":"","points":1}]})";
    };
    give("West", {1, 1}, after(9));
    give("East", {7, 1}, after(3));
    give("East", {7, 2}, "null");
    CHECK(stream.shown() == Told{"standings after 9"});
    give("West", {1, 2}, "null");
    CHECK(stream.shown() == Told{"no standings"});
    CHECK(stream.refused() == 0);
}

TEST_CASE("a hall that was given another name is shown no more, or one that is behind does not say so") {
    Heard stream;
    stream.game("Wets", game_with("a", 1, {}), {1, 1});
    stream.game("West", game_with("a", 1, {"e4"}), {2, 1}, "2-1");
    stream.game("Wets", game_with("a", 1, {}), {1, 2});
    CHECK(stream.shown() == Told{"a@1 0", "a@1 1"});
    stream.alive("West", {2, 2}, 0, 0);
    stream.alive("West", {2, 3}, 0, 0, 9'000);
    CHECK(stream.halls(stream.at(0))[0].age_ms == 9'000);
}

TEST_CASE("states that differ in two clocks alone are taken for one") {
    Heard stream;
    auto game = game_with("a", 1, {"e4"});
    for (std::uint64_t n = 1; n <= 2'000; ++n) {
        game.clocks->white_ms = game.clocks->black_ms = static_cast<std::int64_t>(n);
        stream.game("West", game, {1, n});
    }
    CHECK(stream.shown().size() == 2'000);
}

TEST_CASE(
    "a display that starts shows a game whose record was deleted, or takes another hall's word for that") {
    EventStream stream("e");
    const auto hear = [&](const char* subject, Version version, const std::string& is) {
        stream.heard(subject, version, R"({"came":"1-1","is":)" + is + '}', {told_at, 0});
    };
    const auto game = stream::to_message(game_with("a", 1, {"e4"}));
    hear("e.West.game.a", {1, 1}, game);
    hear("e.East.game.a", {1, 2}, "null");
    hear("e.West.game.b", {1, 2}, stream::to_message(game_with("b", 2, {})));
    hear("e.West.game.a", {1, 3}, "null");
    hear("e.West.game.a", {1, 2}, game); // late
    stream.caught_up();
    const auto changes = stream.take_changes();
    REQUIRE(changes.size() == 1);
    CHECK(std::get<EventStream::Game>(changes[0]).game.id == "b");
    CHECK(stream.refused() == 0);

    EventStream other("e");
    other.heard("e.West.game.a", {1, 1}, R"({"came":"1-1","is":)" + game + '}', {told_at, 0});
    other.heard("e.East.game.a", {1, 2}, R"({"came":"1-1","is":null})", {told_at, 0});
    other.caught_up();
    CHECK(other.take_changes().size() == 1);
}
