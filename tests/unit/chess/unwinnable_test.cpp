#include "daemon/chess/helpmate.hpp"
#include "daemon/chess/mating_material.hpp"
#include "daemon/chess/unwinnable.hpp"
#include "tests/unit/chess/from_fen.hpp"

using namespace adoube::chess;

namespace {

struct Case {
    std::string_view who; // WB, W-, -B, --
    std::string_view fen;
    std::string_view why;
};

constexpr Case cases[]{
    {"--", "8/8/4k3/8/8/3K4/8/8 w - -", "bare kings"},
    {"--", "8/8/4k3/8/8/3KN3/8/8 w - -", "a knight against a bare king"},
    {"--", "8/8/4k3/8/5b2/3KB3/8/8 w - -", "bishops of one colour"},
    {"W-", "8/8/4k3/8/8/3K1R2/8/8 w - -", "a rook"},
    {"W-", "8/8/4k3/8/8/3K4/4P3/8 w - -", "a pawn becomes a queen"},
    {"-B", "8/8/4k3/8/6q1/2K1N3/8/8 w - -", "a knight against a queen, which cannot block for it"},
    {"--", "8/8/8/8/8/7p/5k1P/7K w - -", "stalemate is the end"},
    {"WB", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "the start"},
};

char letter(Mating mating, char can) {
    return mating == Mating::possible ? can : mating == Mating::impossible ? '-' : '?';
}

std::string who_can(const Position& position) {
    return {letter(can_mate(position, Side::white), 'W'), letter(can_mate(position, Side::black), 'B')};
}

} // namespace

TEST_CASE("who can still mate is told, and who cannot") {
    for (const auto& [who, fen, why] : cases) {
        INFO(fen << ": " << why);
        CHECK(who_can(from_fen(fen)) == who);
        CHECK(is_dead(from_fen(fen)) == (who == "--"));
    }
}

TEST_CASE("a helpmate that is found is a line of legal moves to mate") {
    for (const auto& [who, fen, why] : cases)
        for (const Side side : {Side::white, Side::black}) {
            INFO(fen << ": " << why);
            auto position = from_fen(fen);
            const Helpmate mate = find_helpmate(position, side, most_mating_nodes);
            if (mate.found != Mating::possible) continue;
            for (const Move move : mate.line) {
                REQUIRE(position.is_legal(move));
                position.play(move);
            }
            CHECK((position.to_move() == other(side) && position.in_check() && !position.has_legal_move()));
        }
}

TEST_CASE("few positions looked at leave it undecided, never wrong") {
    const auto walls = from_fen("4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/4KB2 w - -");
    CHECK(can_mate(walls, Side::white, 1) == Mating::undecided);
    CHECK(!is_dead(walls, 1));
}
