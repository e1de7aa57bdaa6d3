#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tools/adoube/board/square_check.hpp"

#include <algorithm>
#include <random>

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
        return check_.news_of({now_us_, kind, static_cast<std::uint8_t>(square), content});
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
        CHECK(check.asked() == std::optional(square));
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
    CHECK(hands.event(EventKind::call_black) ==
          std::optional<std::string>("Black's button to call the arbiter was pressed"));
    CHECK(check.passed());
    CHECK(check.to_do().empty());
}

TEST_CASE("what is to be done now is told for an empty square, one with a piece, and half-way") {
    SquareCheck check(wire::feature::lever);
    wire::Squares squares;
    squares.set(1, Content::occupied);
    check.snapshot(squares);
    Hands hands(check);
    CHECK(check.to_do_now() == "a1: set a piece down and lift it again");
    hands.drop(0);
    CHECK(check.to_do_now() == "a1: lift it again");
    hands.lift(0);
    CHECK(check.to_do_now() == "b1: lift the piece and set it down again");
    hands.lift(1);
    CHECK(check.to_do_now() == "b1: set it down again");
    hands.drop(1);
    for (unsigned square = 2; square < 64; ++square) hands.drop(square), hands.lift(square);
    CHECK(check.to_do_now() == "press White's side of the lever, Black's side of the lever");
}

TEST_CASE("a square that does not answer keeps others from being tested, or passes") {
    SquareCheck check(0);
    Hands hands(check);
    CHECK(hands.drop(1) ==
          std::optional<std::string>("b1 answered while a1 was asked for: touch a1 again, and "
                                     "if another answers again look at the wires of both"));
    hands.lift(1);
    CHECK(check.asked() == std::optional(2u));
    for (unsigned square = 2; square < 64; ++square) hands.drop(square), hands.lift(square);
    CHECK(check.to_do() == "a1");
    CHECK(check.asked() == std::optional(0u));
    hands.drop(0), hands.lift(0);
    CHECK(check.passed());
}

TEST_CASE("a square that was passed over is asked for no more once the last of the others is masked") {
    SquareCheck check(0);
    Hands hands(check);
    for (unsigned square = 1; square < 63; ++square) hands.drop(square), hands.lift(square);
    REQUIRE(check.asked() == std::optional(63u));
    hands.event(EventKind::mask_on, 63);
    CHECK(check.asked() == std::optional(0u));
    hands.drop(0), hands.lift(0);
    CHECK(check.to_do() == "h8");
}

TEST_CASE("a board with exchanged or joined wires passes") {
    for (const auto seed : tests::seeds({200, 20'000})) {
        std::mt19937_64 random(seed);
        const auto one_of = [&](unsigned count) { return static_cast<unsigned>(random() % count); };
        std::array<std::vector<unsigned>, 64> answer; // by the square touched
        for (unsigned square = 0; square < 64; ++square) answer[square] = {square};
        const unsigned bit = 1u << one_of(6);
        const auto exchange = [&](unsigned one, unsigned other) { std::swap(answer[one], answer[other]); };
        switch (one_of(4)) {
        case 0: // a row of wires turned round by one bit of the address
            for (unsigned square = 0; square < 64; ++square)
                if ((square & bit) == 0) exchange(square, square | bit);
            break;
        case 1: { // two wires
            const auto one = one_of(64);
            exchange(one, (one + 1 + one_of(63)) % 64);
            break;
        }
        case 2: // an open line of the address
            for (unsigned square = 0; square < 64; ++square) answer[square] = {square & ~bit, square | bit};
            break;
        case 3: { // two squares joined
            const auto one = one_of(64), other = (one + 1 + one_of(63)) % 64;
            answer[one] = answer[other] = {one, other};
        }
        }
        SquareCheck check(0);
        Hands hands(check);
        int told = 0;
        for (int touch = 0; touch < 300 && !check.passed(); ++touch) {
            auto squares = answer[check.asked().value()];
            for (const auto kind : {EventKind::drop, EventKind::lift}) {
                std::ranges::shuffle(squares, random);
                std::uint64_t after_us = 400'000;
                for (const auto square : squares)
                    told +=
                        hands.event(kind, square, Content::occupied, std::exchange(after_us, one_of(30'000)))
                            .has_value();
            }
        }
        INFO("seed " << seed);
        CHECK(!check.passed());
        CHECK(told > 0);
    }
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
    CHECK(map[6] == "2 + ? . . . . . .");
    CHECK(map[7] == "1 . - . . . . . ."); // a1, passed over, still needs a drop
    CHECK(map[8] == "  a b c d e f g h");
}

TEST_CASE("a square that flickers has not passed, and must be tested again") {
    SquareCheck check(0);
    Hands hands(check);
    hands.drop(0);
    const auto fault = hands.lift(0, 20'000);
    REQUIRE(fault);
    CHECK(*fault == "a1 flickers: test it again, and if it does so again look at its sensor");
    CHECK(check.left() == 64);
    CHECK_FALSE(hands.drop(0));
    CHECK_FALSE(hands.lift(0));
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
