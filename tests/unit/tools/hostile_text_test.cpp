// Text that would control a terminal or forge our lines, through what every verb says.

#include "daemon/evidence/key_file.hpp"
#include "daemon/journal/journal.hpp"
#include "daemon/record/sensor_log.hpp"
#include "daemon/text/quoting.hpp"
#include "run_verb.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/tier.hpp"
#include "tests/unit/evidence/recorded_game.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/evidence/cosign.hpp"
#include "tools/adoube/evidence/export.hpp"
#include "tools/adoube/evidence/keeping.hpp"
#include "tools/adoube/evidence/key.hpp"
#include "tools/adoube/evidence/key_statement.hpp"
#include "tools/adoube/evidence/report.hpp"
#include "tools/adoube/games/import_dgt.hpp"
#include "tools/adoube/games/import_states.hpp"
#include "tools/adoube/games/notate.hpp"
#include "tools/adoube/games/perft.hpp"
#include "tools/adoube/games/replay.hpp"
#include "tools/adoube/games/simulate.hpp"
#include "tools/adoube/games/unwinnable.hpp"
#include "tools/adoube/hall/arbiter.hpp"
#include "tools/adoube/hall/journal.hpp"
#include "tools/adoube/hall/token.hpp"

#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <boost/json.hpp>

#include <thread>

using namespace adoube;
using namespace adoube::tools;
using tests::RecordedGame;
using tests::run;
using tests::Said;

namespace {

/// Most forge a line of ours.
const std::string hostile[] = {
    "x\nFORGED",       "x\r\nFORGED",         "x\x1b[2J\x1b[HFORGED", "\x1b]0;t\x07\nFORGED",
    "x\u009b2JFORGED", "x\u0085FORGED",       "x\u2028FORGED",        "x\u2029FORGED",
    "x\u202eDEGROF",   "\u2066x\u200f\u061c", "x\x7f\b\bFORGED",      std::string("x\0y", 3),
    "x\v\fFORGED"};
const std::string not_utf8[] = {"x\x9b"
                                "2JFORGED",
                                "x\xff\nFORGED", "\xc3\x28", "\xed\xa0\x80"};

std::vector<std::string> all_hostile() {
    std::vector<std::string> all(std::begin(hostile), std::end(hostile));
    all.insert(all.end(), std::begin(not_utf8), std::end(not_utf8));
    return all;
}

void check_plain(std::string_view text) {
    CAPTURE(text::shown(text));
    CHECK(text::all_characters(text, [](char32_t c) { return c == '\n' || !text::is_control(c); }));
    CHECK_FALSE((text.starts_with("FORGED") || text.find("\nFORGED") != std::string_view::npos));
}
void check_plain(const Said& said) {
    CHECK_FALSE((said.out.empty() && said.err.empty()));
    check_plain(said.out);
    check_plain(said.err);
}

struct Folder {
    tests::TemporaryFolder folder;

    std::string path(const std::string& name) const { return (folder / name).string(); }
    std::string file(const std::string& name, const std::string& text) const {
        REQUIRE(write_file(path(name), text));
        return path(name);
    }
    /// A hall's or co-signer's.
    std::string key(const std::string& name, const tlog::SigningKey& signing) const {
        const auto at = file(name, signing.to_string() + "\n");
        std::filesystem::permissions(at, std::filesystem::perms(0600));
        return at;
    }
};

/// Signed by its forger, `text` in every text field.
std::string forged(const std::string& text) {
    RecordedGame recorded;
    auto header = record::parse_header(recorded.game.header).value();
    header.tags = {{"White", text}, {"Event", text}, {"Round", text}, {"WhiteElo", text}};
    header.start_time = text;
    header.time_control = text;
    recorded.game.header = record::to_line(header);
    auto t_ms = record::parse_input(recorded.inputs.back().line, header.sensing)->t_ms;
    const auto put = [&](record::What what) {
        recorded.inputs.push_back(
            {record::to_line(record::Input{t_ms += 1, std::move(what)}), std::nullopt, UtcMs(1)});
    };
    put(record::BoardChange{text});
    put(record::PlayMove{text});
    put(record::Claim{record::Claim::On::repetition, chess::Side::white, text});
    put(record::Adjourn{text});
    put(record::SetPosition{text});
    return to_text(evidence::make_evidence(tests::other_key, 1, recorded.game, recorded.inputs, {}, {}));
}

VerifyOptions of(const std::string& file) { return {file, {}, {}, {}, false}; }

} // namespace

TEST_CASE("evidence that its forger signed prints no order to a terminal, and no line of ours") {
    const Folder hall;
    for (const auto& text : hostile) {
        CAPTURE(text::shown(text));
        const auto file = hall.file("forged", forged(text));
        auto options = of(file);
        check_plain(run(run_verify, options));
        check_plain(run(run_evidence_report, ReportOptions{options, {}}));
        options.self_consistent = true;
        check_plain(run(run_verify, options));
        check_plain(run(run_evidence_report, ReportOptions{options, {}}));
    }
}

TEST_CASE("whatever line of evidence is hostile, what is said of it is plain") {
    const Folder hall;
    const auto whole = to_text(RecordedGame().whole());
    std::vector<std::string> lines;
    std::istringstream in(whole);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    for (const auto& text : all_hostile())
        for (std::size_t at = 0; at < lines.size(); at += at < 12 || at + 12 > lines.size() ? 1 : 17) {
            std::string other;
            for (std::size_t n = 0; n < lines.size(); ++n)
                other += (n == at ? lines[n].substr(0, lines[n].size() / 2) + text : lines[n]) + "\n";
            CAPTURE(text::shown(text), at);
            check_plain(run(run_verify, of(hall.file("damaged", other))));
        }
}

TEST_CASE("words that are given and files that are no evidence are told plainly") {
    const Folder hall;
    const auto key = hall.key("hall.key", tests::hall_key), anna = hall.key("anna.key", tests::arbiter_key);
    for (const auto& text : all_hostile()) {
        CAPTURE(text::shown(text));
        const auto file = hall.file("a file", text);
        auto options = of(file);
        check_plain(run(run_verify, options));
        options.keys = {text};
        check_plain(run(run_verify, options));
        options.keys = {};
        options.statements = {file};
        check_plain(run(run_verify, options));
        options.statements = {};
        options.published = {file};
        check_plain(run(run_verify, options));
        check_plain(run(run_verify, of(hall.path("none") + text)));
        check_plain(run(run_evidence_key_new, NewKeyOptions{hall.path("k"), "a b" + text, false}));
        check_plain(run(run_evidence_key_show, ShowKeyOptions{file}));
        check_plain(run(run_evidence_cosign, CosignOptions{file, anna, text, {}, {}}));
        check_plain(
            run(run_evidence_cosign, CosignOptions{hall.file("old", "old 1\n" + text), anna, {}, {}, {}}));
        check_plain(run(run_evidence_key_revoke, RevokeOptions{key, text, text, {}}));
        check_plain(run(run_token_list, TokenListOptions{file}));
        check_plain(run(run_unwinnable, UnwinnableOptions{}, text));
        check_plain(run(run_perft, PerftOptions{1, text}));
        check_plain(run(run_import_dgt, ImportOptions{file, {}}));
        check_plain(
            run(run_import_states, ImportStatesOptions{{file, {}}, adoube::drivers::Maker::millennium}));
        check_plain(run(run_journal_copy, JournalCopyOptions{file, hall.path("copy")}));
        check_plain(run(run_evidence_list, ListOptions{file, {}}));
    }
}

TEST_CASE("what was said about keys is told plainly") {
    const Folder hall;
    const auto anna = hall.key("anna.key", tests::arbiter_key);
    const auto file = hall.file("forged", forged("x"));
    for (const auto& text : hostile) {
        CAPTURE(text::shown(text));
        const std::vector signers{tests::other_key};
        evidence::Statement said{tests::other_key.verifier(), 1, std::nullopt, text};
        const auto statements = std::vector{evidence::make_statement(said, signers, 2)};
        const auto kept = hall.file("statements", to_text(statements));
        auto options = of(file);
        options.statements = {kept};
        check_plain(run(run_verify, options));
        check_plain(run(run_evidence_key_vouch, VouchOptions{kept, said.key.to_string(), anna}));
    }
}

TEST_CASE("games, logs and journals of others are told plainly") {
    for (const auto& text : hostile) {
        CAPTURE(text::shown(text));
        const Folder hall;
        const auto key = hall.key("hall.key", tests::hall_key);
        RecordedGame recorded;
        auto header = record::parse_header(recorded.game.header).value();
        header.tags["White"] = header.tags["Site"] = text;
        header.time_control = text;
        recorded.game.header = record::to_line(header);
        const auto journal = hall.path("hall.journal");
        {
            auto written = journal::Journal::open(journal).value().start({});
            written.put(journal::OpenGame{recorded.game});
            for (const auto& input : recorded.inputs) written.put(journal::Append{recorded.game.id, input});
        }
        KeepingOptions keeping;
        keeping.games = {recorded.game.id};
        keeping.journal = journal;
        keeping.why = text;
        check_plain(run(run_evidence_hold, keeping));
        check_plain(run(run_evidence_list, ListOptions{journal, {}}));
        check_plain(run(run_evidence_delete, keeping));
        check_plain(run(run_evidence_release, keeping));
        check_plain(run(run_evidence_delete, keeping, "n\n"));
        keeping.games = {text};
        check_plain(run(run_evidence_hold, keeping));
        check_plain(run(run_evidence_export, ExportOptions{text, journal, key, {}, {}, {}, {}, {}}));
        check_plain(run(run_evidence_checkpoint, CheckpointOptions{text, journal, {}, {}}));

        ReplayOptions replay;
        replay.logs = {"-"};
        std::string log = recorded.game.header + "\n";
        check_plain(run(run_replay, replay, log));
        check_plain(run(run_replay, replay, log + recorded.inputs.front().line + "\n" + text + "\n"));
        check_plain(
            run(run_replay, replay,
                log + R"({"t":1,"call":)" + boost::json::serialize(boost::json::value(text)) + "}\n"));

        const auto pgn =
            hall.file("pgn", "[White \"" + text + "\"]\n[Black \"x\"]\n\n1. e4 " + text + " e5 *\n");
        for (const bool back : {false, true}) {
            NotateOptions notate;
            notate.games = pgn;
            notate.to_pgn = back;
            check_plain(run(run_notate, notate));
        }
        SimulateOptions simulate;
        simulate.games = pgn;
        check_plain(run(run_simulate, simulate));
    }
}

TEST_CASE("what a daemon answers is told plainly") {
    using boost::asio::local::stream_protocol;
    const Folder hall;
    boost::asio::io_context context;
    stream_protocol::acceptor acceptor(context, stream_protocol::endpoint(hall.path("control")));
    const auto answers = all_hostile();
    std::thread daemon([&] {
        for (const auto& text : answers) {
            auto socket = acceptor.accept();
            std::string line;
            boost::asio::read_until(socket, boost::asio::dynamic_buffer(line), '\n');
            const bool as_text = &text != &answers.back();
            const auto answer = as_text ? boost::json::serialize(boost::json::object{{"error", text}}) : text;
            boost::asio::write(socket, boost::asio::buffer(answer + "\n"));
        }
    });
    for (std::size_t at = 0; at < answers.size(); ++at) {
        ArbiterOptions options;
        options.control = hall.path("control");
        options.board = 1;
        options.verb = "resume";
        check_plain(run(run_arbiter, options));
    }
    daemon.join();
}
