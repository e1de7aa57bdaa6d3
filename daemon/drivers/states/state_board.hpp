#pragma once
// What the drivers of boards share that only tell what stands where, again and again: they have no events,
// no numbers, no clock and no lever. Differing states become lifts and drops (SteadySquares).
//
// Such a board has no serial number either: it is known by its maker and the port that it is on.

#include "daemon/drivers/driver.hpp"
#include "daemon/drivers/states/steady_squares.hpp"

#include <string>
#include <string_view>

namespace adoube::drivers {

class StateBoard : public Driver {
  public:
    /// As long without a good state after damaged bytes, and something may have been missed.
    static constexpr std::uint64_t longest_pause_us = 1'000'000;
    static constexpr std::uint64_t between_clock_reads_us = 200'000;

    void opened(SteadyUs now_us) final;
    void received(std::span<const std::uint8_t> bytes, SteadyUs now_us) final;
    void tick(SteadyUs now_us) final;
    void listen_anew(SteadyUs now_us) final { heard_us_ = now_us; }

    void follow(Progress progress) final;
    void durable(std::uint32_t, std::uint32_t) final {}

    std::string account() const final { return account_of_messages(counts_); }
    LinkCounts counts() const final { return counts_; }
    std::optional<wire::Health> health_told() const final { return std::nullopt; }

  protected:
    /// Of one kind of board.
    struct Kind {
        std::uint32_t id; // four letters, the high half of a board's id
        const char* name; // "Millennium board"
        wire::Sensing sensing;
        std::int64_t scan_ms; // how long a touch may be and not be seen
        SteadySquares::Wanted wanted;
    };

    StateBoard(const Kind& kind, std::string_view port);

    /// The link was opened: forget half a message, ask for what is to be known.
    virtual void begin() = 0;
    /// Call `take` with the messages in it, and `saw` for each state.
    virtual void read(std::span<const std::uint8_t> bytes) = 0;
    /// Time to ask for something.
    virtual void ask() = 0;
    /// What is to be known before it is reported has come, or will not come.
    virtual bool is_ready() const { return true; }

    void ask_with(std::string_view command) {
        for (const char byte : command) bytes_.push_back(static_cast<std::uint8_t>(byte)); // as in dgt
    }
    /// Each good one goes to `on`; an empty one is damage.
    template<class Messages, class On>
    void take(const Messages& messages, On&& on) {
        for (const auto& message : messages) {
            if (!message) {
                damaged();
                continue;
            }
            heard();
            std::visit(on, *message);
        }
    }
    void not_understood() { ++counts_.messages_not_understood; }
    void saw(const wire::Squares& state);
    /// It is of another kind than it seemed, or this has become known of it; a new start of the board.
    void is_of(const Kind& kind);
    void has_version(std::uint8_t major, std::uint8_t minor);
    /// How long a touch may be and not be seen, when it is reported next.
    void has_scan(std::int64_t scan_ms) { kind_.scan_ms = scan_ms; }
    /// Squares are known anew, and better: the same pieces, not moved.
    void tell_squares_anew();
    bool is_following() const { return state_ == State::following; }
    SteadyUs now_us() const { return now_us_; }
    SteadyUs opened_us() const { return opened_us_; }
    /// Of the last good message; `opened_us` before the first.
    SteadyUs heard_us() const { return heard_us_; }
    /// Of the last state; `opened_us` before the first.
    SteadyUs state_us() const { return state_us_; }

  private:
    void heard();
    void damaged();
    void room_again() final {}
    void greet();
    void tell(const SteadySquares::Change& change);
    void tell_squares();
    void tell_clock();
    void lose();
    bool fits();
    BoardUs board_us(SteadyUs at_us) const { return BoardUs(at_us - started_us_); }

    Kind kind_;
    std::uint32_t port_; // a hash of its name
    LinkCounts counts_;
    wire::Hello hello_;
    SteadySquares steady_;
    bool told_squares_ = false; // since the link was opened, or the squares known anew
    bool lost_ = false;         // events, since the last report
    bool damaged_ = false;      // since the last state
    std::uint32_t next_seq_ = 0;
    SteadyUs now_us_, opened_us_, heard_us_, state_us_, started_us_;
    std::optional<SteadyUs> greeted_us_, clock_told_us_; // of the open link
};

} // namespace adoube::drivers
