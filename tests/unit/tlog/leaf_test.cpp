#include "daemon/tlog/leaf.hpp"

#include "daemon/text/base64.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"

#include <random>

using namespace adoube;
using namespace adoube::tlog;

namespace {

const record::Entry told{R"({"t":1200,"lift":"e2"})",
                         record::Origin{"00000000000000a1", 7, 311, BoardUs(1'234'567)},
                         UtcMs(1'800'000'000'123)};

} // namespace

TEST_CASE("an input is written with all that is known of it") {
    CHECK(
        to_leaf("Open-r1-b3", 12, told) ==
        R"(adoube-input Open-r1-b3 12 1800000000123 00000000000000a1 7 311 1234567 {"t":1200,"lift":"e2"})");
    CHECK(to_leaf("g", 1, {R"({"t":0,"gap":"link"})", std::nullopt, UtcMs(-5)}) ==
          R"(adoube-input g 1 -5 - - - - {"t":0,"gap":"link"})");
    CHECK(to_leaf("g", 2, {"{}", record::Origin{"b", 0, std::nullopt, BoardUs(~0ULL)}, {}}) ==
          "adoube-input g 2 0 b 0 - 18446744073709551615 {}");
    CHECK(to_leaf({"g", R"({"log":"x y"})", UtcMs(9), UtcMs(10)}) == R"(adoube-game g 9 {"log":"x y"})");
}

TEST_CASE("what is written is read back, and every part of it makes another leaf") {
    const auto leaf = to_leaf("g1", 12, told);
    const auto read = parse_input_leaf(leaf);
    REQUIRE(read);
    CHECK(read->game_id == "g1");
    CHECK(read->n == 12);
    CHECK(read->entry == told);
    auto other = told;
    SECTION("line") { other.line += " "; }
    SECTION("no origin") { other.origin.reset(); }
    SECTION("board") { other.origin->board_id = "00000000000000a2"; }
    SECTION("boot") { ++other.origin->boot_id; }
    SECTION("sequence") { ++*other.origin->sequence; }
    SECTION("no sequence") { other.origin->sequence.reset(); }
    SECTION("board time") { other.origin->board_us += 1; }
    SECTION("host time") { other.host_utc_ms += 1; }
    CHECK(to_leaf("g1", 12, other) != leaf);
    CHECK(parse_input_leaf(to_leaf("g1", 12, other))->entry == other);
    CHECK(parse_game_leaf(to_leaf({"g1", "{}", UtcMs(-3), {}})).value() ==
          record::GameEntry{"g1", "{}", UtcMs(-3), {}});
}

TEST_CASE("a leaf can be found from its hash by who knows its line, or the salts of others") {
    const record::GameEntry game{"g1", "{}", UtcMs(9), {}, secret_of("g1", "drawn")};
    CHECK(game.secret == "lhBmj58ipEzdQqDdiWg19A=="); // from Python's hmac
    CHECK(salt_of(game, 12) == "xWoRRVLaJr3XHXV3ZVIWhg==");
    CHECK(text::to_base64(hash_of(game)) == "uPPnkT2D6Kk5SLJIELTY8D7ji3bD7P7a6xCQpps+04g=");
    const auto leaf = to_leaf("g1", 12, told);
    CHECK(hash_of(game, 12, told) == salted_hash(leaf, salt_of(game, 12)));
    CHECK(hash_of(game, 12, told) != leaf_hash(leaf));
    CHECK(salt_of(game, 12) != salt_of(game, 13));
    CHECK(secret_of("g2", "drawn") != game.secret);
    const record::GameEntry before{"g1", "{}", UtcMs(9), {}}; // from before secrets
    CHECK(hash_of(before, 12, told) == leaf_hash(leaf));
    CHECK(secret_of("g1", "").empty());
    CHECK(is_salt(salt_of(game, 0)));
    for (const auto* none : {"", "AAAA", "AAAAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAB=="})
        CHECK_FALSE(is_salt(none));
}

TEST_CASE("any other spelling is refused") {
    for (const std::string_view leaf :
         {"", "adoube-input", "adoube-input g 1 0 - - - -", "adoube-input g 1 0 - - - - ",
          "adoube-input g 01 0 - - - - {}", "adoube-input g +1 0 - - - - {}",
          "adoube-input g 1 -0 - - - - {}", "adoube-input g 1 0 b - - - {}", "adoube-input g 1 0 - 1 2 3 {}",
          "adoube-input g 1 0 b 4294967296 - 1 {}", "adoube-input g 1 0 b 1 - 18446744073709551616 {}",
          "adoube-input g 1 0 b 1 01 1 {}", "adoube-input  1 0 - - - - {}", "adoube-input - 1 0 - - - - \t",
          "adoube-game g 1 {}", "adoube-input g 1 0 b\u00a0c 1 1 1 {}", "adoube-input g 1 0 - - - - {\xff}",
          "Adoube-input g 1 0 - - - - {}"}) {
        INFO(leaf);
        CHECK_FALSE(parse_input_leaf(leaf));
    }
    for (const std::string_view leaf :
         {"", "adoube-game g 1", "adoube-game g 1 ", "adoube-game g 1.0 {}", "adoube-game - 1 {}",
          "adoube-game g 1 a\nb", "adoube-input g 1 0 - - - - {}"}) {
        INFO(leaf);
        CHECK_FALSE(parse_game_leaf(leaf));
    }
}

TEST_CASE("a line changed at random is refused, or is another input written as it must be") {
    std::mt19937_64 random(tests::seed(1));
    int read = 0;
    for (int round = 0; round < 50'000; ++round) {
        auto leaf = to_leaf("g1", 12, told);
        for (auto changes = 1 + random() % 3; changes > 0; --changes) {
            const auto at = random() % leaf.size();
            if (random() % 2 == 0)
                leaf[at] = "0123456789- g{\xc3\xa9"[random() % 16];
            else
                leaf.erase(at, 1 + random() % 3);
        }
        const auto parsed = parse_input_leaf(leaf);
        if (!parsed) continue;
        ++read;
        REQUIRE(to_leaf(parsed->game_id, parsed->n, parsed->entry) == leaf);
    }
    CHECK(read > 1000);
}

TEST_CASE("what cannot be a leaf is known before") {
    CHECK(can_be_leaf(told));
    for (const auto& line : {"", "a\nb", "\xff", "a\tb"})
        CHECK_FALSE(can_be_leaf(record::Entry{line, {}, {}}));
    for (const auto& board : {"", "a b", "-", "a+b"})
        CHECK_FALSE(can_be_leaf(record::Entry{"{}", record::Origin{board, 1, 1, BoardUs(1)}, {}}));
    for (const auto& id : {"", "a b", "-"}) CHECK_FALSE(can_be_leaf(record::GameEntry{id, "{}", {}, {}}));
}
