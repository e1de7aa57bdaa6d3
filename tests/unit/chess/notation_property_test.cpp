// Every style and language in random positions, and nonsense.
#include "daemon/chess/notation/notation.hpp"

#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tests/unit/chess/from_fen.hpp"
#include "tests/unit/chess/random_positions.hpp"

#include <set>
#include <vector>

using namespace adoube::chess;

namespace {

std::vector<Notation> all_notations() {
    std::vector<Notation> notations;
    for (const Style& style : styles())
        for (const Language& language : languages())
            if (const auto notation = notation_named(style.name, language.code))
                notations.push_back(*notation);
    return notations;
}

/// Random play from a random start, or a random placement.
Position random_position(Random& random) {
    if (pick(random, 3) == 0) return random_placement(random);
    Position position = random_start(random);
    for (auto plies = pick(random, 60); plies > 0; --plies) {
        const MoveList moves = position.legal_moves();
        if (moves.empty()) break;
        position.play(moves[pick(random, moves.size())]);
    }
    return position;
}

void check_all_moves(const Position& position, const Notation& notation, std::set<MoveKind>& kinds) {
    CAPTURE(position.fen(), notation.style->name, notation.language->code);
    std::set<std::string> texts;
    bool offered = false;
    for (const Move move : position.legal_moves()) {
        kinds.insert(move.kind);
        const WrittenMove written{move, offered = !offered};
        const std::string text = to_text(position, written, notation);
        CAPTURE(text);
        REQUIRE(texts.insert(to_text(position, {move}, notation)).second);
        const auto read = move_from_text(position, text, notation);
        if (!read) FAIL(read.error());
        REQUIRE(*read == written);
    }
}

} // namespace

TEST_CASE("every legal move comes back from every style and language, and no two are written alike") {
    Random random(adoube::tests::seed(21));
    const auto notations = all_notations();
    REQUIRE(notations.size() == 3 * languages().size() + 3);
    std::set<MoveKind> kinds;
    for (int round = 0; round < 40; ++round)
        for (const Notation& notation : notations) check_all_moves(random_position(random), notation, kinds);
    CHECK(kinds.size() == 4);
}

TEST_CASE("descriptive notation tells moves apart wherever pieces crowd") {
    Random random(adoube::tests::seed(22));
    std::set<MoveKind> kinds;
    const Notation notation = *notation_named("descriptive", "pt");
    for (int round = 0; round < 1500; ++round) check_all_moves(random_position(random), notation, kinds);
    // Many pieces of a kind.
    for (const char* fen : {"QQQQ2nk/Q5pp/2p1p3/Q2p3Q/8/Q1p1p2Q/8/QQQ1K2Q w - - 0 1",
                            "2k5/1n1n4/P1P1P3/1n1n4/P1P1P3/8/2N1N3/4K3 w - - 0 1",
                            "1r1r1r2/P1P1P1Pk/8/8/8/8/8/4K3 w - - 0 1", "k7/8/8/PpPpPp2/8/8/8/4K3 w - d6 0 1",
                            "RRRRRRnk/RRRRRRnp/nnnnnnn1/8/NNNNNNNN/pppppppp/8/K7 w - - 0 1"})
        check_all_moves(from_fen(fen), notation, kinds);
    CHECK(kinds.size() == 4);
}

TEST_CASE("no text does harm, and what is read is legal") {
    Random random(adoube::tests::seed(23));
    const auto notations = all_notations();
    const std::vector<std::string> scraps{
        "e4", "1.", "...", "O",  "0",        "-",    "x",   ":",
        "+",  "#",  "(=)", "(",  ")",        "=",    "/",   "e.p.",
        "P",  "C",  "B",   "T",  "D",        "R",    "N",   "Кр",
        "К",  "♘",  "1",   "2",  "3",        "4",    "8",   "a",
        "d",  "h",  "q",   " ",  "\xe2\x99", "\xff", "",    "с",
        "\n", "…",  "—",   "Kt", "\u202e",   "P4R",  "C3B", std::string(1, '\0')};
    int taken = 0;
    for (int n = 0; n < 4000; ++n) {
        const Position position = random_position(random);
        const Notation& notation = notations[pick(random, notations.size())];
        const MoveList moves = position.legal_moves();
        std::string text;
        const auto scatter = [&] {
            for (auto left = pick(random, 4); left > 0; --left) text += scraps[pick(random, scraps.size())];
        };
        scatter();
        if (!moves.empty() && pick(random, 2) == 0)
            text += to_text(position, {moves[pick(random, moves.size())]}, notation);
        scatter();
        CAPTURE(position.fen(), text);
        const auto read = move_from_text(position, text, notation);
        taken += read.has_value();
        if (read)
            REQUIRE(position.is_legal(read->move));
        else
            REQUIRE(read.error().ends_with('.'));
    }
    CHECK(taken > 200);
}

TEST_CASE("a written move with one letter changed is some legal move or refused") {
    Random random(adoube::tests::seed(24));
    const auto notations = all_notations();
    for (int n = 0; n < 3000; ++n) {
        const Position position = random_position(random);
        const MoveList moves = position.legal_moves();
        if (moves.empty()) continue;
        const Notation& notation = notations[pick(random, notations.size())];
        std::string text = to_text(position, {moves[pick(random, moves.size())]}, notation);
        const auto at = pick(random, text.size());
        switch (pick(random, 3)) {
        case 0: text[at] = static_cast<char>(random()); break;
        case 1: text.erase(at, 1); break;
        default: text.insert(at, 1, static_cast<char>(random())); break;
        }
        CAPTURE(position.fen(), text);
        if (const auto read = move_from_text(position, text, notation))
            REQUIRE(position.is_legal(read->move));
        else
            REQUIRE(read.error().ends_with('.'));
    }
}
