#include "daemon/access/shares.hpp"

#include "tests/catch.hpp"

#include <vector>

using namespace adoube::access;

namespace {

Grant of(int token, Role role = Role::arbiter) { return {role, Boards::all(), token, "A"}; }

} // namespace

TEST_CASE("one token uses up the room of all, all tokens that of the operator, or what is left stays used") {
    std::vector<Shares::Place> places;
    Shares shares({.all = 10, .of_token = 3, .for_operators = 2});
    const auto takes = [&](const Grant& who) {
        auto place = shares.take(who);
        const bool taken = static_cast<bool>(place);
        if (taken) places.push_back(std::move(place));
        return taken;
    };
    for (int n = 0; n < 3; ++n) CHECK(takes(of(1)));
    CHECK_FALSE(takes(of(1)));
    for (const int token : {2, 3}) CHECK(takes(of(token)));
    for (int n = 0; n < 3; ++n) CHECK(takes(of(4)));
    CHECK_FALSE(takes(of(2))); // has a share left, but the rest is the operators'
    CHECK_FALSE(takes(of(5, Role::fair_play)));
    for (int n = 0; n < 2; ++n) CHECK(takes(of(9, Role::operator_)));
    CHECK_FALSE(takes(of(9, Role::operator_)));
    CHECK(shares.taken() == 10);
    places.erase(places.begin(), places.begin() + 3);
    CHECK(shares.taken() == 7);
    CHECK(takes(of(1)));
    CHECK_FALSE(takes(of(5)));
    places.clear();
    CHECK(shares.taken() == 0);
    for (int n = 0; n < 10; ++n) CHECK(takes(of(9, Role::operator_))); // no share bounds him
}

TEST_CASE("a place outlives what it was taken of, and is freed there") {
    Shares::Place place;
    {
        Shares shares({1, 1, 0});
        place = shares.take(of(1));
        CHECK(place);
        CHECK_FALSE(shares.take(of(2)));
    }
    place = {};
    CHECK_FALSE(place);
}
