#include "daemon/drivers/states/steady_squares.hpp"
#include "tests/catch.hpp"

#include <map>
#include <string>

using namespace adoube;
using drivers::SteadySquares;

namespace {

unsigned square_of(const std::string& name) {
    return static_cast<unsigned>(name[0] - 'a' + 8 * (name[1] - '1'));
}

/// States of a few squares, 50 ms apart, and what comes to count with each.
class Watched {
  public:
    explicit Watched(SteadySquares::Wanted wanted) : squares(wanted) {}
    std::string see(const std::map<std::string, char>& standing) {
        wire::Squares state;
        for (const auto& [name, letter] : standing)
            state.set(square_of(name), wire::content_from_char(letter));
        std::string told;
        for (const auto& change : squares.see(state, now_us += 50'000)) {
            if (!told.empty()) told += ' ';
            told += change.now == wire::Content::empty ? '-' : '+';
            told += wire::to_char(change.now == wire::Content::empty ? change.before : change.now);
            told += static_cast<char>('a' + change.square % 8);
            told += static_cast<char>('1' + change.square / 8);
        }
        return told;
    }
    void know(const std::map<std::string, char>& standing) {
        while (!squares.known()) see(standing);
    }
    SteadySquares squares;
    SteadyUs now_us{1'000'000};
};

} // namespace

TEST_CASE("a piece that is seen on its new square first is put down before it is lifted") {
    Watched board({});
    board.know({{"e2", 'P'}});
    CHECK(board.see({{"e2", 'P'}, {"e4", 'P'}}).empty());
    CHECK(board.see({{"e4", 'P'}}).empty());
    CHECK(board.see({{"e4", 'P'}}) == "-Pe2 +Pe4");
    CHECK(board.see({{"e4", 'P'}}).empty());
}

TEST_CASE("what is seen in one state alone counts") {
    Watched board({});
    board.know({{"e2", 'P'}});
    for (int n = 0; n < 10; ++n) {
        CHECK(board.see({}).empty());
        CHECK(board.see({{"e2", 'P'}, {"a5", 'q'}}).empty());
        CHECK(board.see({{"e2", 'R'}}).empty());
    }
    CHECK(board.see({{"e2", 'P'}}).empty());
    CHECK(board.squares.squares().at(square_of("e2")) == wire::Content::white_pawn);
}

TEST_CASE("castling in one state begins with the rook") {
    struct {
        std::map<std::string, char> before, after;
        const char* told;
    } const rows[] = {
        {{{"e1", 'K'}, {"h1", 'R'}}, {{"g1", 'K'}, {"f1", 'R'}}, "-Ke1 -Rh1 +Kg1 +Rf1"},
        {{{"e1", 'K'}, {"a1", 'R'}}, {{"c1", 'K'}, {"d1", 'R'}}, "-Ke1 -Ra1 +Kc1 +Rd1"},
        {{{"e8", 'k'}, {"a8", 'r'}}, {{"c8", 'k'}, {"d8", 'r'}}, "-ke8 -ra8 +kc8 +rd8"},
        {{{"d8", 'K'}, {"a8", 'R'}}, {{"b8", 'K'}, {"c8", 'R'}}, "-Kd8 -Ra8 +Kb8 +Rc8"}, // turned
        {{{"e1", 'x'}, {"a1", 'x'}}, {{"c1", 'x'}, {"d1", 'x'}}, "-xe1 -xa1 +xc1 +xd1"},
    };
    for (const auto& row : rows) {
        Watched board({});
        board.know(row.before);
        std::string told;
        for (int n = 0; n < 4; ++n)
            if (const auto more = board.see(row.after); !more.empty())
                told += (told.empty() ? "" : " ") + more;
        CHECK(told == row.told);
    }
}

TEST_CASE("a capture whose square is never empty lifts nothing and puts down nothing") {
    Watched board({});
    board.know({{"e4", 'P'}, {"d5", 'p'}});
    CHECK(board.see({{"d5", 'P'}}).empty());
    CHECK(board.see({{"d5", 'P'}}) == "-Pe4");
    CHECK(board.see({{"d5", 'P'}}) == "+Pd5");
}

TEST_CASE("states in a row count however fast they come") {
    Watched board({.lift_states = 2, .drop_states = 3, .rest_us = 200'000});
    board.know({{"e2", 'P'}});
    for (int n = 0; n < 4; ++n) CHECK(board.see({}).empty());
    CHECK(board.squares.unsure_since_us() == SteadyUs(board.now_us - 150'000));
    CHECK(board.see({}) == "-Pe2");
    CHECK(!board.squares.unsure_since_us());
}

TEST_CASE("a square that never rests keeps the whole board unknown") {
    Watched board({});
    for (int n = 0; n < 100; ++n) board.see({{"e2", n % 2 == 0 ? 'P' : 'Q'}, {"e7", 'p'}});
    REQUIRE(board.squares.known());
    CHECK(board.squares.squares().at(square_of("e7")) == wire::Content::black_pawn);
}

TEST_CASE("a piece that comes down leaves the lift of a move behind, or takes a flicker for one") {
    Watched board({.lift_states = 3, .drop_states = 3});
    board.know({{"e2", 'P'}, {"a1", 'R'}});
    CHECK(board.see({{"e2", 'P'}, {"e4", 'P'}, {"a1", 'R'}}).empty());
    CHECK(board.see({{"e4", 'P'}, {"a1", 'R'}}).empty());
    CHECK(board.see({{"e4", 'P'}}) == "-Pe2 +Pe4");
    CHECK(board.see({{"e4", 'P'}, {"a1", 'R'}}).empty());
}

TEST_CASE("a piece that is missed once soon after it came down has come down later, or not at all") {
    Watched board({.lift_states = 3, .drop_states = 3});
    board.know({});
    CHECK(board.see({{"f2", 'q'}}).empty());
    CHECK(board.see({}).empty());
    CHECK(board.see({{"f2", 'q'}}).empty());
    CHECK(board.see({{"f2", 'q'}}) == "+qf2");
    CHECK(board.see({}).empty());
    CHECK(board.see({}).empty());
    CHECK(board.see({}) == "-qf2");
}
