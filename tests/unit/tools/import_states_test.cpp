#include "daemon/chess/notation/pgn.hpp"
#include "daemon/chess/notation/san.hpp"
#include "daemon/drivers/driver.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/text_of.hpp"
#include "tools/adoube/games/import_states.hpp"
#include "tools/adoube/games/replay.hpp"
#include "tools/hands/hands.hpp"
#include "tools/makers/simulated_boards.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

using namespace adoube;
using namespace adoube::tools;
using tests::text_of;

namespace {

constexpr const char* game_pgn = "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. Nf3 Bg4 5. Be2 Nc6 6. O-O O-O-O *\n";
constexpr const char* game_moves = "e4 d5 exd5 Qxd5 Nc3 Qa5 Nf3 Bg4 Be2 Nc6 O-O O-O-O";

struct ImportedStates {
    tests::TemporaryFolder folder;
    int status = 0;
    std::string said;

    ImportedStates(drivers::Maker maker, const std::string& bytes) {
        std::ofstream(folder / "recording.bin", std::ios::binary) << bytes;
        std::istringstream in;
        std::ostringstream out, err;
        ImportStatesOptions options;
        options.maker = maker;
        options.file = (folder / "recording.bin").string();
        options.log = log();
        status = run_import_states(options, {in, out, err});
        said = err.str();
    }
    std::string log() const { return (folder / "game.jsonl").string(); }
    std::string moves() {
        std::istringstream in;
        std::ostringstream out, err;
        ReplayOptions options;
        options.logs = {log()};
        options.out_dir = (folder / "out").string();
        REQUIRE(run_replay(options, {in, out, err}) == 0);
        const auto text = text_of(folder / "out/game.pgn");
        const auto game = chess::PgnReader(text).next().value().value();
        chess::Game replayed(game.start);
        std::string moves;
        for (const auto& move : game.moves) {
            moves += (moves.empty() ? "" : " ") + to_san(replayed.position(), move.move);
            replayed.play(move.move);
        }
        return moves;
    }
};

drivers::Maker maker_of(const makers::SimulatedBoard& kind) {
    return std::ranges::find(drivers::makers, kind.maker, &drivers::MakersBoards::word)->maker;
}

std::string recorded(const makers::SimulatedBoard& kind) {
    const auto game = chess::PgnReader(game_pgn).next().value().value();
    auto style = *style_named("clean");
    style.kings = 0;
    const auto timeline = play(game, {.style = style, .sensing = kind.sensing, .only_hands = true});
    const auto board = kind.make({});
    const auto asks = drivers::make_driver(maker_of(kind), "");
    asks->opened(SteadyUs(0));
    board->received(asks->take_bytes());
    std::string bytes;
    const auto advance = [&](std::int64_t t_us) {
        for (const auto byte : board->advance_to(static_cast<std::uint64_t>(t_us)))
            bytes += static_cast<char>(byte);
    };
    constexpr std::int64_t begin_us = 8'000'000;
    advance(begin_us);
    std::int64_t last_us = begin_us;
    for (const auto& happening : timeline.happenings) {
        advance(last_us = begin_us + happening.t_us);
        if (const auto* change = std::get_if<Change>(&happening.what))
            board->stand(change->square, change->now);
    }
    advance(last_us + 5'000'000);
    return bytes;
}

} // namespace

TEST_CASE("a recording of a board that tells states alone becomes another game than was played") {
    int kinds = 0;
    for (const auto& boards : drivers::makers) {
        if (!tells_states_alone(boards.maker)) continue;
        for (const auto& kind : makers::simulated_boards()) {
            if (kind.maker != boards.word) continue;
            CAPTURE(kind.word);
            ++kinds;
            ImportedStates imported(boards.maker, recorded(kind));
            CHECK(imported.moves() == game_moves);
            CHECK(text_of(imported.log()).find("\"scan_ms\"") != std::string::npos);
            CHECK(imported.status == (imported.said.empty() ? 0 : 2));
        }
    }
    CHECK(kinds == 4);
}

TEST_CASE(
    "what is damaged in a recording of a board that tells states alone is not named, or ends the import") {
    for (const auto& kind : makers::simulated_boards()) {
        if (!tells_states_alone(maker_of(kind))) continue;
        CAPTURE(kind.word);
        auto bytes = recorded(kind);
        bytes.replace(bytes.size() / 3, 20, 20, '\x7f');
        ImportedStates imported(maker_of(kind), bytes);
        CHECK(imported.status == 2);
        CHECK(imported.said.find("recording.bin:byte ") != std::string::npos);
        CHECK(imported.said.find(": a damaged message") != std::string::npos);
        CHECK(imported.moves() == game_moves);
    }
}

TEST_CASE("a recording that begins inside a message is taken for a damaged one") {
    const auto damaged = [](const ImportedStates& imported) {
        std::size_t count = 0;
        const std::string text = ": a damaged message";
        for (std::size_t at = 0; (at = imported.said.find(text, at)) != std::string::npos; ++at) ++count;
        return count;
    };
    int undamaged = 0;
    for (const auto& kind : makers::simulated_boards()) {
        if (!tells_states_alone(maker_of(kind))) continue;
        CAPTURE(kind.word);
        const auto bytes = recorded(kind);
        const ImportedStates whole(maker_of(kind), bytes);
        undamaged += whole.status == 0 ? 1 : 0;
        for (const std::size_t missing : {1, 5, 11}) {
            ImportedStates imported(maker_of(kind), bytes.substr(missing));
            CAPTURE(missing, imported.said);
            CHECK(damaged(imported) == damaged(whole)); // by the line
            CHECK(imported.status == whole.status);
            CHECK(imported.moves() == game_moves);
        }
    }
    CHECK(undamaged > 0);
}

TEST_CASE("a recording without any state of a board becomes a log") {
    for (const auto& boards : drivers::makers) {
        if (!tells_states_alone(boards.maker)) continue;
        ImportedStates imported(boards.maker, "\x86no such bytes\n");
        CHECK(imported.status == 2);
        CHECK(imported.said.find("no state of a board by " + std::string(boards.name) + " was found") !=
              std::string::npos);
    }
}
