#include "daemon/broadcast/public_end.hpp"
#include "tests/catch.hpp"
#include "tests/unit/broadcast/games.hpp"

using namespace adoube;
using namespace adoube::broadcast;
using chess::Result;

TEST_CASE("the public is told another end than board and clocks show, or one that they do not show") {
    constexpr const char *mated = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 60",
                         *stalemate = "7k/8/6QK/8/8/8/8/8 b - - 0 60";
    constexpr const char *bare = "7k/8/8/8/8/8/8/K7 b - - 0 60", *knight = "7k/8/8/8/8/8/8/KN6 b - - 0 60";
    constexpr const char* rook = "7k/8/8/8/8/8/8/KR6 b - - 0 60";
    const struct {
        const char* fen;
        Result result;
        bool by_time;
        std::string_view end;
    } cases[]{
        {mated, Result::white_wins, false, "checkmate"},
        {mated, Result::open, false, ""},       // not yet: the result is not public
        {mated, Result::black_wins, false, ""}, // by somebody's act
        {mated, Result::draw, false, ""},
        {stalemate, Result::draw, false, "stalemate"},
        {stalemate, Result::open, false, ""},
        {stalemate, Result::white_wins, false, ""},
        {bare, Result::draw, false, "dead position"},
        {knight, Result::draw, false, "dead position"},
        {knight, Result::white_wins, false, ""},
        {rook, Result::draw, false, ""},       // agreed, claimed or decided: nobody's business
        {rook, Result::white_wins, false, ""}, // resigned, or worse
        {rook, Result::white_wins, true, "time"},
        {rook, Result::draw, true, "time without mate"},
    };
    for (const auto& [fen, result, by_time, end] : cases) {
        CAPTURE(fen, chess::to_string(result), by_time);
        PublicGame game = game_with("g", 1, {});
        game.start = game.position = chess::Position::from_fen(fen).value();
        game.result = result;
        game.by_time = by_time;
        CHECK(end_of(game) == end);
    }
}
