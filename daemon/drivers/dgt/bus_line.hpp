#pragma once
// One board of DGT's bus as if it had a line of its own: what the bus tells of it becomes the messages of a
// single board, and the single board's commands are answered from that. Thereby one driver (dgt_board.hpp)
// serves both. A state machine without I/O or clock.
//
// The squares are told again, and the clock is told, only once the board has been heard since: all changes
// before have been told then. So a clock comes later than on a line of its own, with eight boards up to two
// seconds.

#include "daemon/drivers/dgt/bus_session.hpp"

#include <deque>
#include <string>
#include <utility>

namespace adoube::drivers::dgt {

class BusLine {
  public:
    /// The board sees a piece this long after it was put down.
    static constexpr std::uint64_t scan_us = 250'000;
    static constexpr std::size_t most_clock_times = 32; // that wait

    /// As its port names it, five digits.
    explicit BusLine(std::string serial) : serial_(std::move(serial)) {}

    void hear(const BusNews& news, SteadyUs now_us);
    /// From the driver.
    void received(std::span<const std::uint8_t> commands, SteadyUs now_us);

    /// For the driver, whole messages.
    std::vector<std::uint8_t> take_bytes() { return std::exchange(bytes_, {}); }
    /// The board is gone, or some changes are: to be closed, as a cable that was pulled.
    bool is_cut() const { return cut_; }

  private:
    void on(const BusBoardCame&, SteadyUs) {}
    void on(const BusSquares& squares, SteadyUs);
    void on(const FieldUpdate& update, SteadyUs);
    void on(const BusBoardHeard& heard, SteadyUs);
    void on(const BusClock& clock, SteadyUs now_us);
    void on(const BusBoardGone&, SteadyUs) { cut_ = true; }
    void obey(Command command, SteadyUs now_us);
    void say(MessageId id, std::span<const std::uint8_t> data);

    std::string serial_;
    std::optional<std::array<std::optional<chess::Piece>, 64>> squares_;
    bool updates_ = false, clock_asked_ = false;
    std::optional<SteadyUs> dump_asked_us_;
    struct Waiting {
        SteadyUs since_us;
        std::vector<std::uint8_t> data;
    };
    std::deque<Waiting> clocks_;
    std::vector<std::uint8_t> bytes_;
    bool cut_ = false;
};

} // namespace adoube::drivers::dgt
