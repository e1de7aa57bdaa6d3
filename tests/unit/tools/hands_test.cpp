#include "tests/catch.hpp"

#include "tests/tier.hpp"
#include "tests/unit/tools/games.hpp"
#include "tools/hands/hands.hpp"

#include <algorithm>
#include <set>

using namespace adoube;
using namespace adoube::tools;
using chess::Result;
using chess::Side;
using chess::Square;
using record::Sensing;

namespace {

using Board = std::array<std::optional<chess::Piece>, 64>;

Board board_of(const chess::Position& position) {
    Board board;
    for (int at = 0; at < 64; ++at) board[at] = position.at(static_cast<Square>(at));
    return board;
}

chess::Position final_position(const chess::PgnGame& game) {
    chess::Position position = game.start;
    for (const auto& move : game.moves) position.play(move.move);
    return position;
}

Board final_board(const Timeline& timeline) {
    Board board = board_of(timeline.start);
    for (const auto& happening : timeline.happenings)
        if (const auto* change = std::get_if<Change>(&happening.what))
            board[chess::index(change->square)] = change->now;
    return board;
}

/// A square's content over [from_us, to_us).
struct Spell {
    std::int64_t from_us, to_us;
    std::optional<chess::Piece> piece;
};

/// A square's spells without flicker.
std::vector<Spell> spells(const Timeline& timeline, int square) {
    std::vector<Spell> all{{-1'000'000'000, 0, board_of(timeline.start)[square]}};
    for (const auto& happening : timeline.happenings) {
        const auto* change = std::get_if<Change>(&happening.what);
        if (!change || chess::index(change->square) != square) continue;
        all.back().to_us = happening.t_us;
        const auto n = all.size();
        if (n > 1 && !all[n - 1].piece && all[n - 2].piece == change->now &&
            happening.t_us - all[n - 1].from_us < 120'000)
            all.pop_back();
        else
            all.push_back({happening.t_us, 0, change->now});
    }
    all.back().to_us = 1'000'000'000'000;
    return all;
}

bool pressed_between(const Timeline& timeline, Side side, std::int64_t from_us, std::int64_t to_us) {
    return std::ranges::any_of(timeline.happenings, [&](const Happening& happening) {
        const auto* press = std::get_if<LeverPress>(&happening.what);
        return press && press->side == side && happening.t_us > from_us && happening.t_us < to_us;
    });
}

/// The sensor log's table "How long things last".
void check_bounds(const Timeline& timeline) {
    for (int square = 0; square < 64; ++square) {
        const auto all = spells(timeline, square);
        for (std::size_t at = 1; at + 1 < all.size(); ++at) {
            const auto &before = all[at - 1], &now = all[at], &after = all[at + 1];
            const auto lasted_us = now.to_us - now.from_us;
            CAPTURE(square, now.from_us, lasted_us);
            if (!now.piece && before.piece && after.piece) {
                const bool bounce = before.piece == after.piece && at > 1 &&
                                    now.from_us - before.from_us < 500'000 &&
                                    !pressed_between(timeline, before.piece->side, before.from_us, now.to_us);
                CHECK((lasted_us >= 400'000 || bounce));
            }
            if (now.piece && !after.piece && at + 2 < all.size()) {
                const bool bounce = all[at + 2].piece == now.piece && lasted_us < 500'000 &&
                                    after.to_us - after.from_us < 400'000;
                CHECK((lasted_us < 300'000 || lasted_us >= 1'000'000 || bounce));
            } else if (now.piece) {
                CHECK((lasted_us < 300'000 || lasted_us >= 1'000'000));
            }
        }
    }
}

std::vector<Players> all_players(std::uint64_t seed) {
    std::vector<Players> all;
    for (const auto* style : {"clean", "human", "blitz", "clumsy"})
        for (const auto sensing : {Sensing::presence, Sensing::colour, Sensing::identity})
            all.push_back({.style = *style_named(style),
                           .sensing = sensing,
                           .seed = seed,
                           .only_hands = seed % 2 == 0});
    return all;
}

int presses(const Timeline& timeline, Side side) {
    return static_cast<int>(std::ranges::count_if(timeline.happenings, [side](const Happening& happening) {
        const auto* press = std::get_if<LeverPress>(&happening.what);
        return press && press->side == side;
    }));
}

/// This habit alone, always.
Players habit(double Style::*knob, Sensing sensing = Sensing::identity, std::uint64_t seed = 1) {
    Players players{.style = {}, .sensing = sensing, .seed = seed};
    players.style.*knob = 1;
    return players;
}

/// Touches in order: "-e2 +e4", and "*e5" for a piece replaced.
std::string touches(const Timeline& timeline) {
    Board board = board_of(timeline.start);
    std::string text;
    for (const auto& happening : timeline.happenings) {
        const auto* change = std::get_if<Change>(&happening.what);
        if (!change) continue;
        auto& square = board[chess::index(change->square)];
        text += text.empty() ? "" : " ";
        text += !change->now ? '-' : square ? '*' : '+';
        text += to_string(change->square);
        square = change->now;
    }
    return text;
}

/// As many under a sanitizer: fewer would miss some order.
std::set<std::string> all_touches(const chess::PgnGame& game, double Style::*knob) {
    std::set<std::string> found;
    for (auto seed = tests::first_seed(); seed < tests::first_seed() + 50; ++seed)
        found.insert(touches(play(game, habit(knob, Sensing::identity, seed))));
    return found;
}

chess::Position position(const char* fen) { return *chess::Position::from_fen(fen); }

} // namespace

TEST_CASE(
    "hands: the board shows the game's last position at the end, for all games, styles, sensors and seeds") {
    for (const auto seed : tests::seeds({60, 300})) {
        auto game = random_game(seed);
        game.result = Result::open;
        for (const auto& players : all_players(seed))
            REQUIRE(final_board(play(game, players)) == board_of(final_position(game)));
    }
}

TEST_CASE("hands: every duration keeps to the sensor log's bounds") {
    for (const auto seed : tests::seeds({60, 300})) {
        const auto game = random_game(seed);
        CAPTURE(seed);
        for (const auto& players : all_players(seed)) check_bounds(play(game, players));
    }
}

TEST_CASE("hands: time never goes back, and every change changes something") {
    for (const auto seed : tests::seeds({60, 300})) {
        const auto game = random_game(seed);
        for (const auto& players : all_players(seed)) {
            const auto timeline = play(game, players);
            Board board = board_of(timeline.start);
            std::int64_t last_us = 0;
            for (const auto& happening : timeline.happenings) {
                REQUIRE(happening.t_us >= last_us);
                last_us = happening.t_us;
                if (const auto* change = std::get_if<Change>(&happening.what)) {
                    REQUIRE(board[chess::index(change->square)] != change->now);
                    board[chess::index(change->square)] = change->now;
                }
            }
        }
    }
}

TEST_CASE("hands: the same seed gives the same timeline, another seed another one") {
    const auto game = random_game(3);
    Players players{.style = *style_named("clumsy"), .sensing = Sensing::colour, .seed = 5};
    const auto touched = touches(play(game, players));
    CHECK(touches(play(game, players)) == touched);
    players.seed = 6;
    CHECK(touches(play(game, players)) != touched);
}

TEST_CASE("hands: clean hands lift, drop and press once a ply, and say the result") {
    const auto timeline =
        play(game_of("e4 d5 exd5 Qxd5", Result::white_wins), {.style = {}, .sensing = Sensing::presence});
    CHECK(touches(timeline) == "-e2 +e4 -d7 +d5 -d5 -e4 +d5 -d5 -d8 +d5");
    CHECK(presses(timeline, Side::white) == 2);
    CHECK(presses(timeline, Side::black) == 2);
    const auto* said = std::get_if<Said>(&timeline.happenings.back().what);
    REQUIRE(said);
    CHECK(std::get<record::Resign>(said->what).side == Side::black);
}

TEST_CASE("hands: captures in each order") {
    const auto game = game_of("Rxe5", Result::open, position("4k3/8/8/4p3/8/8/8/K3R3 w - - 0 1"));
    CHECK(touches(play(game, {.style = {}})) == "-e5 -e1 +e5");
    CHECK(touches(play(game, habit(&Style::mover_first))) == "-e1 -e5 +e5");
    CHECK(touches(play(game, habit(&Style::knock_out))) == "-e1 *e5");
    CHECK(touches(play(game, habit(&Style::slide))) == "-e5 -e1 +e2 -e2 +e3 -e3 +e4 -e4 +e5");
    CHECK(touches(play(game, habit(&Style::seen_twice))) == "-e5 +e5 -e1");
    CHECK(touches(play(game, habit(&Style::hover))) == "-e1 +e1 -e5 -e1 +e5");
    CHECK(touches(play(game, habit(&Style::bounce))) == "-e5 -e1 +e5 -e5 +e5");
}

TEST_CASE("hands: under presence nobody is knocked out where the lift alone would not tell the capture") {
    const auto one = game_of("Rxe5", Result::open, position("4k3/8/8/4p3/8/8/8/K3R3 w - - 0 1"));
    CHECK(touches(play(one, habit(&Style::knock_out, Sensing::presence))) == "-e1 *e5");
    const auto two = game_of("Rxe5", Result::open, position("4k3/8/8/4p3/8/8/8/K3R2n w - - 0 1"));
    CHECK(touches(play(two, habit(&Style::knock_out, Sensing::presence))) == "-e5 -e1 +e5");
    CHECK(touches(play(two, habit(&Style::knock_out, Sensing::colour))) == "-e1 *e5");
}

TEST_CASE("hands: castling with one hand, and with both") {
    const auto game = game_of("O-O", Result::open, position("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
    CHECK(touches(play(game, {.style = {}})) == "-e1 +g1 -h1 +f1");
    CHECK(touches(play(game, habit(&Style::slide))) == "-e1 +f1 -f1 +g1 -h1 +f1");
    CHECK(all_touches(game, &Style::two_hands) ==
          std::set<std::string>{"-e1 -h1 +g1 +f1", "-e1 -h1 +f1 +g1"});
    const auto swap = game_of("O-O", Result::open, position("1k6/8/8/8/8/8/8/5KR1 w G - 0 1"));
    CHECK(all_touches(swap, &Style::bounce) == std::set<std::string>{"-f1 -g1 +g1 +f1", "-f1 -g1 +f1 +g1"});
}

TEST_CASE("hands: en passant in each order") {
    const auto game = game_of("exd6", Result::open, position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"));
    CHECK(touches(play(game, {.style = {}})) == "-e5 +d6 -d5");
    CHECK(all_touches(game, &Style::other_order) == std::set<std::string>{"-d5 -e5 +d6", "-e5 -d5 +d6"});
}

TEST_CASE("hands: promotion in each order, with and without a capture") {
    const auto straight = game_of("e8=N", Result::open, position("k7/4P3/8/8/8/8/8/4K3 w - - 0 1"));
    CHECK(touches(play(straight, {.style = {}})) == "-e7 +e8 -e8 +e8");
    CHECK(all_touches(straight, &Style::other_order) ==
          std::set<std::string>{"-e7 +e8", "+e8 -e7", "-e7 +e8 *e8"});
    const auto capture = game_of("exd8=Q", Result::open, position("3rk3/4P3/8/8/8/8/8/4K3 w - - 0 1"));
    CHECK(touches(play(capture, {.style = {}})) == "-d8 -e7 +d8 -d8 +d8");
    CHECK(all_touches(capture, &Style::other_order) ==
          std::set<std::string>{"-d8 -e7 +d8", "-d8 +d8 -e7", "-d8 -e7 +d8 *d8"});
    CHECK(all_touches(capture, &Style::knock_out) == std::set<std::string>{"-e7 *d8 -d8 +d8"});
}

TEST_CASE("hands: without identity an arbiter tells an underpromotion") {
    const auto game = game_of("e8=N", Result::open, position("k7/4P3/8/8/8/8/8/4K3 w - - 0 1"));
    const auto told = [&](Sensing sensing, bool only_hands) {
        const auto timeline =
            play(game, {.style = {}, .sensing = sensing, .seed = 1, .only_hands = only_hands});
        return std::ranges::any_of(timeline.happenings, [](const Happening& happening) {
            const auto* said = std::get_if<Said>(&happening.what);
            return said && std::holds_alternative<record::Promoted>(said->what);
        });
    };
    CHECK(told(Sensing::presence, false));
    CHECK(told(Sensing::colour, false));
    CHECK_FALSE(told(Sensing::identity, false));
    CHECK_FALSE(told(Sensing::presence, true));
}

TEST_CASE("hands: a forgotten press, and one that is made up for") {
    const auto game = game_of("e4 e5 Nf3 Nc6", Result::open);
    const auto forgotten = play(game, habit(&Style::no_press));
    CHECK(presses(forgotten, Side::white) == 0);
    CHECK(presses(forgotten, Side::black) == 1); // the last move is pressed
    const auto owed = play(game, habit(&Style::press_owed));
    CHECK(presses(owed, Side::white) == 2);
    CHECK(presses(owed, Side::black) == 2);
    const auto unpressed = play(game, habit(&Style::unpressed_end));
    CHECK(presses(unpressed, Side::black) == 1);
}

TEST_CASE("hands: the kings say the result in the centre, whatever stands there") {
    struct Row {
        const char* fen;
        Result result;
    };
    const Row rows[] = {
        {"4k3/p7/8/8/8/8/8/4K3 w - - 0 1", Result::white_wins},
        {"4k3/p7/8/8/8/8/8/4K3 w - - 0 1", Result::black_wins},
        {"4k3/p7/8/8/8/8/8/4K3 w - - 0 1", Result::draw},
        {"8/p7/8/8/4K3/8/8/4k3 w - - 0 1", Result::white_wins},
        {"8/p7/8/4K3/8/8/8/4k3 w - - 0 1", Result::black_wins},
        {"8/p7/8/3k4/8/8/8/4K3 w - - 0 1", Result::white_wins},
        {"8/p7/8/4k3/8/8/4K3/8 w - - 0 1", Result::draw},
        {"8/8/8/3pp3/3PP3/8/8/k3K3 w - - 0 1", Result::black_wins},
        {"8/8/2k5/3p4/4K3/8/8/8 w - - 0 1", Result::white_wins},
    };
    for (const Row& row : rows)
        for (const auto seed : tests::seeds({9, 45})) {
            CAPTURE(row.fen, seed);
            auto players = habit(&Style::kings, Sensing::presence, seed);
            players.only_hands = seed % 2 == 0;
            const auto timeline = play(game_of("", row.result, position(row.fen)), players);
            const Board board = final_board(timeline);
            std::string centre;
            for (const char* name : {"d4", "e4", "d5", "e5"}) {
                const auto& piece = board[chess::index(*chess::square_from(name))];
                centre += piece && piece->type == chess::PieceType::king ? 'k' : '.';
            }
            const std::string expected = row.result == Result::white_wins   ? ".kk."
                                         : row.result == Result::black_wins ? "k..k"
                                                                            : ".k.k";
            CHECK(centre == expected);
            int lifts_of_kings = 0;
            for (const auto& happening : timeline.happenings)
                if (const auto* change = std::get_if<Change>(&happening.what))
                    lifts_of_kings += change->now && change->now->type == chess::PieceType::king;
            CHECK(lifts_of_kings == 2);
        }
}

TEST_CASE("hands: a game that the board ends needs no word, and one that the record contradicts needs an "
          "arbiter's") {
    const auto mate = [](Result result) {
        return play(game_of("f3 e5 g4 Qh4#", result), habit(&Style::kings));
    };
    CHECK(std::holds_alternative<LeverPress>(mate(Result::black_wins).happenings.back().what));
    const auto contradicted = mate(Result::draw);
    const auto* said = std::get_if<Said>(&contradicted.happenings.back().what);
    REQUIRE(said);
    CHECK(std::get<record::SetResult>(said->what).result == Result::draw);
}

TEST_CASE("hands: nobody resigns to a bare king, because that would be a draw") {
    const auto game = game_of("Ke2", Result::black_wins, position("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1"));
    const auto timeline = play(game, {.style = {}});
    const auto* said = std::get_if<Said>(&timeline.happenings.back().what);
    REQUIRE(said);
    CHECK(std::holds_alternative<record::SetResult>(said->what));
}

TEST_CASE(
    "hands: a draw is offered by the player who has moved, before the press, and accepted by the other") {
    const auto timeline = play(game_of("e4 e5", Result::draw), {.style = {}});
    const auto n = timeline.happenings.size();
    const auto said = [&](std::size_t at) { return std::get<Said>(timeline.happenings.at(at).what).what; };
    CHECK(std::get<record::Offer>(said(n - 3)).side == Side::black);
    CHECK(std::get<LeverPress>(timeline.happenings.at(n - 2).what).side == Side::black);
    CHECK(std::get<record::Accept>(said(n - 1)).side == Side::white);
}

TEST_CASE("hands: players think as long as the game's clocks and move times say") {
    auto game = game_of("e4 e5 Nf3 Nc6 Bb5 a6");
    game.tags["TimeControl"] = "15 min/game + 10 sec/move";
    const std::int64_t seconds_left[] = {915, 905, 910, 880, 0, 0};
    for (std::size_t ply = 0; ply < 4; ++ply) game.moves[ply].clock_ms = seconds_left[ply] * 1000;
    game.moves[4].elapsed_ms = 42'000;
    const auto timeline = play(game, {.style = {}});
    std::vector<std::int64_t> pressed_ms;
    for (const auto& happening : timeline.happenings)
        if (std::holds_alternative<LeverPress>(happening.what)) pressed_ms.push_back(happening.t_us / 1000);
    REQUIRE(pressed_ms.size() == 6);
    CHECK(pressed_ms[0] == 5'000); // the first increment was on the clock
    CHECK(pressed_ms[1] - pressed_ms[0] == 5'000);
    CHECK(pressed_ms[2] - pressed_ms[1] == 15'000);
    CHECK(pressed_ms[3] - pressed_ms[2] == 35'000);
    CHECK(pressed_ms[4] - pressed_ms[3] == 42'000);
}

TEST_CASE("hands: a clock or move time that was recorded wrongly does not make players think for ever") {
    auto game = game_of("e4 e5 Nf3 Nc6");
    game.tags["TimeControl"] = "900+10";
    const std::int64_t seconds_left[] = {900, 905, 0, 880}, seconds_taken[] = {3206, 5, 20, 35};
    for (std::size_t ply = 0; ply < 4; ++ply) {
        game.moves[ply].clock_ms = seconds_left[ply] * 1000;
        game.moves[ply].elapsed_ms = seconds_taken[ply] * 1000;
    }
    CHECK(play(game, {.style = {}}).happenings.back().t_us == (10 + 5 + 20 + 35) * 1'000'000);
}
