// A DGT board on a bad line: news stays in order and, once the line is good, matches the board.

#include "daemon/drivers/driver.hpp"
#include "protocol/rules.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tests/unit/drivers/scripted_dgt_board.hpp"

#include <random>

using namespace adoube;
using tests::ScriptedDgtBoard;

namespace {

/// Applies news as a table does, and checks it.
class Listener {
  public:
    explicit Listener(drivers::Driver& driver) : driver_(driver) {}

    void take() {
        for (const auto& news : driver_.take_news()) std::visit([&](const auto& one) { on(one); }, news);
    }
    const wire::Squares& squares() const { return squares_; }
    bool followed() const { return followed_; }

  private:
    void on(const drivers::Arrived& arrived) {
        followed_ = true;
        driver_.follow({arrived.hello.next_seq, arrived.hello.next_seq});
        next_seq_ = arrived.hello.next_seq;
        latest_us_ = BoardUs(arrived.hello.time_us);
    }
    void on(const drivers::EventSeen& seen) {
        REQUIRE(seen.seq == next_seq_++);
        pass(seen.board_us());
        REQUIRE(wire::valid(seen.event));
        const bool lift = seen.event.kind == wire::EventKind::lift;
        if (lift) REQUIRE(squares_.at(seen.event.square) == seen.event.content);
        squares_.set(seen.event.square, lift ? wire::Content::empty : seen.event.content);
    }
    void on(const drivers::SnapshotSeen& seen) {
        pass(seen.board_us);
        squares_ = seen.squares;
    }
    void on(const drivers::EventsLost& lost) {
        REQUIRE(wire::seq_before(next_seq_, lost.next_seq));
        next_seq_ = lost.next_seq;
        pass(lost.board_us);
        squares_ = lost.squares;
    }
    void on(const drivers::ClockRead& read) {
        REQUIRE(read.told_us <= read.board_us);
        pass(read.board_us);
    }
    void on(const drivers::Silent&) { followed_ = false; }
    template<class Other>
    void on(const Other&) {
        FAIL("such a board tells nothing of the kind");
    }
    void pass(BoardUs board_us) {
        REQUIRE(board_us >= latest_us_);
        latest_us_ = board_us;
    }

    drivers::Driver& driver_;
    wire::Squares squares_;
    std::uint32_t next_seq_ = 0;
    BoardUs latest_us_;
    bool followed_ = false;
};

} // namespace

TEST_CASE("on a bad line a DGT board's driver loses count, or goes on with squares that are not so") {
    for (const auto seed : tests::seeds({40, 400})) {
        CAPTURE(seed);
        std::mt19937_64 random(seed);
        const auto pick = [&](std::uint64_t below) { return random() % below; };
        const auto driver = drivers::make_driver(drivers::Maker::dgt);
        ScriptedDgtBoard board;
        Listener listener(*driver);
        wire::Squares squares;
        SteadyUs now_us(5'000'000);
        bool open = false;
        const auto step = [&](unsigned damage_percent) {
            now_us += 50'000;
            driver->tick(now_us);
            for (auto& frame : board.answer(driver->take_bytes())) {
                if (pick(100) < damage_percent)
                    frame[pick(frame.size())] = static_cast<std::uint8_t>(random());
                if (pick(100) < damage_percent) frame.resize(pick(frame.size() + 1));
                driver->received(frame, now_us);
            }
            listener.take();
        };
        for (int n = 0; n < 600; ++n) {
            if (!open || pick(100) == 0) {
                if (open) driver->closed();
                driver->opened(now_us);
                open = true;
            }
            if (pick(20) == 0) driver->give_room(pick(4));
            if (pick(3) == 0) {
                const auto square = static_cast<std::uint8_t>(pick(64));
                const bool lift = squares.at(square) != wire::Content::empty;
                const auto content = lift ? squares.at(square) : wire::Content::white_queen;
                squares.set(square, lift ? wire::Content::empty : content);
                board.happen({0, lift ? wire::EventKind::lift : wire::EventKind::drop, square, content});
            }
            step(4);
        }
        driver->closed();
        driver->opened(now_us);
        driver->give_room(1'000);
        for (int n = 0; n < 100; ++n) step(0);
        REQUIRE(listener.followed());
        REQUIRE(listener.squares() == squares);
        REQUIRE(driver->counts().bad_frames > 0);
    }
}
