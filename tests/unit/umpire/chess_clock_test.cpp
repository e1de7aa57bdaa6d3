#include "daemon/umpire/data/chess_clock.hpp"
#include "tests/catch.hpp"

using adoube::GameMs;
using namespace adoube::umpire;

namespace {

ChessClock clock_with(const char* control, ClockMode mode = ClockMode::increment) {
    return {parse_time_control(control).value(), mode};
}

void play(ChessClock& clock, Side side, GameMs t_ms) {
    clock.press(side, t_ms);
    clock.add_bonus(side);
    clock.count_move(side);
}

} // namespace

TEST_CASE("a time control of the PGN tag is misread") {
    const auto periods = parse_time_control("40/5400+30:1800+30");
    REQUIRE(periods);
    REQUIRE(periods->size() == 2);
    CHECK(periods->at(0).moves == 40);
    CHECK(periods->at(0).time_ms == 5'400'000);
    CHECK(periods->at(0).bonus_ms == 30'000);
    CHECK(periods->at(1).moves == 0);
    CHECK(parse_time_control("300")->at(0).bonus_ms == 0);
    for (const auto* none : {"", "-", "?"}) CHECK(parse_time_control(none)->empty());
    for (const auto* bad :
         {"15 min/game + 10 sec/move", "40/", "/300", "0/300", "300+", "a", "300:", "-5", "99999999999"}) {
        INFO(bad);
        CHECK(!parse_time_control(bad));
    }
}

TEST_CASE("the clock runs for the wrong side or by the wrong amount") {
    auto clock = clock_with("300+5");
    clock.start(Side::white, GameMs(1000));
    CHECK(clock.left_ms(Side::white, GameMs(3000)) == 298'000);
    play(clock, Side::white, GameMs(11'000));
    CHECK(clock.left_ms(Side::white, GameMs(20'000)) == 295'000);
    CHECK(clock.left_ms(Side::black, GameMs(20'000)) == 291'000);
    clock.press(Side::black, GameMs(21'000)); // an empty press adds nothing
    CHECK(clock.left_ms(Side::black, GameMs(30'000)) == 290'000);
    clock.stop(GameMs(31'000));
    CHECK(clock.left_ms(Side::white, GameMs(90'000)) == 285'000);
}

TEST_CASE("the delay of 6.2b gives back more than was used") {
    auto clock = clock_with("300+5", ClockMode::delay);
    clock.start(Side::white, GameMs(0));
    CHECK(clock.left_ms(Side::white, GameMs(3000)) == 300'000);
    play(clock, Side::white, GameMs(3000));
    CHECK(clock.left_ms(Side::white, GameMs(3000)) == 300'000);
    play(clock, Side::black, GameMs(13'000));
    CHECK(clock.left_ms(Side::black, GameMs(20'000)) == 295'000);
}

TEST_CASE("a time that is set in delay mode (6.2b) shows another, or gives the delay again") {
    auto clock = clock_with("300+5", ClockMode::delay);
    clock.start(Side::white, GameMs(0));
    clock.set(Side::white, 100'000, GameMs(8000));
    CHECK(clock.left_ms(Side::white, GameMs(8000)) == 100'000);
    CHECK(clock.left_ms(Side::white, GameMs(10'000)) == 98'000);
    clock.set(Side::black, 50'000, GameMs(10'000));
    play(clock, Side::white, GameMs(11'000));
    CHECK(clock.left_ms(Side::white, GameMs(11'000)) == 97'000);
    CHECK(clock.left_ms(Side::black, GameMs(14'000)) == 50'000);
    CHECK(clock.left_ms(Side::black, GameMs(18'000)) == 48'000);
}

TEST_CASE("the time of the next period is not added with the last move of one") {
    auto clock = clock_with("2/100+1:50");
    clock.start(Side::white, GameMs(0));
    play(clock, Side::white, GameMs(10'000));
    CHECK(clock.left_ms(Side::white, GameMs(10'000)) == 91'000);
    play(clock, Side::black, GameMs(20'000));
    play(clock, Side::white, GameMs(30'000));
    CHECK(clock.left_ms(Side::white, GameMs(30'000)) == 132'000);
    play(clock, Side::black, GameMs(40'000));
    play(clock, Side::white, GameMs(50'000));
    CHECK(clock.left_ms(Side::white, GameMs(50'000)) == 122'000);
}

TEST_CASE("the moves of one period are counted again in the next, or those of the last are not") {
    const auto left_after = [](const char* control, int moves) {
        auto clock = clock_with(control);
        clock.start(Side::white, GameMs(0));
        for (int move = 0; move < moves; ++move)
            for (const auto side : {Side::white, Side::black}) play(clock, side, GameMs(0));
        return clock.left_ms(Side::white, GameMs(0));
    };
    CHECK(left_after("2/100:3/50:10", 2) == 150'000);
    CHECK(left_after("2/100:3/50:10", 4) == 150'000);
    CHECK(left_after("2/100:3/50:10", 5) == 160'000);
    CHECK(left_after("2/100", 3) == 200'000); // it is repeated
    CHECK(left_after("2/100", 4) == 300'000);
}
