#include "daemon/chess/notation/pgn.hpp"

#include "tests/catch.hpp"
#include "tests/pgn_as_written.hpp"
#include "tests/tier.hpp"
#include "tests/unit/chess/random_positions.hpp"

#include <algorithm>
#include <sstream>
#include <vector>

using namespace adoube::chess;

namespace {

std::optional<std::int64_t> random_seconds(Random& random) {
    if (pick(random, 3) == 0) return std::nullopt;
    return static_cast<std::int64_t>(pick(random, 36'000) * 1000);
}

std::string random_value(Random& random) {
    static constexpr std::array pieces{"a", " ", "\"", "\\", "]", "[Event \"",
                                       "{", ";", "%",  "Ø",  "?", "1-0"};
    std::string value;
    for (auto left = pick(random, 6); left > 0; --left) value += pieces[pick(random, pieces.size())];
    return value;
}

/// As PgnReader gives games: complete roster, no tags that repeat members.
PgnGame random_game(Random& random) {
    PgnGame game;
    game.start = random_start(random);
    game.chess960 = game.start.is_chess960() || pick(random, 4) == 0;
    game.result = static_cast<Result>(pick(random, 4));
    for (const char* name : {"Event", "Site", "Date", "Round", "White", "Black"})
        game.tags[name] = '.' + random_value(random);
    for (const char* name : {"WhiteElo", "Board", "TimeControl", "_x"})
        if (pick(random, 2) == 0) game.tags[name] = random_value(random);
    Position position = game.start;
    for (auto left = pick(random, 100); left > 0; --left) {
        const MoveList moves = position.legal_moves();
        if (moves.empty()) break;
        const Move move = moves[pick(random, moves.size())];
        game.moves.push_back({move, random_seconds(random), random_seconds(random)});
        position.play(move);
    }
    return game;
}

struct Read {
    std::vector<PgnGame> games;
    std::vector<PgnError> errors;
};

Read read_all(const std::string& text) {
    Read all;
    PgnReader reader(text);
    while (const auto game = reader.next()) {
        if (*game)
            all.games.push_back(**game);
        else
            all.errors.push_back(game->error());
    }
    return all;
}

} // namespace

TEST_CASE("what is written is read back the same, game after game") {
    Random random(adoube::tests::seed(1));
    std::vector<PgnGame> games;
    std::string text;
    for (int n = 0; n < 150; ++n) {
        games.push_back(random_game(random));
        text += to_pgn(games.back());
    }
    const Read read = read_all(text);
    CHECK(read.errors.empty());
    REQUIRE(read.games.size() == games.size());
    std::size_t longest = 0;
    for (std::size_t at = 0; at < games.size(); ++at) {
        const std::string pgn = to_pgn(games[at]);
        CAPTURE(pgn);
        REQUIRE(read.games[at].tags == games[at].tags);
        REQUIRE(read.games[at] == games[at]);
        std::istringstream movetext(pgn.substr(pgn.find("\n\n") + 2));
        for (std::string line; std::getline(movetext, line);) {
            REQUIRE(line.size() < 80);
            longest = std::max(longest, line.size());
        }
    }
    CHECK(longest == 79);
}

TEST_CASE("no damage to a text does harm, and every game that is still read round-trips") {
    Random random(adoube::tests::seed(2));
    std::size_t good = 0, bad = 0;
    for (int n = 0; n < 400; ++n) {
        std::string text;
        for (int games = 0; games < 3; ++games) text += to_pgn(random_game(random));
        for (auto changes = pick(random, 8); changes > 0; --changes) {
            const auto at = pick(random, text.size());
            switch (pick(random, 4)) {
            case 0: text[at] = static_cast<char>(random()); break;
            case 1: text.erase(at, pick(random, 30)); break;
            case 2: text.insert(at, 1, "[]{}()\"\\;%$\n\r .*1"[pick(random, 17)]); break;
            default: text.insert(at, text.substr(pick(random, text.size()), pick(random, 60))); break;
            }
        }
        CAPTURE(text);
        const Read read = read_all(text);
        good += read.games.size();
        bad += read.errors.size();
        for (const PgnGame& game : read.games) {
            const Read again = read_all(to_pgn(game));
            REQUIRE(again.errors.empty());
            REQUIRE(again.games == std::vector{adoube::tests::as_written(game)});
        }
        const int lines = static_cast<int>(std::count(text.begin(), text.end(), '\n')) + 1;
        for (const PgnError& error : read.errors) {
            REQUIRE((error.line >= 1 && error.line <= lines));
            REQUIRE(error.reason.ends_with('.'));
        }
    }
    CHECK(good > 500);
    CHECK(bad > 200);
}

TEST_CASE("random bytes do no harm") {
    Random random(adoube::tests::seed(3));
    for (int n = 0; n < 2000; ++n) {
        std::string text;
        for (auto left = pick(random, 200); left > 0; --left)
            text += pick(random, 2) == 0 ? static_cast<char>(random())
                                         : "[]{}()\"\\;%$\n\r ae4Nf3O-*1.x"[pick(random, 27)];
        const Read read = read_all(text);
        CHECK(read.errors.size() <= text.size());
    }
}
