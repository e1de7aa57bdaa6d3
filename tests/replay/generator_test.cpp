// The generator keeps the contract's bounds and shows the game that it says.

#include "tests/catch.hpp"
#include "tests/replay/how_many.hpp"
#include "tests/replay/judge.hpp"

#include "daemon/record/sensor_log.hpp"

using namespace adoube;
using record::Drop;
using record::Lift;
using record::Sensing;

namespace {

constexpr auto games = replay::of_each / 5;

/// As reported after all inputs.
record::SeenSquares last_board(const replay::PlayedGame& played) {
    record::SeenSquares board;
    for (int n = 0; n < 64; ++n)
        if (const auto piece = played.game.start().at(static_cast<chess::Square>(n)))
            board[n] = record::Seen{piece->side, piece->type};
    for (const auto& input : played.inputs) {
        if (const auto* lift = std::get_if<Lift>(&input.what)) board[index(lift->square)] = std::nullopt;
        if (const auto* drop = std::get_if<Drop>(&input.what)) board[index(drop->square)] = drop->piece;
        if (const auto* snapshot = std::get_if<record::Snapshot>(&input.what)) board = snapshot->squares;
    }
    return board;
}

/// Pieces back after 120 to 400 ms: flicker or touch, nobody can tell.
int doubtful_touches(const replay::PlayedGame& played) {
    std::array<GameMs, 64> lifted{}, dropped{};
    dropped.fill(GameMs(-1'000'000));
    std::array<record::Seen, 64> there{};
    int result = 0;
    for (const auto& [t_ms, what] : played.inputs) {
        if (const auto* lift = std::get_if<Lift>(&what)) lifted[index(lift->square)] = t_ms;
        const auto* drop = std::get_if<Drop>(&what);
        if (!drop) continue;
        const int square = index(drop->square);
        const auto away_ms = t_ms - lifted[square];
        const bool bounce = lifted[square] - dropped[square] < 500;
        if (there[square] == drop->piece && !bounce && away_ms >= 120 && away_ms < 400) ++result;
        dropped[square] = t_ms;
        there[square] = drop->piece;
    }
    return result;
}

bool leaves_the_board_as_it_was(std::string_view knob) {
    for (const std::string_view other : {"kings_centre", "aftermath", "mate", "human", "rotated"})
        if (knob.starts_with(other)) return false;
    return true;
}

} // namespace

TEST_CASE("The same seed writes another log") {
    for (const auto& named : replay::all_knobs()) {
        INFO(named.name);
        const auto knobs = replay::knobs_of(named.name);
        const auto one = replay::play_by_hand(7, Sensing::identity, knobs);
        const auto two = replay::play_by_hand(7, Sensing::identity, knobs);
        REQUIRE(one.inputs.size() == two.inputs.size());
        bool same = to_line(one.header) == to_line(two.header);
        for (std::size_t at = 0; at < one.inputs.size(); ++at)
            same = same && to_line(one.inputs[at]) == to_line(two.inputs[at]);
        CHECK(same);
    }
}

TEST_CASE("The hands play on where each line ends in stalemate") {
    // After 43... Be6 White's only move is g6+, and any answer stalemates White.
    for (const std::string_view knob : {"plain", "no_lever"}) {
        const auto played = replay::play_by_hand(184'740'056, Sensing::identity, replay::knobs_of(knob));
        const auto record = replay::replayed(played.header, played.inputs).final_record();
        INFO(explain(played, record));
        CHECK(judge(played, record).right());
    }
}

TEST_CASE("The hands leave another position on the board than they played") {
    for (const auto& named : replay::all_knobs()) {
        if (!leaves_the_board_as_it_was(named.name)) continue;
        for (const auto seed : tests::seeds(games)) {
            const auto played = replay::play_by_hand(seed, Sensing::identity, replay::knobs_of(named.name));
            const auto board = last_board(played);
            int wrong = 0;
            for (int n = 0; n < 64; ++n) {
                const auto piece = played.game.position().at(static_cast<chess::Square>(n));
                const auto wanted =
                    piece ? std::optional(record::Seen{piece->side, piece->type}) : std::nullopt;
                wrong += board[n] != wanted;
            }
            INFO(named.name << ", seed " << seed);
            REQUIRE(wrong == 0);
        }
    }
}

TEST_CASE("Board time runs backwards") {
    for (const auto& named : replay::all_knobs())
        for (const auto seed : tests::seeds(games)) {
            const auto played = replay::play_by_hand(seed, Sensing::presence, replay::knobs_of(named.name));
            GameMs last_ms;
            int backwards = 0;
            for (const auto& input : played.inputs) backwards += input.t_ms < last_ms, last_ms = input.t_ms;
            INFO(named.name << ", seed " << seed);
            REQUIRE(backwards == 0);
        }
}

TEST_CASE("A touch lasts as long as a flicker might") {
    for (const auto& named : replay::all_knobs()) {
        if (std::string_view(named.name) == "mask") continue; // its sensor says anything
        for (const auto seed : tests::seeds(games)) {
            const auto played = replay::play_by_hand(seed, Sensing::identity, replay::knobs_of(named.name));
            INFO(named.name << ", seed " << seed);
            REQUIRE(doubtful_touches(played) == 0);
        }
    }
}
