#include "daemon/dgt_port/stored_moves.hpp"
#include "squares.hpp"
#include "tests/catch.hpp"

using namespace adoube;
using dgt_port::StoredMoves;
using tests::start_squares;
using Bytes = std::vector<std::uint8_t>;

namespace {

const auto white_pawn = chess::piece_from_char('P');

chess::Square square(const char* name) { return *chess::square_from(name); }

/// Changes a board, and stores it.
struct Hand {
    StoredMoves& stored;
    dgt_port::Squares squares;
    SteadyUs now_us{};
    void put(const char* name, std::optional<chess::Piece> piece, std::uint64_t later_us = 1'000'000) {
        squares[static_cast<std::size_t>(square(name))] = piece;
        stored.changed({square(name), piece}, squares, now_us += later_us);
    }
};

} // namespace

TEST_CASE("the memory of changes does not begin as when a board is switched on") {
    StoredMoves stored;
    stored.switched_on(start_squares, SteadyUs(0));
    const auto all = stored.all();
    REQUIRE(all.size() == 4 + 32 * 2 + 2);
    CHECK(Bytes(all.begin(), all.begin() + 8) ==
          Bytes{0x7f, 0x7f, 0x7f, 0x6a, 0x48, 0x00, 0x49, 0x01}); // a8 a black rook, b8 a black knight
    CHECK(Bytes(all.end() - 4, all.end()) ==
          Bytes{0x42, 0x3f, 0x6f, 0x6b}); // h1 a white rook, the start, the end
    CHECK(stored.all().back() == 0x6b);
    CHECK(stored.changes().back() == 0x6e); // told twice
}

TEST_CASE("changes are told wrongly, twice, or not at all") {
    StoredMoves stored;
    stored.switched_on(start_squares, SteadyUs(0));
    stored.changes();
    Hand hand{stored, start_squares};
    hand.put("e2", {});
    hand.put("e4", white_pawn, 249'999);
    stored.pressed(chess::Side::white, 3600 + 29 * 60 + 57);
    stored.pressed(chess::Side::black, 10);
    CHECK(stored.changes() == Bytes{0x40, 0x34, 0x51, 0x24, 0x71, 0x29, 0x57, 0x60, 0x00, 0x10});
    CHECK(stored.changes().empty());
    hand.put("e4", {}, 250'000);
    CHECK(stored.changes() == Bytes{0x40, 0x24});
}

TEST_CASE("a game's beginning is not found, or a piece that is set right counts as another") {
    StoredMoves stored;
    stored.switched_on(start_squares, SteadyUs(0));
    stored.changes();
    Hand hand{stored, start_squares};
    const auto last_after = [&](auto... moves) {
        (hand.put(moves.first, moves.second), ...);
        const auto changes = stored.changes();
        return changes.empty() ? 0 : changes.back();
    };
    using Put = std::pair<const char*, std::optional<chess::Piece>>;
    const Put lift_e2{"e2", {}}, lift_d2{"d2", {}}, lift_c2{"c2", {}}, drop_e2{"e2", white_pawn},
        drop_d2{"d2", white_pawn}, drop_c2{"c2", white_pawn};
    CHECK(last_after(lift_e2, drop_e2) == 0x34);
    CHECK(last_after(lift_e2, lift_d2, drop_d2, drop_e2) == 0x34);
    CHECK(last_after(lift_e2, lift_d2, lift_c2, drop_c2, drop_d2, drop_e2) == 0x6f);

    for (std::size_t at = 0; at < 64; ++at)
        if (hand.squares[at]) hand.put(to_string(static_cast<chess::Square>(at)).c_str(), {});
    CHECK(stored.changes().back() == 0x6d);
}

TEST_CASE("what is told from a game's beginning holds more than what was told of changes") {
    StoredMoves stored;
    stored.switched_on(start_squares, SteadyUs(0));
    CHECK(stored.from_begin().empty());
    stored.begin_game(start_squares, SteadyUs(0));
    stored.changes();
    const auto begun = stored.from_begin();
    REQUIRE(begun.size() == 1 + 32 * 2);
    CHECK(begun.front() == 0x7b);
    Hand hand{stored, start_squares};
    hand.put("e2", {});
    CHECK(stored.from_begin() == begun);
    stored.changes();
    CHECK(stored.from_begin().size() == begun.size() + 2);
}

TEST_CASE("the memory grows without end, or tells half of a change") {
    StoredMoves stored;
    stored.switched_on(start_squares, SteadyUs(0));
    stored.begin_game(start_squares, SteadyUs(0));
    Hand hand{stored, start_squares};
    for (int time = 0; time < 5000; ++time) {
        hand.put("e2", time % 2 ? white_pawn : std::nullopt);
        if (time % 7 == 0) stored.pressed(chess::Side::white, 3600);
    }
    const auto all = stored.all();
    CHECK(all.size() <= StoredMoves::most_bytes);
    CHECK(all.size() > StoredMoves::most_bytes - 5);
    CHECK((all.front() == 0x40 || all.front() == 0x41 || all.front() == 0x71));
    CHECK(stored.from_begin().empty()); // its begin is gone
    CHECK(stored.changes().size() <= StoredMoves::most_bytes);
}
