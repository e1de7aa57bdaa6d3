#pragma once
// The host's end of a link to a DGT board: 9600 baud, one byte a request, the messages of messages.hpp.
//
// Such a board has no clock, numbers nothing and keeps nothing: times are the host's when a message came,
// what happened while its cable was out is lost, and so is what was damaged on the way. It scans its squares
// in 200-250 ms, so a shorter touch is not seen. The clock on its side is not listened to: it has no lever
// here.
//
// Untried on hardware.

#include "daemon/drivers/dgt/messages.hpp"
#include "daemon/drivers/driver.hpp"

namespace adoube::drivers::dgt {

class Board final : public Driver {
  public:
    /// What the board saw so long ago has been told: a scan, and the longest message before it on the line.
    static constexpr std::uint64_t longest_way_us = 500'000;
    /// A hand that moves a piece has done with it: the whole board is compared with what was told.
    static constexpr std::uint64_t rests_after_us = 300'000;

    void opened(SteadyUs now_us) override;
    void received(std::span<const std::uint8_t> bytes, SteadyUs now_us) override;
    void tick(SteadyUs now_us) override;

    void follow(Progress progress) override;
    void durable(std::uint32_t, std::uint32_t) override {} // it keeps nothing

    std::string account() const override;
    LinkCounts counts() const override { return counts_; }
    std::optional<wire::Health> health_told() const override { return std::nullopt; }

  private:
    void room_again() override;
    void on(const FieldUpdate& update);
    void on(const BoardDump& dump);
    void on(const Other& other);
    void on(const ClockTime&) {}
    void on(const NoClock&) {}
    void on(const ClockAcknowledgement&) {}

    void greet();
    void damaged();
    void put(wire::EventKind kind, chess::Square square, wire::Content content);
    bool fits();
    void ask(std::initializer_list<std::uint8_t> requests) {
        for (const auto request : requests) bytes_.push_back(request); // g++ 12 misjudges `insert` here
    }
    void ask_identity();
    void ask_squares();
    BoardUs board_us() const { return BoardUs(now_us_ - started_us_); }

    Decoder decoder_;
    LinkCounts counts_;
    wire::Hello hello_;
    std::optional<std::uint64_t> serial_; // of the link now open
    wire::Squares squares_;               // as they were told
    bool told_squares_ = false;           // of the link now open
    bool lost_ = false;                   // events of this start, since what was told last
    std::uint32_t next_seq_ = 0;
    SteadyUs now_us_, heard_us_, asked_us_, started_us_;
    std::optional<SteadyUs> changed_us_; // since then the whole board was not asked for
};

} // namespace adoube::drivers::dgt
