// Old games deleted by rule and by hand, and what stays on the disk.

#include "hall.hpp"
#include "tests/catch.hpp"
#include "tests/unit/evidence/recorded_game.hpp"

#include <csignal>

using namespace adoube;
using tests::Hall;
using tests::RecordedGame;

namespace {

/// Of last year.
void record_games(Hall& hall, const std::vector<std::string>& ids) {
    auto journal = journal::Journal::open(hall.journal()).value().start({});
    for (const auto& id : ids) {
        RecordedGame played;
        played.game.id = id;
        journal.put(journal::OpenGame{played.game});
        for (auto input : played.inputs) {
            if (input.origin) input.origin->board_id = id;
            journal.put(journal::Append{id, std::move(input)});
        }
    }
}

tests::Ran asked(const Hall& hall, std::vector<std::string> words) {
    words.insert(words.begin(), "evidence");
    words.insert(words.end(), {"--journal", hall.journal().string()});
    return tests::run_adoube(std::move(words));
}

bool on_disk(const Hall& hall, const std::string& text) {
    for (const auto* suffix : {"", "-wal", "-shm"}) {
        if (tests::text_of(hall.journal().string() + suffix).find(text) != std::string::npos) return true;
    }
    return false;
}

bool mentions(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("a daemon deletes by rule what is old when it starts, and leaves no name on the disk") {
    Hall hall({"pty:board-1"}, "[retention]\nevidence_days = 30\n");
    record_games(hall, {"old-1", "old-2"});
    REQUIRE(on_disk(hall, "Ann Adams"));
    auto daemon = hall.started_daemon();
    CHECK(daemon->wait_for_output("game old-1 is deleted by rule, 30 days after its end"));
    CHECK(daemon->wait_for_output("game old-2 is deleted by rule, 30 days after its end"));
    REQUIRE(daemon->wait_for_output("of the games that were deleted nothing is left in the journal's file"));
    CHECK_FALSE(on_disk(hall, "Ann Adams"));
    CHECK_FALSE(on_disk(hall, "lift"));
    CHECK(mentions(asked(hall, {"list"}).output, "old-1: deleted on "));
    daemon->signal(SIGTERM);
    CHECK(daemon->wait() == 0);
}

TEST_CASE(
    "a daemon that runs holds, releases and deletes what it is asked to, and by rule nothing that is held") {
    Hall hall({"pty:board-1"}, "[retention]\nevidence_days = 30\n");
    record_games(hall, {"appealed", "old"});
    REQUIRE(asked(hall, {"hold", "appealed", "--why", "appeal"}) ==
            tests::Ran{0, "held: appealed, White: Ann Adams, Black: Ben Baker\n"});
    auto daemon = hall.started_daemon();
    // It has just searched (next in an hour) and overwritten (next in a minute).
    REQUIRE(daemon->wait_for_output("game old is deleted by rule"));
    REQUIRE(daemon->wait_for_output("of the games that were deleted nothing is left in the journal's file"));
    const auto refused = asked(hall, {"delete", "appealed", "--yes"});
    CHECK(refused.status == 2);
    CHECK(mentions(refused.output, "game appealed is held (appeal): release it first"));
    CHECK(mentions(asked(hall, {"list", "--days", "30"}).output, ": appeal\n"));
    CHECK(asked(hall, {"hold", "appealed", "--why", "second appeal"}).status == 0);
    CHECK(mentions(asked(hall, {"list"}).output, ": second appeal\n"));
    const auto strange = asked(hall, {"hold", "appealed", "--why", "x\x1b[2J\r\nVERIFIED \u202e"});
    CHECK(strange.status == 2);
    CHECK(mentions(strange.output, "\"why\" holds the control character U+001B: write it without"));
    CHECK_FALSE(mentions(daemon->output(), "\x1b"));
    CHECK(asked(hall, {"release", "appealed"}).status == 0);
    const auto deleted = asked(hall, {"delete", "appealed", "--yes"});
    CHECK(deleted.status == 0);
    CHECK(mentions(deleted.output, "1 game was deleted; what is left in the file is overwritten when"));
    CHECK(daemon->wait_for_output("game appealed is deleted by hand"));
    CHECK(mentions(asked(hall, {"list"}).output, "appealed: deleted on "));
    CHECK(asked(hall, {"delete", "appealed", "--yes"}).status == 2);
    daemon->signal(SIGKILL); // the next overwrites the rest
    daemon->wait();
    daemon = hall.started_daemon();
    REQUIRE(daemon->wait_for_output("of the games that were deleted nothing is left in the journal's file"));
    CHECK_FALSE(on_disk(hall, "Ann Adams"));
}

TEST_CASE("a daemon does not begin a game anew whose record was deleted, and says so") {
    Hall hall({"pty:board-1"});
    record_games(hall, {"E-r1-b1"});
    REQUIRE(asked(hall, {"delete", "E-r1-b1", "--yes"}).status == 0);
    CHECK_FALSE(on_disk(hall, "Ann Adams"));
    auto daemon = hall.start_daemon();
    CHECK(daemon->wait() == 1);
    CHECK(mentions(daemon->output(), "game E-r1-b1 was deleted on "));
    CHECK(mentions(daemon->output(), "change the round, the date or the event in the configuration"));
}
