// Holding, releasing and deleting game records without a daemon.

#include "daemon/evidence/key_file.hpp"
#include "daemon/journal/journal.hpp"
#include "run_verb.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/unit/evidence/recorded_game.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/evidence/export.hpp"
#include "tools/adoube/evidence/game_of_board.hpp"
#include "tools/adoube/evidence/keeping.hpp"
#include "tools/adoube/evidence/verify.hpp"

#include <chrono>

using namespace adoube;
using namespace adoube::tools;
using tests::RecordedGame;
using tests::run;
using tests::Said;
using tests::says;
using tests::TemporaryFolder;

namespace {

/// A journal with a signed game, one left unfinished, and one of today.
struct Hall {
    TemporaryFolder folder;
    RecordedGame recorded;
    std::string journal = (folder / "hall.journal").string(), key = (folder / "hall.key").string(),
                exported = (folder / "game.evidence").string();

    Hall() {
        using namespace std::chrono;
        const UtcMs today(duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count());
        REQUIRE(write_file(key, tests::hall_key.to_string() + "\n"));
        std::filesystem::permissions(key, std::filesystem::perms(0600));
        auto written = journal::Journal::open(journal).value().start({});
        written.put(journal::OpenGame{recorded.game});
        for (const auto& input : recorded.inputs) written.put(journal::Append{recorded.game.id, input});
        const auto all =
            tlog::signed_checkpoint(tests::hall_key, tlog::origin_of(recorded.game.id), recorded.size(),
                                    evidence::tree_of(recorded.game, recorded.inputs).root());
        written.put(record::Checkpoint{recorded.game.id, recorded.size(), to_text(all)});
        written.put(journal::CloseGame{recorded.game.id, RecordedGame::utc_ms + 3'600'000});
        for (const auto& [id, utc_ms] :
             {std::pair("left", RecordedGame::utc_ms), std::pair("today", today)}) {
            written.put(journal::OpenGame{{id, recorded.game.header, utc_ms, {}}});
            written.put(journal::Append{id, {R"({"t":1,"call":"b"})", std::nullopt, utc_ms}});
        }
    }

    KeepingOptions of(const std::string& game) const {
        KeepingOptions options;
        options.games = {game};
        options.journal = journal;
        return options;
    }
    Said deleted(KeepingOptions options, const std::string& answer = {}) const {
        options.yes = answer.empty();
        return run(run_evidence_delete, options, answer);
    }
    std::string list(std::optional<int> days = {}) const {
        const auto said = run(run_evidence_list, ListOptions{journal, days});
        CHECK(said.status == 0);
        return said.out;
    }
    bool holds(const std::string& text) const {
        return read_file(journal).value().find(text) != std::string::npos;
    }
};

bool mentions(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("the list says what is kept, of whom, by whose signature, and when it is due") {
    const Hall hall;
    says(hall.list(), "Open-r1-b3: Ann Adams - Ben Baker, 33 plies, ");
    says(hall.list(), std::to_string(hall.recorded.inputs.size()) +
                          " inputs, signed by hall.example/a, ended on 2025-11-20\n");
    says(hall.list(), "left: Ann Adams - Ben Baker, 0 plies, *, 1 inputs, signed by nobody, without an end, "
                      "last input on 2025-11-20\n");
    says(hall.list(30), "ended on 2025-11-20, due on 2025-12-20\n");
}

TEST_CASE("a deleted game leaves its published end, which an older evidence file still fits, and no name") {
    const Hall hall;
    const auto file = hall.exported;
    REQUIRE(run(run_evidence_export,
                ExportOptions{hall.recorded.game.id, hall.journal, hall.key, file, {}, {}, {}, {}})
                .status == 0);
    const auto published =
        run(run_evidence_checkpoint, CheckpointOptions{hall.recorded.game.id, hall.journal, {}, {}});
    REQUIRE(published.status == 0);
    REQUIRE(hall.holds("Ann Adams"));
    CHECK(hall.deleted(hall.of("left")).status == 0);
    CHECK(hall.deleted(hall.of("Open-r1-b3")).out.starts_with("1 game was deleted; not reached: "));
    CHECK(hall.holds("Ann Adams")); // plays today
    CHECK_FALSE(hall.holds(hall.recorded.inputs[5].line));
    says(hall.list(), "Open-r1-b3: deleted on ");
    says(hall.list(), "(by hand), " + std::to_string(hall.recorded.inputs.size()) +
                          " inputs, signed by hall.example/a, root ");
    const auto left = run(run_evidence_checkpoint, CheckpointOptions{"Open-r1-b3", hall.journal, {}, {}});
    CHECK(left.out == published.out);
    const auto note = (hall.folder / "published").string();
    REQUIRE(write_file(note, left.out));
    const auto verified = run(run_verify, VerifyOptions{file, {}, {}, {note}, true});
    INFO(verified.out);
    CHECK(verified.status == 0);
    RecordedGame other; // another history, signed by the same key
    other.inputs[5].host_utc_ms += 1;
    other.checkpoints.clear();
    REQUIRE(write_file(file, to_text(other.whole())));
    CHECK(run(run_verify, VerifyOptions{file, {}, {}, {note}, true}).status == 1);
    const auto again =
        run(run_evidence_export, ExportOptions{"Open-r1-b3", hall.journal, hall.key, file, {}, {}, {}, {}});
    CHECK(again.status == 2);
    says(again.err, "game Open-r1-b3 was deleted on ");
    says(run(run_evidence_checkpoint, CheckpointOptions{"Open-r1-b3", hall.journal, {}, 3}).err,
         "nobody can show any more");
    says(run(run_evidence_checkpoint, CheckpointOptions{"left", hall.journal, {}, {}}).err,
         "nothing that was signed of it is left");
    says(hall.deleted(hall.of("Open-r1-b3")).err, "was deleted on ");
}

TEST_CASE("a game that is named by its board is another, or is none and something is done all the same") {
    CHECK(board_of("Open-2026-11-20-r3-b7") == 7);
    CHECK(board_of("Open-2026-11-20-r3-b7.2") == 7);
    for (const auto* id :
         {"Open", "Open-b", "Open-bx", "Open-b7x", "Open-b7.", "Open-b7.x", "Open-b3-r1", ""})
        CHECK(board_of(id) == 0);
    const Hall hall;
    CHECK(last_game_of(hall.journal, {.board = 3}) == "Open-r1-b3");
    says(last_game_of(hall.journal, {.board = 4}).error(),
         "has no game of board 4: adoube evidence list shows its games");
    KeepingOptions hold;
    hold.journal = hall.journal;
    hold.why = "appeal";
    CHECK(run(run_evidence_hold, hold).err == "no game is named: give its id, or its board with --board\n");
    hold.last.board = 3;
    hold.last.round = 2;
    says(run(run_evidence_hold, hold).err, "has no game of board 3 in round 2: adoube evidence list shows");
    hold.last.round = 1;
    CHECK(run(run_evidence_hold, hold).out == "held: Open-r1-b3, White: Ann Adams, Black: Ben Baker\n");
    CHECK(hall.deleted(hall.of("Open-r1-b3")).err == "game Open-r1-b3 is held (appeal): release it first\n");
    CheckpointOptions checkpoint{{}, hall.journal, {}, {}};
    CHECK(run(run_evidence_checkpoint, checkpoint).status == 2);
    checkpoint.last.board = 3;
    CHECK(run(run_evidence_checkpoint, checkpoint).out ==
          run(run_evidence_checkpoint, CheckpointOptions{"Open-r1-b3", hall.journal, {}, {}}).out);
}

TEST_CASE("a held game is deleted only once it is released, and never with others") {
    const Hall hall;
    auto hold = hall.of("Open-r1-b3");
    hold.why = "appeal";
    CHECK(run(run_evidence_hold, hold).out == "held: Open-r1-b3, White: Ann Adams, Black: Ben Baker\n");
    says(hall.list(30), "ended on 2025-11-20, held since ");
    says(hall.list(30), ": appeal\n");
    CHECK(hall.deleted(hall.of("Open-r1-b3")).err == "game Open-r1-b3 is held (appeal): release it first\n");
    KeepingOptions old;
    old.journal = hall.journal;
    old.before = "2026-01-01";
    CHECK(hall.deleted(old).out.starts_with("1 game was deleted; not reached: ")); // the one left
    CHECK(hall.deleted(old).out == "there is no such game\n");
    CHECK(run(run_evidence_release, hall.of("Open-r1-b3")).out ==
          "no longer held: Open-r1-b3, White: Ann Adams, Black: Ben Baker\n");
    CHECK(run(run_evidence_release, hall.of("Open-r1-b3")).err == "game Open-r1-b3 is not held\n");
    old.before = "2025-11-20"; // ended that day
    CHECK(hall.deleted(old).out == "there is no such game\n");
    old.before = "2025-11-21";
    CHECK(hall.deleted(old).out.starts_with("1 game was deleted; not reached: "));
    old.before = "21.11.2025";
    says(hall.deleted(old).err, "is no day: write it as 2026-11-20");
}

TEST_CASE("nothing is deleted without a yes, nor what may still be played, nor what is not there") {
    const Hall hall;
    const auto asked = hall.deleted(hall.of("Open-r1-b3"), "n\n");
    CHECK(asked.status == 2);
    says(asked.out, "Open-r1-b3, White: Ann Adams, Black: Ben Baker, ");
    says(asked.out, "Delete 1 game? [y/N] ");
    CHECK(asked.err == "nothing was deleted\n");
    CHECK(hall.deleted(hall.of("Open-r1-b3"), "\n").status == 2);
    CHECK(hall.deleted(hall.of("today")).err ==
          "game today has no result, and may go on: enter one, or wait for a day\n");
    says(hall.deleted(hall.of("none")).err, "has no game none");
    CHECK(mentions(hall.list(), "Open-r1-b3: Ann Adams"));
    CHECK(hall.deleted(hall.of("Open-r1-b3"), "y\n").status == 0);
    CHECK(mentions(hall.list(), "Open-r1-b3: deleted"));
}

TEST_CASE("a journal that a daemon has is left to the daemon, which must be found") {
    const Hall hall;
    const auto daemons = journal::Journal::open(hall.journal);
    REQUIRE(daemons);
    const auto said = hall.deleted(hall.of("Open-r1-b3"));
    CHECK(said.status == 2);
    says(said.err, "no daemon is at " + (hall.folder / "hall.control").string());
}
