#include "daemon/drivers/dgt/clock_lever.hpp"

#include "tests/catch.hpp"

using namespace adoube;
using namespace adoube::drivers::dgt;
using chess::Side;

TEST_CASE("a clock that is heard late gives the reply's press to whoever moved first") {
    for (const bool white_left : {true, false}) {
        CAPTURE(white_left);
        const auto shows = [&](bool running, Side to_move) {
            const bool right = (to_move == Side::white) != white_left;
            return ClockTime{5430, 5430, running, right, false};
        };
        ClockLever lever;
        CHECK_FALSE(lever.hear(shows(false, Side::white), SteadyUs(1'000'000), true));
        lever.dropped(Side::white, SteadyUs(3'000'000));
        CHECK_FALSE(lever.hear(shows(true, Side::white), SteadyUs(3'300'000), false)); // it runs since a while
        lever.dropped(Side::black, SteadyUs(4'400'000));
        CHECK(lever.hear(shows(true, Side::black), SteadyUs(4'300'000), false) == Side::white);
        CHECK(lever.hear(shows(true, Side::white), SteadyUs(5'300'000), false) == Side::black);
        CHECK(lever.white_is_left() == white_left);
    }
}
