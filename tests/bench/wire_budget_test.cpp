// What an hour of one board's traffic costs now, rounded up a little: less is welcome, and then the budget
// follows.

#include "tests/bench/wire_hour.hpp"
#include "tests/catch.hpp"

using namespace adoube;

TEST_CASE("a move of news on the wire takes no more bytes than it did, and nothing more is sent that says "
          "nothing") {
    const auto hour = bench::wire_hour();
    REQUIRE(hour.moves > 50);
    CHECK(hour.sent.at("events").bytes <= 130 * hour.moves);
    CHECK(hour.all().bytes <= 3'600 * hour.moves);
    CHECK(hour.says_nothing.frames <= 7'950); // goal: 0
}
