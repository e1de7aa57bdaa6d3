#pragma once
// Applies a driver's news as a table does, and checks that no event is lost or doubled.

#include "daemon/drivers/driver.hpp"
#include "protocol/rules.hpp"
#include "tests/catch.hpp"

namespace adoube::tests {

class Listener {
  public:
    explicit Listener(drivers::Driver& driver) : driver_(driver) {}

    void take() {
        for (const auto& news : driver_.take_news()) std::visit([&](const auto& one) { on(one); }, news);
    }
    const wire::Squares& squares() const { return squares_; }
    bool followed() const { return followed_; }
    bool told_squares() const { return told_squares_; }

    std::vector<wire::Event> events;
    std::vector<drivers::BatteryTold> batteries;
    std::vector<drivers::Arrived> arrivals;
    int losses = 0, silences = 0, snapshots = 0;

  private:
    void on(const drivers::Arrived& arrived) {
        followed_ = true;
        told_squares_ = false;
        arrivals.push_back(arrived);
        driver_.follow({arrived.hello.next_seq, arrived.hello.next_seq});
        next_seq_ = arrived.hello.next_seq;
        latest_us_ = BoardUs(arrived.hello.time_us);
        sure_us_ = {};
    }
    void on(const drivers::EventSeen& seen) {
        REQUIRE(told_squares_);
        REQUIRE(seen.seq == next_seq_++);
        pass(seen.board_us());
        REQUIRE(wire::valid(seen.event));
        const bool lift = seen.event.kind == wire::EventKind::lift;
        if (lift) REQUIRE(squares_.at(seen.event.square) == seen.event.content);
        if (!lift) REQUIRE(squares_.at(seen.event.square) != seen.event.content);
        squares_.set(seen.event.square, lift ? wire::Content::empty : seen.event.content);
        events.push_back(seen.event);
    }
    void on(const drivers::SnapshotSeen& seen) {
        pass(seen.board_us);
        told_squares_ = true;
        squares_ = seen.squares;
        ++snapshots;
    }
    void on(const drivers::EventsLost& lost) {
        REQUIRE(wire::seq_before(next_seq_, lost.next_seq));
        next_seq_ = lost.next_seq;
        pass(lost.board_us);
        told_squares_ = true;
        squares_ = lost.squares;
        ++losses;
    }
    void on(const drivers::ClockRead& read) {
        REQUIRE(read.told_us <= read.board_us);
        REQUIRE((told_squares_ || read.told_us == BoardUs{}));
        REQUIRE(read.told_us >= sure_us_);
        sure_us_ = read.told_us;
        pass(read.board_us);
    }
    void on(const drivers::BatteryTold& told) { batteries.push_back(told); }
    void on(const drivers::Silent&) {
        followed_ = told_squares_ = false;
        ++silences;
    }
    template<class Other>
    void on(const Other&) {
        FAIL("such a board tells nothing of the kind: " << __PRETTY_FUNCTION__);
    }
    void pass(BoardUs board_us) {
        REQUIRE(board_us >= latest_us_);
        latest_us_ = board_us;
        REQUIRE(board_us >= sure_us_);
    }

    drivers::Driver& driver_;
    wire::Squares squares_;
    std::uint32_t next_seq_ = 0;
    BoardUs latest_us_, sure_us_;
    bool followed_ = false, told_squares_ = false;
};

} // namespace adoube::tests
