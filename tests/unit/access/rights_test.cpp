// The table of rights, written a second time.

#include "daemon/access/rights.hpp"

#include "tests/catch.hpp"

using namespace adoube::access;

TEST_CASE("somebody may do what his role is not for, or may not do what it is for") {
    using enum Thing;
    const Boards his = *Boards::parse("3-4");
    const Grant everybody, arbiter{Role::arbiter, his, 1, "Anna"},
        officer{Role::fair_play, Boards::all(), 3, "Fay"}, monitor{Role::monitor, Boards::all(), 4, "Mona"},
        chief{Role::operator_, Boards::all(), 2, "Otto"};
    struct Row {
        Thing thing;
        bool concerns_a_board;
        bool everybody, arbiter_on_3, arbiter_on_5, chief_on_3, chief_on_5;
    };
    const Row rows[] = {
        {public_view, false, true, true, true, true, true},
        {arbiters_view, true, false, true, false, true, true},
        {arbiters_word, true, false, true, false, true, true},
        {games_at_once, false, false, false, false, true, true},
        {arming, true, false, true, false, true, true},
        {board_exchange, true, false, false, false, true, true},
        {records, false, false, false, false, true, true},
        {status, false, false, false, false, true, true},
        {metrics, false, false, false, false, true, true},
        {delay, false, false, false, false, true, true},
        {targets, false, false, false, false, true, true},
        {round_files, false, false, false, false, true, true},
        {round_acts, false, false, false, false, true, true},
        {settings, false, false, false, false, true, true},
        {printing, false, false, false, false, true, true},
        {cosigning, true, false, true, false, true, true},
        {tokens, false, false, false, false, true, true},
    };
    REQUIRE(std::size(rows) == std::size(things));
    for (std::size_t at = 0; at < std::size(rows); ++at) {
        const auto& row = rows[at];
        REQUIRE(static_cast<std::size_t>(row.thing) == at);
        REQUIRE(things[at] == row.thing);
        CAPTURE(at);
        for (const int board : {3, 5}) CHECK(may(everybody, row.thing, board) == row.everybody);
        CHECK(may(arbiter, row.thing, 3) == row.arbiter_on_3);
        CHECK(may(arbiter, row.thing, 4) == row.arbiter_on_3);
        CHECK(may(arbiter, row.thing, 5) == row.arbiter_on_5);
        CHECK(may(officer, row.thing, 3) == (row.thing == public_view || row.thing == games_at_once));
        CHECK(may(monitor, row.thing, 3) == (row.thing == public_view || row.thing == Thing::metrics));
        CHECK(may(chief, row.thing, 3) == row.chief_on_3);
        CHECK(may(chief, row.thing, 5) == row.chief_on_5);
        // Without a board, only the operator may do what concerns one.
        CHECK(may(everybody, row.thing) == row.everybody);
        CHECK(may(arbiter, row.thing) == (row.arbiter_on_3 && !row.concerns_a_board));
        CHECK(may(chief, row.thing) == row.chief_on_3);
    }
    CHECK_FALSE(may(Grant{Role::arbiter, Boards(), 1, "Anna"}, arbiters_view, 1));
}

TEST_CASE(
    "a token is made by somebody who may not make one, or for a role that can do as much as its maker") {
    for (const Role role : roles)
        for (const Role of : roles) {
            CAPTURE(to_string(role), to_string(of));
            CHECK(may_make_token(role, of) == (role == Role::operator_ && of == Role::arbiter));
        }
}

TEST_CASE("a role is taken for another by its name") {
    for (const Role role : roles) CHECK(role_from(to_string(role)) == role);
    CHECK(to_string(Role::arbiter) == "arbiter");
    CHECK(to_string(Role::operator_) == "operator");
    CHECK_FALSE(role_from("Operator"));
    CHECK(Grant{Role::arbiter, Boards::all(), 3, "Anna"}.who() == "Anna (token 3)");
    CHECK(Grant().who().empty());
}
