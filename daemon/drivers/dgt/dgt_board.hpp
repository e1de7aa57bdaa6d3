#pragma once
// The host's end of a link to a DGT board: 9600 baud, one byte per request, answers as in messages.hpp.
//
// The board has no clock and no event numbers: times are the host's on arrival, and what happens while
// unplugged or is damaged in transit is lost. A scan takes 200-250 ms, so shorter touches go unseen.
//
// The attached chess clock is polled two or three times a second, and what it says comes up to a second late.
// A press counts once the squares that were scanned with it have come.
//
// Untried on hardware.

#include "daemon/drivers/dgt/clock_lever.hpp"
#include "daemon/drivers/dgt/codes.hpp"
#include "daemon/drivers/dgt/messages.hpp"
#include "daemon/drivers/driver.hpp"

#include <deque>
#include <string>

namespace adoube::drivers::dgt {

/// The five-character serial number in a DGT board's id; empty for other ids.
std::optional<std::string> serial_in(std::uint64_t board_id);

class Board final : public Driver {
  public:
    static constexpr std::int64_t scan_ms = 250;
    /// The board has reported what it saw this long ago: a scan, plus the longest message ahead of it.
    static constexpr std::uint64_t longest_way_us = 500'000;
    /// After this long without change, the whole board is compared with what was reported.
    static constexpr std::uint64_t rests_after_us = 300'000;
    /// What the clock says waits so long: a scan, for the pieces that were put down before.
    static constexpr std::uint64_t clock_waits_us = 300'000;
    /// Of the time in which the daemon was kept from its work no more counts as waited: what the board said
    /// meanwhile may still wait to be read.
    static constexpr std::uint64_t most_at_once_us = 150'000;
    static constexpr std::size_t most_clock_times = 32; // that wait
    static constexpr std::uint64_t between_batteries_us = 60'000'000;

    /// `port`: its name, so that starts of boards with one serial number differ.
    explicit Board(std::string_view port = {}) : port_(std::hash<std::string_view>()(port)) {}

    void opened(SteadyUs now_us) override;
    void received(std::span<const std::uint8_t> bytes, SteadyUs now_us) override;
    void tick(SteadyUs now_us) override;
    void listen_anew(SteadyUs now_us) override { heard_us_ = now_us; }

    void follow(Progress progress) override;
    void assume_left(chess::Side side) override { lever_.assume_left(side); }
    void durable(std::uint32_t, std::uint32_t) override {}
    /// The answer takes the line for a fifth of a second.
    void ask_about_maker() override;

    std::string account() const override { return account_of_messages(counts_); }
    LinkCounts counts() const override { return counts_; }
    std::optional<wire::Health> health_told() const override { return std::nullopt; }

  private:
    void room_again() override;
    void on(const FieldUpdate& update);
    void on(const BoardDump& dump);
    void on(const Other& other);
    void on(const ClockTime& time);
    void on(const NoClock&);
    void on(const ClockAcknowledgement&) {}
    void on(const Battery& battery);
    void on_waited(const ClockTime& time, SteadyUs heard_us);
    void tell_clock();
    void clock_came();
    void tell_clock_battery(bool low);

    void greet();
    void damaged();
    void put(wire::EventKind kind, chess::Square square, wire::Content content);
    bool fits();
    void ask(std::initializer_list<Command> commands) {
        for (const auto command : commands) bytes_.push_back(static_cast<std::uint8_t>(command));
    }
    void pass(SteadyUs now_us);
    void look_at_clock();
    wire::Lever lever() const;
    void ask_identity();
    void ask_squares();
    BoardUs board_us() const { return board_us(now_us_); }
    BoardUs board_us(SteadyUs at_us) const { return BoardUs(at_us - started_us_); }

    Decoder decoder_;
    LinkCounts counts_;
    wire::Hello hello_;
    std::optional<std::uint64_t> serial_; // of the open link
    wire::Squares squares_;               // as reported
    bool told_squares_ = false;           // of the open link
    bool maker_asked_ = false;            // of the open link, and not told yet
    bool lost_ = false;                   // events, since the last report
    bool followed_ = false;               // since this start
    std::uint32_t next_seq_ = 0;
    ClockLever lever_;
    struct Heard {
        SteadyUs at_us;
        std::uint64_t listened_us;
        ClockTime time;
    };
    bool clock_battery_low_ = false, clock_battery_told_low_ = false;
    std::deque<Heard> clock_times_; // not taken yet
    std::uint64_t listened_us_ = 0;
    SteadyUs now_us_, heard_us_, asked_us_, started_us_, battery_asked_us_;
    std::optional<SteadyUs> changed_us_; // of the last change, until the whole board is requested
    std::size_t port_;
};

} // namespace adoube::drivers::dgt
