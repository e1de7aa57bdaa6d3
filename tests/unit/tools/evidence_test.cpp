// Evidence from a journal to its doubter, by the verbs of `adoube`.

#include "daemon/account/ply_account.hpp"
#include "daemon/evidence/game_note.hpp"
#include "daemon/evidence/key_file.hpp"
#include "daemon/journal/journal.hpp"
#include "daemon/record/sensor_log.hpp"
#include "tests/file_size_limit.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/unit/evidence/recorded_game.hpp"
#include "tests/unit/tools/run_verb.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/evidence/cosign.hpp"
#include "tools/adoube/evidence/export.hpp"
#include "tools/adoube/evidence/key.hpp"
#include "tools/adoube/evidence/note.hpp"
#include "tools/adoube/evidence/pgn.hpp"
#include "tools/adoube/evidence/report.hpp"

#include <array>
#include <ranges>

using namespace adoube;
using namespace adoube::tools;
using tests::RecordedGame;
using tests::run;
using tests::Said;
using tests::says;
using tests::TemporaryFolder;

namespace {

/// A hall's key and one-game journal.
struct Hall {
    TemporaryFolder folder;
    RecordedGame recorded;
    std::string journal = (folder / "hall.journal").string(), key = (folder / "hall.key").string(),
                arbiter = (folder / "anna.key").string();
    std::string hall_vkey = tests::hall_key.verifier().to_string(), arbiter_vkey;

    explicit Hall(std::size_t checkpoints = 1000) {
        write(key, tests::hall_key.to_string() + "\n");
        std::filesystem::permissions(key, std::filesystem::perms(0600));
        const auto made = run(run_evidence_key_new, NewKeyOptions{arbiter, "arbiter.example/anna", true});
        REQUIRE(made.status == 0);
        arbiter_vkey = made.out.substr(0, made.out.size() - 1);
        auto written = journal::Journal::open(journal).value().start({});
        written.put(journal::OpenGame{recorded.game});
        for (const auto& input : recorded.inputs) written.put(journal::Append{recorded.game.id, input});
        for (const auto& note :
             recorded.checkpoints | std::views::take(static_cast<std::ptrdiff_t>(checkpoints)))
            written.put(
                record::Checkpoint{recorded.game.id, tlog::parse_checkpoint(note.text)->size, to_text(note)});
    }

    std::string path(const std::string& name) const { return (folder / name).string(); }
    static void write(const std::string& file, const std::string& text) { REQUIRE(write_file(file, text)); }
    ExportOptions all() const {
        return {recorded.game.id, journal, key, path("all.evidence"), {}, {}, {}, {}};
    }
    std::string exported(const ExportOptions& options) const {
        const auto said = run(run_evidence_export, options);
        INFO(said.err);
        REQUIRE(said.status == 0);
        return options.output;
    }
    Said verify(const std::string& file, const std::vector<std::string>& witnesses = {},
                const std::string& time_zone = {}) const {
        VerifyOptions options{file, {hall_vkey}, witnesses, {}, false};
        options.time_zone = time_zone;
        return run(run_verify, options);
    }
    Said cosign(const std::string& file, const std::string& output) const {
        return run(run_evidence_cosign, CosignOptions{file, arbiter, hall_vkey, {}, path(output)});
    }
    CheckpointOptions checkpoint(std::optional<std::uint64_t> old = {}) const {
        return {recorded.game.id, journal, path("checkpoint"), old};
    }
};

} // namespace

TEST_CASE(
    "a game is exported and verified: the moves, the incidents, every touch with its time, and by whom") {
    const Hall hall;
    const auto said = hall.verify(hall.exported(hall.all()));
    CHECK(said.status == 0);
    says(said.out, "1. e4 e5 2. Nf3 d6");
    says(said.out, "14:00:06.500 UTC)  touch-move, Article 4.3.1 of 2023");
    says(said.out, "(14:00:03.500 UTC)  b1 lifted");
    says(said.out, "White pressed the clock");
    says(said.out, "GAP: inputs may be missing before, the link was lost");
    says(said.out, "VERIFIED by " + hall.hall_vkey + "\n");
    says(said.out, "rest on the one key " + hall.hall_vkey);
    says(said.out, "5 checkpoints that were signed before the export"); // of 33, as these cover the others
}

TEST_CASE("verify gives the hall's time with UTC beside it, and says whence it has the zone") {
    const Hall hall;
    const auto file = hall.exported(hall.all());
    const auto said = hall.verify(file, {}, "+01:00");
    CHECK(said.status == 0);
    says(said.out,
         "Times: by the board's clock, in the hall (UTC+01:00: +01:00, as whoever made this account has "
         "said) and in UTC\n");
    says(said.out, "  15:00:06.500 (14:00:06.500 UTC)  touch-move, Article 4.3.1 of 2023");
    says(said.out, "    15:00:03.500 (14:00:03.500 UTC)  b1 lifted");
    says(hall.verify(file).out, ": the time zone of the computer that made this account) and in UTC\n");
    const auto nowhere = hall.verify(file, {}, "Atlantis");
    CHECK(nowhere.status == 2);
    CHECK(nowhere.out.empty());
    says(nowhere.err, "is no time zone that this computer knows");
}

TEST_CASE("what anybody can have made is not verified, whatever else the file holds") {
    const Hall hall;
    REQUIRE(run(run_evidence_checkpoint, hall.checkpoint()).status == 0);
    hall.write(hall.path("early"), to_text(hall.recorded.checkpoints[19]));
    const auto whole = hall.exported(hall.all());
    auto part = hall.all();
    part.from = 3;
    part.output = hall.path("part.evidence");
    hall.exported(part);
    // Continues what the hall published and names its key; the end is forged.
    hall.write(hall.path("forged"), to_text(hall.recorded.whole(tests::other_key)));
    struct Case {
        std::string file;
        std::vector<std::string> keys, witnesses, published;
        bool self_consistent;
        int status;
        std::string word;
    };
    const auto own = tests::other_key.verifier().to_string(), key = hall.hall_vkey;
    for (const auto& [file, keys, witnesses, published, self_consistent, status, word] :
         {Case{whole, {}, {}, {}, false, 3, "NOT ANCHORED: signed by " + key},
          Case{whole, {}, {}, {}, true, 0, "SELF-CONSISTENT under " + key},
          Case{whole, {key}, {}, {}, false, 0, "VERIFIED by " + key},
          Case{whole, {}, {}, {hall.path("checkpoint")}, false, 0, "VERIFIED by " + key},
          Case{whole, {}, {}, {hall.path("early")}, false, 3, "NOT ANCHORED"},
          Case{whole, {}, {key}, {}, false, 3, "NOT ANCHORED"},
          Case{part.output, {}, {}, {hall.path("checkpoint")}, false, 3, "NOT ANCHORED"},
          Case{part.output, {key}, {}, {}, false, 0, "VERIFIED by " + key},
          Case{hall.path("forged"), {}, {}, {}, false, 3, "NOT ANCHORED: signed by " + own},
          Case{hall.path("forged"), {}, {}, {hall.path("early")}, false, 3, "NOT ANCHORED: signed by " + own},
          Case{hall.path("forged"), {key}, {}, {}, false, 1, "NOT VERIFIED"}}) {
        CAPTURE(file, status, word);
        VerifyOptions options{file, keys, witnesses, published, true};
        options.self_consistent = self_consistent;
        const auto said = run(run_verify, options);
        CHECK(said.status == status);
        CHECK(said.out.starts_with(word));
        options.json = true;
        const auto json = run(run_verify, options);
        CHECK(json.status == status);
        CHECK(json.out.find(R"("verdict":")" + word.substr(0, 8)) != std::string::npos);
        CHECK(json.out.find(R"("status":)" + std::to_string(status) + "}\n") != std::string::npos);
        options.json = false;
        const auto report = run(run_evidence_report, ReportOptions{options, {}});
        CHECK(report.status == status);
        CHECK(report.out.empty() == (status != 0));
        if (status == 0) says(report.out, "<strong>" + word.substr(0, word.find(' ')) + "</strong>");
    }
}

TEST_CASE("a PGN is made of evidence that does not verify, or is of other moves") {
    const Hall hall;
    EvidencePgnOptions options{{hall.exported(hall.all()), {hall.hall_vkey}, {}, {}, false}, {}};
    const auto whole = run(run_evidence_pgn, options);
    CHECK(whole.status == 0);
    says(whole.out, "1. e4 e5 2. Nf3 d6");
    says(whole.out, "[Result \"1-0\"]\n");
    options.output = hall.path("game.pgn");
    CHECK(run(run_evidence_pgn, options).status == 0);
    CHECK(read_file(options.output) == whole.out);

    auto part = hall.all();
    part.from = 3;
    part.output = hall.path("part.evidence");
    options = {{hall.exported(part), {hall.hall_vkey}, {}, {}, false}, {}};
    const auto extract = run(run_evidence_pgn, options);
    CHECK(extract.status == 0);
    says(extract.out, "[FEN \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq");
    says(extract.out, "2. Nf3");

    options.output = hall.path("refused.pgn");
    options.evidence.keys.clear();
    const auto by_nobody = run(run_evidence_pgn, options);
    CHECK(by_nobody.status == 3);
    CHECK(by_nobody.err.starts_with("NOT ANCHORED: signed by " + hall.hall_vkey + ", so there is no PGN\n"));
    auto text = read_file(part.output).value();
    hall.write(part.output, text.replace(text.find("lift"), 4, "drop"));
    options.evidence.keys = {hall.hall_vkey};
    const auto changed = run(run_evidence_pgn, options);
    CHECK(changed.status == 1);
    CHECK(changed.err.starts_with("NOT VERIFIED, so there is no PGN: "));
    hall.write(part.output, "1. e4 e5 *\n");
    CHECK(run(run_evidence_pgn, options).status == 2);
    CHECK_FALSE(std::filesystem::exists(options.output));
}

TEST_CASE("a PGN or a note that was changed passes for what the hall signed, or a true one does not") {
    const Hall hall;
    const std::string pgn = "[GameId \"Open-r1-b3\"]\n\n1. e4 1-0\n";
    const auto signed_by = [&](const tlog::SigningKey& key) {
        return to_text(
            evidence::signed_note(key, evidence::note_on("Open-r1-b3", chess::Result::white_wins, pgn)));
    };
    const auto note = signed_by(tests::hall_key);
    const auto check = [&](const std::string& note_text, const std::string& pgn_text, bool json = false) {
        hall.write(hall.path("g.note"), note_text);
        hall.write(hall.path("g.pgn"), pgn_text);
        return run(run_evidence_note,
                   NoteOptions{hall.path("g.note"), hall.path("g.pgn"), hall.hall_vkey, json});
    };
    const auto replaced = [](std::string text, const std::string& what, const std::string& with) {
        return text.replace(text.find(what), what.size(), with);
    };
    const auto good = check(note, pgn);
    CHECK(good.status == 0);
    CHECK(good.out.starts_with("VERIFIED by " + hall.hall_vkey + "\n"));
    says(good.out, "g.pgn is game Open-r1-b3, 1-0, byte for byte as the hall published it");
    says(check(note, pgn, true).out, R"("verdict":"VERIFIED","status":0,"faults":[],"signer":")");

    const auto not_signed = "g.pgn is not the PGN of game Open-r1-b3 that was signed";
    for (const auto& [note_text, pgn_text, why] : std::vector<std::array<std::string, 3>>{
             {note, replaced(pgn, "e4", "d4"), not_signed},
             {note, pgn + "\n", not_signed},
             {replaced(note, "result 1-0", "result 0-1"), pgn, "g.note was changed: it is not what "},
             {replaced(note, "b3", "b4"), pgn, "g.note was changed: it is not what "},
             {signed_by(tests::other_key), pgn,
              "g.note is signed by " + tests::other_key.verifier().name + " with another key than "}}) {
        CAPTURE(note_text, pgn_text);
        const auto bad = check(note_text, pgn_text);
        CHECK(bad.status == 1);
        CHECK(bad.out.starts_with("NOT VERIFIED\n"));
        says(bad.out, why);
        says(check(note_text, pgn_text, true).out, R"("verdict":"NOT VERIFIED","status":1,"faults":[")");
    }
    says(check("1. e4\n", pgn).err, "g.note is no signed note of a game: ");
    says(check(to_text(hall.recorded.checkpoints[0]), pgn).err,
         "no signed note of a game: it begins otherwise");
    CHECK(check(to_text(hall.recorded.checkpoints[0]), pgn).status == 2);
    CHECK(
        run(run_evidence_note, NoteOptions{hall.path("g.note"), hall.path("none"), hall.hall_vkey}).status ==
        2);
    CHECK(run(run_evidence_note, NoteOptions{hall.path("g.note"), hall.path("g.pgn"), "nonsense"}).status ==
          2);
}

TEST_CASE("some moves are exported, and shown from the position before them") {
    const Hall hall;
    auto options = hall.all();
    options.from = 3;
    const auto said = hall.verify(hall.exported(options));
    CHECK(said.status == 0);
    says(said.out, "plies 3 to 3 of it, from rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq");
    says(said.out, "touch-move, Article 4.3.1");
    says(said.out, "This is a part of the game.");
    options.from = 34;
    CHECK(run(run_evidence_export, options).status == 2);
}

TEST_CASE("what does not fit is told, with status 1; what is no evidence at all, with status 2") {
    const Hall hall;
    const auto file = hall.exported(hall.all());
    auto text = read_file(file).value();
    const auto at = text.find("lift");
    hall.write(file, text.replace(at, 4, "drop"));
    const auto said = hall.verify(file);
    CHECK(said.status == 1);
    CHECK(said.out.starts_with("NOT VERIFIED\n"));
    says(said.out, "was changed: it is not what was signed");
    CHECK(run(run_evidence_report, ReportOptions{{file, {}, {}, {}, false}, {}}).status == 1);
    hall.write(file, "1. e4 e5 *\n");
    CHECK(hall.verify(file).status == 2);
    says(hall.verify(file).err, "all.evidence is no evidence file");
    CHECK(hall.verify(hall.path("none")).status == 2);
    CHECK(run(run_verify, VerifyOptions{file, {"nonsense"}, {}, {}, false}).status == 2);
}

TEST_CASE("a game that nobody signed while it was played is exported, and says so") {
    const Hall hall(0);
    const auto said = run(run_evidence_export, hall.all());
    CHECK(said.status == 0);
    says(said.err, "nothing of this game was signed while it was played");
    says(hall.verify(hall.path("all.evidence")).out, "it was signed when it was exported");
    says(run(run_evidence_checkpoint, hall.checkpoint()).err, "nothing of game Open-r1-b3 was signed");
}

TEST_CASE("a journal that was changed after it was signed gives no evidence") {
    Hall hall;
    hall.recorded.inputs[10].host_utc_ms += 1;
    const auto other = hall.path("other.journal");
    {
        auto written = journal::Journal::open(other).value().start({});
        written.put(journal::OpenGame{hall.recorded.game});
        for (const auto& input : hall.recorded.inputs)
            written.put(journal::Append{hall.recorded.game.id, input});
        const auto& note = hall.recorded.checkpoints.back();
        written.put(record::Checkpoint{hall.recorded.game.id, hall.recorded.size(), to_text(note)});
    }
    auto options = hall.all();
    options.journal = other;
    const auto said = run(run_evidence_export, options);
    CHECK(said.status == 1);
    says(said.err, "is of other inputs than the journal holds");
}

TEST_CASE("an arbiter's laptop co-signs a checkpoint, later the whole; evidence shows what was seen when") {
    const Hall hall(20);
    REQUIRE(run(run_evidence_checkpoint, hall.checkpoint()).status == 0);
    const auto first = hall.cosign(hall.path("checkpoint"), "seen");
    INFO(first.err);
    REQUIRE(first.status == 0);
    auto options = hall.all();
    options.cosigned = {hall.path("seen")};
    options.witnesses = {hall.arbiter_vkey};
    const auto file = hall.exported(options);
    const auto said = hall.verify(file, {hall.arbiter_vkey});
    CHECK(said.status == 0);
    const auto size = tlog::parse_checkpoint(hall.recorded.checkpoints[19].text)->size;
    says(said.out, "inputs up to " + std::to_string(size - 1) + ": co-signed on ");
    says(said.out, "inputs " + std::to_string(size) + " to " + std::to_string(hall.recorded.inputs.size()) +
                       " rest on the one key");
    // A holder of the hall's key could name any co-signer.
    const auto unknown = hall.verify(file).out;
    says(unknown, "by " + hall.arbiter_vkey + ", whom the file alone names");
    says(unknown, "inputs 1 to " + std::to_string(hall.recorded.inputs.size()) + " rest on the one key");
    SECTION("in an extract") {
        options.from = 5;
        says(hall.verify(hall.exported(options), {hall.arbiter_vkey}).out, "co-signed on ");
    }
    SECTION("the whole, as it goes on from what was seen") {
        REQUIRE(hall.cosign(file, "all2").status == 0);
        const VerifyOptions both{hall.path("all2"), {hall.hall_vkey, hall.arbiter_vkey}, {}, {}, false};
        const auto whole = run(run_verify, both);
        CHECK(whole.status == 0);
        says(whole.out, "inputs up to " + std::to_string(hall.recorded.inputs.size()) + ": co-signed");
        CHECK(whole.out.find("rest on the one key") == std::string::npos);
        const auto older = hall.cosign(hall.path("checkpoint"), "older");
        CHECK(older.status == 1);
        says(older.err, "this is older than the record");
    }
    SECTION("the same twice, at other times") {
        auto again = tlog::parse_note(read_file(hall.path("checkpoint")).value()).value();
        again.signatures.push_back(cosign(tests::arbiter_key, again.text, 1'763'650'000));
        Hall::write(hall.path("again"), to_text(again));
        options.cosigned = {hall.path("again"), hall.path("again2")};
        again.signatures.back() = cosign(tests::arbiter_key, again.text, 1'763'650'001);
        Hall::write(hall.path("again2"), to_text(again));
        options.witnesses = {tests::arbiter_key.verifier().to_string()};
        const auto twice = hall.verify(hall.exported(options), options.witnesses);
        CHECK(twice.status == 0);
        says(twice.out, "co-signed on 2025-11-20 14:46:40 UTC"); // the first word
    }
    SECTION("published elsewhere") {
        const VerifyOptions published{file, {hall.hall_vkey}, {}, {hall.path("checkpoint")}, false};
        says(run(run_verify, published).out, "are what was published elsewhere");
    }
}

TEST_CASE(
    "what was co-signed live is in the evidence by itself, in an extract as little of it as shows when") {
    const Hall hall;
    const auto vkey = tlog::VerifierKey::parse(hall.arbiter_vkey).value();
    const auto key = evidence::read_key_file(hall.arbiter).value();
    {
        auto written = journal::Journal::open(hall.journal).value().start({});
        for (std::size_t at = 0; at < hall.recorded.checkpoints.size(); ++at) {
            auto note = hall.recorded.checkpoints[at];
            note.signatures.push_back(cosign(key, note.text, 1'763'650'000 + at));
            written.put(record::Checkpoint{hall.recorded.game.id, tlog::parse_checkpoint(note.text)->size,
                                           to_text(note)});
        }
    }
    const auto whole = hall.verify(hall.exported(hall.all()), {hall.arbiter_vkey});
    CHECK(whole.status == 0);
    says(whole.out,
         "inputs up to " + std::to_string(hall.recorded.inputs.size()) + ": co-signed on 2025-11-20");
    CHECK(whole.out.find("rest on the one key") == std::string::npos);
    auto options = hall.all();
    options.from = 5;
    const auto file = hall.exported(options);
    const auto shown = evidence::parse_evidence(tlog::parse_note(read_file(file).value())->text).evidence;
    REQUIRE(shown.checkpoints.size() == 1);
    const auto& first = shown.checkpoints[0].note;
    CHECK(tlog::parse_checkpoint(first.text)->size >= shown.end_input());
    const auto at = std::ranges::find(hall.recorded.checkpoints, first.text, &tlog::Note::text) -
                    hall.recorded.checkpoints.begin();
    REQUIRE(at > 0);
    CHECK(tlog::parse_checkpoint(hall.recorded.checkpoints[static_cast<std::size_t>(at) - 1].text)->size <
          shown.end_input());
    CHECK(tlog::cosigned_utc_s(first, vkey) == 1'763'650'000 + static_cast<std::uint64_t>(at));
    const auto part = hall.verify(file, {hall.arbiter_vkey});
    CHECK(part.status == 0);
    says(part.out, ": co-signed on 2025-11-20");
    REQUIRE(run(run_evidence_checkpoint, hall.checkpoint()).status == 0);
    CHECK(tlog::cosigned_utc_s(tlog::parse_note(read_file(hall.path("checkpoint")).value()).value(), vkey));
}

TEST_CASE("a co-signer signs no second history, and nothing that the hall has not") {
    const Hall hall(20);
    REQUIRE(run(run_evidence_checkpoint, hall.checkpoint()).status == 0);
    REQUIRE(hall.cosign(hall.path("checkpoint"), "seen").status == 0);
    auto inputs = hall.recorded.inputs;
    inputs[3].host_utc_ms += 1;
    const auto sign = [&](const tlog::SigningKey& key, std::uint64_t size) {
        const auto tree = evidence::tree_of(hall.recorded.game, inputs);
        hall.write(hall.path("other"), to_text(signed_checkpoint(key, tlog::origin_of(hall.recorded.game.id),
                                                                 size, tree.root(size))));
    };
    const auto size = tlog::parse_checkpoint(hall.recorded.checkpoints[19].text)->size;
    std::string why;
    SECTION("of the same size") {
        sign(tests::hall_key, size);
        why = "there are two histories of adoube/game/Open-r1-b3";
    }
    SECTION("longer, without a proof") {
        sign(tests::hall_key, size + 2);
        why = "does not show whether it goes on from";
    }
    SECTION("longer, in evidence") {
        hall.write(hall.path("other"),
                   to_text(evidence::make_evidence(tests::hall_key, 1, hall.recorded.game, inputs, {}, {})));
        why = "there are two histories";
    }
    SECTION("longer, with the proof of the other history") {
        sign(tests::hall_key, size + 2);
        hall.write(hall.path("other"),
                   "old " + std::to_string(size) + "\n\n" + read_file(hall.path("other")).value());
        why = "there are two histories";
    }
    SECTION("by another key") {
        sign(tests::other_key, size);
        why = "is not signed by " + hall.hall_vkey;
    }
    SECTION("damaged evidence") {
        auto text = to_text(hall.recorded.whole());
        text[text.find("lift")] = 'L';
        hall.write(hall.path("other"), text);
        why = "was changed";
    }
    const auto said = hall.cosign(hall.path("other"), "second");
    CHECK(said.status == 1);
    says(said.err, why);
    says(said.err, "nothing was co-signed");
    CHECK_FALSE(std::filesystem::exists(hall.path("second")));
}

TEST_CASE("a longer checkpoint with the proof that it goes on is co-signed") {
    const Hall hall;
    const auto old = tlog::parse_checkpoint(hall.recorded.checkpoints[19].text)->size;
    hall.write(hall.path("first"), to_text(hall.recorded.checkpoints[19]));
    REQUIRE(hall.cosign(hall.path("first"), "seen").status == 0);
    REQUIRE(run(run_evidence_checkpoint, hall.checkpoint(old)).status == 0);
    const auto said = hall.cosign(hall.path("checkpoint"), "later");
    INFO(said.err);
    CHECK(said.status == 0);
    const auto note = tlog::parse_note(read_file(hall.path("later")).value());
    REQUIRE(note);
    CHECK(tlog::cosigned_utc_s(*note, tlog::VerifierKey::parse(hall.arbiter_vkey).value()));
    auto text = read_file(hall.path("checkpoint")).value();
    hall.write(hall.path("checkpoint"), text.replace(text.find("\n") + 3, 1, "#"));
    CHECK(hall.cosign(hall.path("checkpoint"), "bad").status == 2);
}

TEST_CASE("a full disk takes the evidence that is replaced by what was co-signed of it") {
    const Hall hall;
    const auto file = hall.exported(hall.all());
    const auto evidence = read_file(file).value();
    const tests::FileSizeLimit full(evidence.size() - 1);
    const auto said = hall.cosign(file, "all.evidence");
    CHECK(said.status == 2);
    says(said.err, "cannot be written");
    CHECK(read_file(file) == evidence);
}

TEST_CASE("a co-signer's memory that is damaged stops it") {
    const Hall hall;
    hall.write(hall.arbiter + ".seen", "1 x adoube/game/Open-r1-b3\n");
    const auto said = hall.cosign(hall.exported(hall.all()), "seen");
    CHECK(said.status == 2);
    says(said.err, "is damaged");
    const auto wrong =
        run(run_evidence_cosign, CosignOptions{hall.path("all.evidence"), hall.key, {}, {}, {}});
    CHECK(wrong.status == 2);
    says(wrong.err, "is not for co-signing");
}

TEST_CASE("keys are made, shown, and not made twice") {
    const Hall hall;
    CHECK(run(run_evidence_key_show, ShowKeyOptions{hall.arbiter}).out == hall.arbiter_vkey + "\n");
    CHECK(run(run_evidence_key_new, NewKeyOptions{hall.arbiter, "x", false}).status == 2);
    CHECK(run(run_evidence_key_new, NewKeyOptions{hall.path("k"), "x y", false}).status == 2);
    const auto named = run(run_evidence_key_new, NewKeyOptions{hall.path("k"), {}, false});
    CHECK(named.out.starts_with("adoube/"));
}

TEST_CASE("the report shows the disputed move: diagrams, touches, article, and what nobody can tell") {
    const Hall hall;
    auto options = hall.all();
    options.from = 3;
    options.to = 4;
    const auto file = hall.exported(options);
    const auto said = run(run_evidence_report, ReportOptions{{file, {hall.hall_vkey}, {}, {}, false}, {}});
    CHECK(said.status == 0);
    says(said.out, "Ann Adams \u2013 Ben Baker");
    says(said.out, "2. Nf3: touch-move, Article 4.3.1 of the Laws of 2023");
    says(said.out, "The rule: own piece touched.");
    says(said.out, "Moves that the Laws left, or that fit: Na3, Nc3<");
    says(said.out, "<td>14:00:03.500</td><td>b1 lifted</td>");
    says(said.out, "Before 2. Nf3");
    says(said.out, "After 2. Nf3");
    says(said.out, "href=\"#wn\"");
    says(said.out, "They cannot tell whose hand it was");
    says(said.out, "<strong>VERIFIED</strong> by " + hall.hall_vkey);
    CHECK(said.out.find("http-equiv") == std::string::npos);
    CHECK(said.out.find("src=") == std::string::npos); // no other file needed
}

TEST_CASE("names in a report are text, whatever they hold") {
    RecordedGame recorded;
    auto header = record::parse_header(recorded.game.header).value();
    header.tags["White"] = "<script>alert(1)</script>\"&";
    recorded.game.header = record::to_line(header);
    const auto note = evidence::make_evidence(tests::hall_key, 1, recorded.game, recorded.inputs, {}, {});
    const auto found = evidence::examine(to_text(note));
    REQUIRE(found.faults.empty());
    const auto page = account::page(found, verdict_on(found, true).told);
    CHECK(page.find("<script") == std::string::npos);
    says(page, "&lt;script&gt;");
}

TEST_CASE("the report of an illegal move shows what stood on the board, and what the Laws ask for") {
    RecordedGame recorded("e4 e5");
    const auto square = [](const char* name) { return *chess::square_from(name); };
    auto t_ms = record::parse_input(recorded.inputs.back().line, record::Sensing::presence)->t_ms;
    const auto put = [&](record::What what) {
        recorded.inputs.push_back(
            {record::to_line(record::Input{t_ms += 700, std::move(what)}), std::nullopt, UtcMs(0)});
    };
    put(record::Lift{square("f1"), {}});
    put(record::Drop{square("f4"), {}});
    put(record::Press{chess::Side::white});
    put(record::Lift{square("f4"), {}});
    put(record::Drop{square("f1"), {}});
    put(record::Lift{square("f1"), {}});
    put(record::Drop{square("c4"), {}});
    put(record::Press{chess::Side::white});
    const auto found = evidence::examine(
        to_text(evidence::make_evidence(tests::hall_key, 1, recorded.game, recorded.inputs, {}, {})));
    REQUIRE(found.faults.empty());
    const auto plies = account::account_of(*found.replayed, 1);
    REQUIRE(plies.size() == 3);
    const auto illegal = std::ranges::find(found.replayed->incidents, umpire::IncidentKind::illegal_move,
                                           &umpire::Incident::kind);
    REQUIRE(illegal != found.replayed->incidents.end());
    const auto squares =
        squares_after(*found.replayed, plies[2], static_cast<std::uint64_t>(illegal->last_input), 1);
    CHECK(squares[static_cast<std::size_t>(square("f4"))] ==
          chess::Piece{chess::Side::white, chess::PieceType::bishop});
    CHECK_FALSE(squares[static_cast<std::size_t>(square("f1"))]);
    CHECK(account::asked_of_arbiter(*found.replayed, *illegal).size() == 1);
    const auto page = account::page(found, verdict_on(found, true).told);
    says(page, "as far as the sensors tell");
    says(page, "illegal-move, Article 7.5.1 of the Laws of 2023");
    says(page, account::asked_of_arbiter(*found.replayed, *illegal).at(0).substr(0, 20));
}

TEST_CASE(
    "a wall clock that was set in the middle of a game stands in what is told of it, and in the report") {
    Hall hall;
    auto inputs = hall.recorded.inputs;
    for (std::size_t at = 40; at < inputs.size(); ++at) inputs[at].host_utc_ms -= 3'600'000;
    const auto file = hall.path("set.evidence");
    const auto text =
        to_text(evidence::make_evidence(tests::hall_key, 1, hall.recorded.game, inputs, {}, {}));
    Hall::write(file, text);
    const auto said = hall.verify(file);
    CHECK(said.status == 0);
    says(said.out, "(input 41) the wall clock of the host was set back by 3600.0 s.");
    const auto found = evidence::examine(text);
    says(account::page(found, verdict_on(found, true).told),
         "the wall clock of the host was set back by 3600.0 s.");
    CHECK(hall.verify(hall.exported(hall.all())).out.find("wall clock") == std::string::npos);
}
