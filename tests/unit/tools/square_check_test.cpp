#include "tests/catch.hpp"
#include "tools/adoube/board/square_check.hpp"

using namespace adoube;
using tools::SquareCheck;
using wire::Content;
using wire::Event;
using wire::EventKind;

namespace {

constexpr std::uint8_t every_feature =
    wire::feature::lever | wire::feature::adjust_buttons | wire::feature::call_buttons;

class Hands {
  public:
    explicit Hands(SquareCheck& check) : check_(check) {}
    std::optional<std::string> lift(unsigned square, std::uint64_t after_us = 400'000) {
        return event(EventKind::lift, square, Content::occupied, after_us);
    }
    std::optional<std::string> drop(unsigned square, std::uint64_t after_us = 400'000) {
        return event(EventKind::drop, square, Content::occupied, after_us);
    }
    std::optional<std::string> event(EventKind kind, unsigned square = 0, Content content = Content::empty,
                                     std::uint64_t after_us = 400'000) {
        now_us_ += after_us;
        return check_.fault_at({now_us_, kind, static_cast<std::uint8_t>(square), content});
    }

  private:
    SquareCheck& check_;
    std::uint64_t now_us_ = 5'000'000;
};

} // namespace

TEST_CASE("a board passes when every square was lifted from and set down on, and every contact closed") {
    SquareCheck check(every_feature);
    Hands hands(check);
    CHECK(check.left() == 70);
    for (unsigned square = 0; square < 64; ++square) {
        CHECK_FALSE(hands.drop(square));
        CHECK(check.left() == 70 - square);
        CHECK_FALSE(hands.lift(square));
        CHECK(check.left() == 69 - square);
    }
    CHECK(check.to_do() ==
          "White's side of the lever, Black's side of the lever, White's \"j'adoube\" button, "
          "Black's \"j'adoube\" button, White's button to call the arbiter, "
          "Black's button to call the arbiter");
    for (const auto kind : {EventKind::press_white, EventKind::press_black, EventKind::adjust_white,
                            EventKind::adjust_black, EventKind::call_white}) {
        hands.event(kind);
        CHECK_FALSE(check.passed());
    }
    CHECK(check.to_do() == "Black's button to call the arbiter");
    hands.event(EventKind::call_black);
    CHECK(check.passed());
    CHECK(check.to_do().empty());
}

TEST_CASE("contacts that a board does not have are not asked for") {
    CHECK(SquareCheck(0).to_do() == "64 squares");
    CHECK(SquareCheck(wire::feature::lever).left() == 66);
}

TEST_CASE("the map tells a newcomer where to lift and where to set down") {
    SquareCheck check(0);
    wire::Squares squares;
    for (const unsigned square : {0u, 1u, 63u}) squares.set(square, Content::occupied);
    check.snapshot(squares);
    Hands hands(check);
    hands.lift(0);
    hands.drop(8);
    hands.lift(8);
    hands.event(EventKind::mask_on, 62);
    const auto map = check.map();
    REQUIRE(map.size() == 9);
    CHECK(map[0] == "8 . . . . . . x -");
    CHECK(map[6] == "2 + . . . . . . .");
    CHECK(map[7] == "1 . - . . . . . ."); // a1 still needs a drop
    CHECK(map[8] == "  a b c d e f g h");
}

TEST_CASE("a square that flickers has not passed, and must be tested again") {
    SquareCheck check(0);
    Hands hands(check);
    hands.drop(28);
    const auto fault = hands.lift(28, 20'000);
    REQUIRE(fault);
    CHECK(*fault == "e4 flickers: test it again, and if it does so again look at its sensor");
    CHECK(check.left() == 64);
    CHECK_FALSE(hands.drop(28));
    CHECK_FALSE(hands.lift(28));
    CHECK(check.left() == 63);
}

TEST_CASE("a masked square has not passed, and is to be tested when it is trusted again") {
    SquareCheck check(0);
    check.masked(std::uint64_t{1} << 5);
    Hands hands(check);
    hands.drop(5), hands.lift(5);
    CHECK(check.left() == 64);
    CHECK(hands.event(EventKind::mask_off, 5));
    CHECK(check.left() == 64);
    hands.drop(5), hands.lift(5);
    CHECK(check.left() == 63);
    CHECK(hands.event(EventKind::mask_on, 5) ==
          std::optional<std::string>("f1 is masked by the board: its sensor or wiring is at fault"));
    CHECK(check.left() == 64);
}
