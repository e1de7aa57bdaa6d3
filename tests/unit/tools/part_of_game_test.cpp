#include "daemon/evidence/replay.hpp"
#include "daemon/record/sensor_log.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tests/unit/tools/games.hpp"
#include "tools/hands/hands.hpp"
#include "tools/hands/recording.hpp"

#include <algorithm>
#include <random>

using namespace adoube;

namespace {

struct PlayedGame {
    record::GameEntry game;
    std::vector<record::Entry> inputs;

    PlayedGame(std::uint64_t seed, const tools::Style& style) {
        record::Header header;
        header.sensing = record::Sensing::presence;
        const auto played = tools::random_game(seed);
        if (played.start != chess::Position::start()) header.start_fen = played.start.fen();
        header.chess960 = played.chess960;
        game = {"Open-r1-b1", record::to_line(header), UtcMs(1'763'647'200'000), std::nullopt};
        const auto timeline = tools::play(
            played, {.style = style, .sensing = header.sensing, .seed = seed, .only_hands = true});
        for (const auto& input : tools::recorded(timeline, header.sensing))
            inputs.push_back({record::to_line(input), std::nullopt, game.created_utc_ms});
    }
};

/// Presence learns from later moves what a pawn became; the part ends after them.
bool has_promotion(const evidence::Replayed& whole, int from, int to) {
    const auto first = whole.record.moves.begin();
    return std::any_of(first + (from - 1), first + to,
                       [](const auto& made) { return made.move.kind == chess::MoveKind::promotion; });
}

int check_parts(std::uint64_t seed) {
    const PlayedGame played(seed, *tools::style_named(seed % 2 == 0 ? "clumsy" : "blitz"));
    const auto whole = evidence::replay(played.game, played.inputs).value();
    const auto plies = static_cast<int>(whole.record.moves.size());
    std::mt19937_64 random(seed);
    int parts = 0;
    for (int draw = 0; plies > 0 && draw < 12; ++draw) {
        const int from = 1 + static_cast<int>(random() % static_cast<std::uint64_t>(plies));
        const int to = std::min(plies, from + static_cast<int>(random() % 4));
        CAPTURE(seed, plies, from, to);
        const auto part = evidence::part_of_game(played.game, played.inputs, from, to);
        REQUIRE(part);
        const auto& [first_input, first, last, fen, corrections] = part->extract;
        CHECK(corrections.empty());
        CHECK(first <= from);
        CHECK(last >= to);
        ++parts;
        if (has_promotion(whole, std::max(from - 4, 1), std::min(to + 4, plies))) continue;
        CHECK(first >= from - 4);
        CHECK(last <= to + 4);
    }
    return parts;
}

} // namespace

TEST_CASE("evidence of any plies of a game by human hands can be cut out, with four more on each side at "
          "most where no pawn is promoted") {
    int parts = 0;
    for (const auto seed : tests::seeds({12, 150})) parts += check_parts(seed);
    CHECK(parts > 30);
}

TEST_CASE(
    "plies beside a pawn that became something else than a queen, as later moves tell, can be cut out") {
    CHECK(check_parts(105863912) == 12);
}

TEST_CASE("a sealed move stands in evidence before it is opened") {
    PlayedGame played(3, *tools::style_named("clean"));
    const auto plies =
        static_cast<int>(evidence::replay(played.game, played.inputs).value().record.moves.size());
    const auto told = played.inputs.size();
    const auto t_ms = record::parse_input(played.inputs.back().line, record::Sensing::presence)->t_ms + 1000;
    const auto say = [&](const record::What& what) {
        played.inputs.push_back({record::to_line({t_ms, what}), std::nullopt, played.game.created_utc_ms});
    };
    CHECK(evidence::inputs_before_sealed_move(played.game, played.inputs) == told);
    say(record::Adjourn{"Be4+"});
    say(record::Call{chess::Side::white});
    CHECK(evidence::inputs_before_sealed_move(played.game, played.inputs) == told);
    for (const int from : {1, plies}) {
        const auto part = evidence::part_of_game(played.game, played.inputs, from, plies);
        REQUIRE(part);
        CHECK(part->extract.first_input - 1 + part->inputs <= told);
    }
    const auto all = [&] { return played.inputs.size(); };
    const auto shown = [&] { return evidence::inputs_before_sealed_move(played.game, played.inputs); };
    say(record::SetResult{chess::Result::open}); // the game had none, and goes on
    CHECK(shown() == told);
    say(record::SetResult{chess::Result::draw});
    CHECK(shown() == all());
    say(record::SetResult{chess::Result::open});
    CHECK(shown() == told);
    say(record::SetResult{chess::Result::open, true}); // both have lost
    CHECK(shown() == all());
    say(record::TakeBack{1});
    CHECK(shown() == told);
    say(record::Resume{});
    CHECK(shown() == all());
}
