#include "judge.hpp"

#include "daemon/chess/notation/san.hpp"
#include "daemon/evidence/examine.hpp"
#include "daemon/evidence/key_file.hpp"
#include "daemon/journal/journal.hpp"
#include "daemon/record/sensor_log.hpp"
#include "daemon/round/board_input.hpp"
#include "daemon/round/table.hpp"       // board_name
#include "tests/end-to-end/process.hpp" // text_of
#include "tools/adoube/evidence/export.hpp"

#include <algorithm>
#include <set>
#include <sstream>

namespace adoube::soak {
namespace {

std::vector<chess::Move> moves_of(const chess::PgnGame& game) {
    std::vector<chess::Move> moves;
    for (const auto& each : game.moves) moves.push_back(each.move);
    return moves;
}

std::string in_words(const chess::Position& start, std::span<const chess::Move> moves) {
    auto position = start;
    std::string text;
    for (const auto move : moves) {
        text += (text.empty() ? "" : " ") + chess::to_san(position, move);
        position.play(move);
    }
    return text;
}

/// A boot's events in the journal.
struct Recorded {
    const Boot* boot;
    std::size_t count = 0;
};

std::string text_in(const std::filesystem::path& folder, const Expected& expected) {
    return tests::text_of(folder / (expected.id + ".pgn"));
}

} // namespace

std::string wrong_in_pgn(const std::string& text, const Expected& expected) {
    chess::PgnReader reader(text);
    const auto read = reader.next();
    if (!read) return "is not there";
    if (!*read) return "cannot be read: " + read->error().reason;
    const auto& game = **read;
    for (const auto* name : {"White", "Black"})
        if (game.tags.find(name)->second != expected.game.tags.find(name)->second)
            return std::string("has another ") + name + ": " + game.tags.find(name)->second;
    if (game.start != expected.game.start || game.chess960 != expected.game.chess960)
        return "begins with another position";
    if (moves_of(game) != moves_of(expected.game))
        return "has moves that were not played:\n  " + in_words(game.start, moves_of(game)) +
               "\n  and not\n  " + in_words(expected.game.start, moves_of(expected.game));
    if (game.result != expected.game.result)
        return "has the result " + std::string(chess::to_string(game.result)) + " and not " +
               std::string(chess::to_string(expected.game.result));
    return {};
}

bool pgn_is_right(const std::filesystem::path& folder, const Expected& expected) {
    return wrong_in_pgn(text_in(folder, expected), expected).empty();
}

void check_pgn(const std::filesystem::path& folder, const std::vector<const Expected*>& all,
               const std::vector<Expected>& may, Faults& faults) {
    std::set<std::string> names;
    for (const auto& expected : may) names.insert(expected.id + ".pgn");
    for (const auto* expected : all) {
        names.insert(expected->id + ".pgn");
        if (const auto wrong = wrong_in_pgn(text_in(folder, *expected), *expected); !wrong.empty())
            faults.tell("the PGN file of " + expected->id + " " + wrong);
    }
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (const auto name = entry.path().filename().string(); !names.contains(name))
            faults.tell("there is a file " + name + " of a game that nobody played");
}

bool is_shown_right(const Viewer& display, const Expected& expected) {
    const auto shown = display.games().find(expected.id);
    if (shown == display.games().end()) return false;
    auto position = expected.game.start;
    std::vector<std::string> san;
    for (const auto& each : expected.game.moves) {
        san.push_back(chess::to_san(position, each.move));
        position.play(each.move);
    }
    return shown->second.moves == san && shown->second.result == chess::to_string(expected.game.result);
}

void check_journal(const std::filesystem::path& file, const std::vector<const Board*>& boards,
                   const std::vector<Expected>& before, Faults& faults) {
    std::set<std::string> passed_over;
    for (const auto& game : before) passed_over.insert(game.id);
    std::map<std::pair<std::string, std::uint32_t>, Recorded> boots;
    std::map<std::string, record::Sensing> sensing;
    for (const auto* board : boards) {
        sensing[round::board_name(board->id())] = static_cast<record::Sensing>(board->sensing());
        for (const auto& boot : board->boots())
            boots[{round::board_name(board->id()), boot.boot_id}] = {&boot};
    }
    auto journal = journal::Journal::open(file);
    if (!journal) return faults.tell(journal.error());
    const auto games = journal->reader().games();
    if (!games) return faults.tell(games.error());
    for (const auto& game : *games) {
        if (passed_over.contains(game.id)) continue;
        const auto inputs = journal->reader().inputs(game.id);
        if (!inputs) return faults.tell(inputs.error());
        for (const auto& entry : *inputs) {
            if (!entry.origin || !entry.origin->sequence) continue;
            const auto& origin = *entry.origin;
            const auto told = "game " + game.id + ": " + entry.line + ", number " +
                              std::to_string(*origin.sequence) + " of board " + origin.board_id;
            const auto found = boots.find({origin.board_id, origin.boot_id});
            if (found == boots.end() || *origin.sequence >= found->second.boot->events.size()) {
                faults.tell(told + ", was told by no board");
                continue;
            }
            auto& [boot, count] = found->second;
            if (*origin.sequence != count)
                faults.tell(told + ", is not the next, which is " + std::to_string(count));
            const auto& event = boot->events[*origin.sequence];
            const auto of = sensing[origin.board_id];
            const auto input = record::parse_input(entry.line, of);
            if (!input || entry.line != record::to_line({input->t_ms, round::input_of(event, of)}) ||
                origin.board_us.count() != event.time_us + firmware::VirtualBoard::started_before_us)
                faults.tell(told + ", is not what the board told");
            count = *origin.sequence + 1;
        }
    }
    for (const auto& [name, recorded] : boots)
        if (recorded.count < recorded.boot->acknowledged)
            faults.tell("board " + name.first + " was told to forget " +
                        std::to_string(recorded.boot->acknowledged) + " events, of which the journal has " +
                        std::to_string(recorded.count));
}

void check_evidence(const std::filesystem::path& journal, const std::filesystem::path& key,
                    const Expected& expected, Faults& faults) {
    std::istringstream in;
    std::ostringstream out, err;
    tools::ExportOptions options;
    options.game = expected.id;
    options.journal = journal.string();
    options.key = key.string();
    if (tools::run_evidence_export(options, {in, out, err}) != 0 || !err.str().empty())
        return faults.tell("game " + expected.id + " cannot be exported: " + err.str());
    const auto signing = evidence::read_key_file(key);
    evidence::Trust trust;
    trust.signers = {signing->verifier()};
    const auto found = evidence::examine(out.str(), trust);
    for (const auto& fault : found.faults) faults.tell("the evidence of " + expected.id + ": " + fault);
    if (!found.replayed) return;
    std::vector<chess::Move> moves;
    for (const auto& each : found.replayed->record.moves) moves.push_back(each.move);
    if (moves != moves_of(expected.game) || found.replayed->record.result != expected.game.result)
        faults.tell("the evidence of " + expected.id + " tells another game");
}

} // namespace adoube::soak
