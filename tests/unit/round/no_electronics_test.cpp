#include "tests/catch.hpp"
#include "tests/says.hpp"
#include "tests/unit/round/hall.hpp"

using namespace adoube;
using tests::Hall;

namespace {

round::Round::Seat table(int number) {
    auto seat = tests::seat(number);
    seat.port.clear();
    return seat;
}

std::string moves(Hall& hall, int board, const std::string& text) {
    const auto said = hall.round().say_moves(board, text, hall.now, {"Anna"});
    return said ? std::string() : said.error();
}

record::Header header_of_next() {
    record::Header header;
    header.tags = {{"White", "B1"}, {"Black", "W1"}, {"Round", "2"}};
    return header;
}

} // namespace

TEST_CASE(
    "a game without electronics loses what is entered, over a kill, or keeps a clock that nobody sees") {
    Hall hall({table(1), table(2)});
    hall.run(3);
    CHECK(hall.view(0).electronics == false);
    CHECK(hall.game("game-1").tags["White"] == "W1"); // shown before it begins
    CHECK(moves(hall, 1, "1. e4 e5 2. Qh9") != "");
    CHECK(hall.header("game-1").empty()); // what is refused opens nothing
    CHECK(moves(hall, 1, "1.e4 e5 2.Nf3").empty());
    hall.run(3);
    CHECK(hall.moves("game-1") == "e4 e5 Nf3");
    CHECK(!hall.game("game-1").clocks);
    hall.kill();
    CHECK(moves(hall, 1, "1. e4 e5 2. Nf3 Nc6 3. Bb5").empty()); // the whole game again
    CHECK(moves(hall, 1, "1. d4").starts_with("Move"));
    CHECK(hall.say(1, record::PlayMove{"a6"}).empty());
    hall.run(3);
    CHECK(hall.moves("game-1") == "e4 e5 Nf3 Nc6 Bb5 a6");
    CHECK(hall.say(1, record::SetTime{60'000, {}}) == "no clock is kept of this game");
    CHECK(moves(hall, 1, "4. Ba4 Nf6 1/2-1/2").empty());
    hall.run(3);
    CHECK(hall.game("game-1").result == chess::Result::draw);
    CHECK(tests::replayed(hall, "game-1").game.position() == hall.game("game-1").position);
    CHECK(hall.noted("square") == 0);
    CHECK(hall.noted("incident") == 0);
    CHECK(hall.say(2, record::SetResult{chess::Result::white_wins, true}).empty()); // nobody came
    hall.run(3);
    CHECK(hall.game("game-2").result == chess::Result::white_wins);
}

TEST_CASE(
    "an armed game does not follow at once at a table without electronics, or is forgotten at a restart") {
    Hall hall({table(1)});
    CHECK(hall.arm(1, "next-0", header_of_next())
              .empty()); // nothing was played: it takes the first one's place
    CHECK(hall.say(1, record::SetResult{chess::Result::white_wins}).empty());
    hall.run(3);
    CHECK(hall.game("next-0").result == chess::Result::white_wins);
    CHECK(hall.header("game-1").empty());
    CHECK(hall.arm(1, "next-1", header_of_next()).empty());
    hall.run(3);
    if (GENERATE(false, true)) hall.kill();
    hall.run(3);
    CHECK(hall.shown.back().id == "next-1");
    CHECK(moves(hall, 1, "d4 d5").empty());
    hall.run(3);
    CHECK(hall.moves("next-1") == "d4 d5");
    CHECK(hall.arm(1, "next-2", header_of_next()).starts_with("game next-1 has no result yet"));
}

TEST_CASE("corrected names are shown before the delay is over, change the game's id, or are forgotten") {
    constexpr std::int64_t delay_ms = 60'000;
    Hall hall({table(1)}, {}, delay_ms);
    CHECK(moves(hall, 1, "e4").empty());
    hall.run(static_cast<int>(delay_ms / 50) + 40);
    REQUIRE(hall.moves("game-1") == "e4");
    CHECK(hall.say(1, record::SetTags{{{"White", "Wilma"}, {"WhiteFideId", "7"}}}).empty());
    hall.run(20);
    CHECK(hall.view(0).game.tags["White"] == "Wilma"); // the arbiter at once
    CHECK(hall.game("game-1").tags["White"] == "W1");
    hall.run(static_cast<int>(delay_ms / 50) + 40);
    CHECK(hall.game("game-1").tags["White"] == "Wilma");
    CHECK(hall.game("game-1").tags["WhiteFideId"] == "7");
    CHECK(hall.moves("game-1") == "e4");
    hall.kill();
    hall.run(3);
    CHECK(hall.game("game-1").tags["White"] == "Wilma");
}

TEST_CASE("the log has a player of a running game by the old name when the list corrects it") {
    Hall hall({table(1)});
    CHECK(moves(hall, 1, "e4").empty());
    hall.run(3);
    auto header = tests::seat(1).table.header;
    header.tags["White"] = "Wilma";
    REQUIRE(hall.round().arm_round({{1, "new", header}}, hall.now, "Anna"));
    hall.run(3);
    CHECK(hall.noted("board 1: Wilma - B1, White was W1 (game game-1)") == 1);
    CHECK(hall.noted("the round, by Anna: 1 game: 1 renamed") == 1);
    CHECK(hall.noted("W1 - B1") == 0);
}

TEST_CASE("a game gets more and more tags") {
    Hall hall({table(1), table(2)});
    CHECK(moves(hall, 1, "e4").empty());
    for (const int board : {1, 2}) { // begun, and not
        std::string refused;
        int given = 0;
        for (; refused.empty() && given < 100; ++given) {
            refused = hall.say(board, record::SetTags{{{"T" + std::to_string(given), "1"}}});
            hall.run(1);
        }
        CHECK(refused == "a game has at most 64 tags");
        CHECK(given > 50);
        CHECK(hall.say(board, record::SetTags{{{"White", "Wilma"}}}).empty());
    }
}

TEST_CASE("boards are exchanged at two times: the public sees a board without its game, or one game on two") {
    constexpr std::int64_t delay_ms = 30'000;
    Hall hall({table(1), table(2), table(3)}, {}, delay_ms);
    const auto pairing = [&](int board, int game) {
        auto header = tests::seat(game).table.header;
        return round::Round::Pairing{board, "new-" + std::to_string(board), header};
    };
    CHECK(moves(hall, 1, "e4").empty());
    hall.run(static_cast<int>(delay_ms / 50) + 40);
    CHECK(moves(hall, 1, "e4 e5").empty()); // on its way to the public still
    hall.run(20);
    const auto before = hall.shown.size();
    const std::vector<round::Round::Pairing> list{pairing(3, 1), pairing(1, 2), pairing(2, 3)};
    const auto compared = hall.round().compare_round(list);
    const auto armed = hall.round().arm_round(list, hall.now);
    REQUIRE(armed);
    tests::says(armed->answer, "3 games: 3 moved\nboard 1: W2 - B2, moved from board 2");
    CHECK(compared == armed->answer);
    hall.run(static_cast<int>(delay_ms / 50) + 80);
    std::map<int, std::string> last;
    for (auto at = before; at < hall.shown.size(); ++at) {
        const auto& game = hall.shown[at];
        std::erase_if(last, [&](const auto& one) { return one.second == game.id; });
        last[game.board] = game.id;
    }
    CHECK(last == std::map<int, std::string>{{1, "game-2"}, {2, "game-3"}, {3, "game-1"}});
    CHECK(hall.moves("game-1") == "e4 e5");
    CHECK(hall.say(3, record::PlayMove{"Nf3"}).empty()); // by its new number
    hall.run(3);
    if (GENERATE(false, true)) hall.kill();
    CHECK(hall.say(1, record::PlayMove{"c4"}).empty());
    hall.run(static_cast<int>(delay_ms / 50) + 80);
    CHECK(hall.moves("game-1") == "e4 e5 Nf3");
    CHECK(hall.game("game-1").board == 3);
    CHECK(hall.moves("game-2") == "c4");
    CHECK(hall.game("game-2").board == 1);
}

TEST_CASE("programs see other squares of a table without electronics than its game's") {
    Hall hall({table(1)});
    hall.run(3);
    hall.round().follow_hands(round::TableId{0});
    std::optional<round::LiveSquares> touched;
    hall.touched = [&](const round::Work::Touched& told) { touched = told.squares; };
    const auto is_right = [&] {
        const auto live = hall.round().live_board(round::TableId{0});
        return live.squares == round::pieces_of(live.completed.position) &&
               (!touched || touched == live.squares);
    };
    CHECK(is_right()); // before anything is entered
    for (const auto* text : {"1. e4 e5 2. Nf3", "2... Ke7 3. Ke2 Ke8 4. Ke1", "4... Nf6 5. Nxe5 Nxe4"}) {
        CHECK(moves(hall, 1, text).empty());
        hall.run(3);
        CHECK(is_right());
        CHECK(touched);
    }
    CHECK(hall.say(1, record::TakeBack{2}).empty());
    hall.run(3);
    CHECK(is_right());
    hall.kill();
    touched.reset();
    hall.run(3);
    CHECK(hall.moves("game-1") == "e4 e5 Nf3 Ke7 Ke2 Ke8 Ke1 Nf6");
    CHECK(is_right());
    CHECK(hall.say(1, record::SetResult{chess::Result::draw}).empty());
    CHECK(hall.arm(1, "next-1", header_of_next()).empty());
    hall.run(3);
    CHECK(is_right());
    const auto live = hall.round().live_board(round::TableId{0});
    CHECK(live.squares == round::pieces_of(chess::Position::start()));
}
