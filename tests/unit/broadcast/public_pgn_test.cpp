#include "daemon/broadcast/public_pgn.hpp"
#include "daemon/chess/notation/pgn.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tests/unit/broadcast/games.hpp"

#include <random>

using namespace adoube;
using namespace adoube::broadcast;

namespace {

chess::PgnGame read_back(const PublicGame& game) {
    const std::string text = to_pgn(game);
    chess::PgnReader reader(text);
    const auto read = reader.next();
    REQUIRE(read);
    REQUIRE(read->has_value());
    return **read;
}

} // namespace

TEST_CASE("the PGN of a game that goes on has its moves, clocks, names, and no result") {
    const PublicGame game = game_with("r3b2", 2, {"e4", "e5", "Nf3"});
    const auto pgn = read_back(game);
    CHECK(pgn.tags.at("GameId") == "r3b2");
    CHECK(pgn.tags.at("Board") == "2");
    CHECK(pgn.tags.at("Round") == "3.2");
    CHECK(pgn.tags.at("White") == "A");
    CHECK(pgn.result == chess::Result::open);
    REQUIRE(pgn.moves.size() == 3);
    CHECK(pgn.moves[0].clock_ms == 5'340'000);
    CHECK(pgn.moves[2].clock_ms == 5'280'000);
    CHECK(to_pgn(game).find("1. e4 {[%clk 1:29:00]}") != std::string::npos);
}

TEST_CASE("a round that already names its board, or is unknown, is left as it is") {
    const struct {
        const char *given, *written;
    } rounds[]{{"3", "3.7"}, {"3.2", "3.2"}, {"?", "?"}, {"", "?"}, {"Final", "Final"}};
    for (const auto& [given, written] : rounds) {
        PublicGame game = game_with("g", 7, {});
        game.tags.set("Round", given);
        CHECK(read_back(game).tags.at("Round") == written);
    }
}

TEST_CASE("a reader that knows no escapes fails at a nickname in quotation marks") {
    PublicGame game = game_with("g", 7, {});
    game.tags.set("White", "O'Neil, \"Ace\"");
    game.tags.set("Event", "Club A\\B");
    const auto text = to_pgn(game);
    CHECK(text.find("[White \"O'Neil, 'Ace'\"]\n") != std::string::npos);
    CHECK(text.find("[Event \"Club A/B\"]\n") != std::string::npos);
}

TEST_CASE("a finished game has its result; one from another position has it too") {
    PublicGame game = game_with("g", 1, {"e4"});
    game.result = chess::Result::draw;
    CHECK(read_back(game).result == chess::Result::draw);

    const auto start = chess::Position::from_fen("8/P6k/8/8/8/8/8/K7 w - - 0 1").value();
    PublicGame endgame;
    endgame.id = "e";
    endgame.start = endgame.position = start;
    const chess::Move move = chess::move_from_san(start, "a8=Q").value();
    endgame.moves.push_back({start, move, false, std::nullopt});
    const auto pgn = read_back(endgame);
    CHECK(pgn.start == start);
    REQUIRE(pgn.moves.size() == 1);
    CHECK(pgn.moves[0].move == move);
}

TEST_CASE("Chess960 castling comes through") {
    PublicGame game;
    game.id = "x";
    game.chess960 = true;
    game.start = game.position = chess::Position::from_fen("4k3/8/8/8/8/8/8/1KR5 w C - 0 1").value();
    const chess::Move move = chess::move_from_san(game.start, "O-O").value();
    game.moves.push_back({game.start, move, true, std::nullopt});
    const auto pgn = read_back(game);
    CHECK(pgn.chess960);
    REQUIRE(pgn.moves.size() == 1);
    CHECK(pgn.moves[0].move == move);
}

TEST_CASE("the PGN tells a reason for a result that the clocks do not show, or not what the clocks showed") {
    PublicGame game = game_with("g", 1, {"e4", "e5"});
    CHECK(read_back(game).tags.at("Termination") == "unterminated");
    CHECK(read_back(game).tags.at("WhiteClock") == "1:29:00");
    CHECK(read_back(game).tags.at("BlackClock") == "1:29:00");
    game.result = chess::Result::white_wins;
    CHECK(read_back(game).tags.at("Termination") == "normal");
    game.by_time = true;
    CHECK(read_back(game).tags.at("Termination") == "time forfeit");
    game.clocks.reset();
    CHECK(!read_back(game).tags.contains("WhiteClock"));
}

TEST_CASE("a further move changes bytes of the moves before it") {
    const auto moves_of = [](const PublicGame& game) {
        const auto pgn = to_pgn(game);
        return pgn.substr(pgn.find("\n\n") + 2);
    };
    PublicGame game = game_with("g", 1, {"e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7"});
    const auto all = std::exchange(game.moves, {});
    std::string before;
    for (const auto& move : all) {
        game.moves.push_back(move);
        const auto text = moves_of(game);
        CHECK(text.starts_with(before));
        before = text.substr(0, text.rfind('*') - 1); // the line may go on, or end here
    }
    CHECK(std::ranges::count(before, '\n') >= 3);
}

TEST_CASE("a PGN that grows with its game is, after each change, what is written anew") {
    for (const auto seed : tests::seeds({50, 2000})) {
        INFO("seed " << seed);
        std::mt19937_64 random(seed);
        PublicGame game;
        GrowingPgn growing;
        std::vector positions{game.start};
        for (int change = 0; change < 60; ++change) {
            const auto legal = positions.back().legal_moves();
            switch (random() % 8) {
            case 0:
                for (auto back = random() % 5; back > 0 && !game.moves.empty(); --back)
                    game.moves.pop_back(), positions.pop_back();
                break;
            case 1:
                if (!game.moves.empty())
                    game.moves.set_clock(random() % game.moves.size(),
                                         static_cast<std::int64_t>(random() % 9'000'000));
                break;
            case 2: game.result = static_cast<chess::Result>(random() % 4); break;
            case 3: game.tags.set("White", "A " + std::to_string(random() % 3)); break;
            case 4:
                if (random() % 8 != 0) break;
                game.moves.clear();
                game.start = *chess::Position::from_fen("4k3/8/8/8/8/8/PPPP4/4K3 b - - 3 17");
                positions = {game.start};
                break;
            default:
                if (legal.empty()) break;
                const auto move = legal[random() % legal.size()];
                const auto left_ms =
                    random() % 3 == 0 ? std::nullopt : std::optional<std::int64_t>(random() % 9'000'000);
                game.moves.push_back({positions.back(), move, game.chess960, left_ms});
                positions.push_back(positions.back().after(move));
            }
            if (random() % 3 != 0) CHECK(growing.of(game) == to_pgn(game));
        }
    }
}
