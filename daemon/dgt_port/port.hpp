#pragma once
// What a program meets at a port of ours: a DGT board, or several on a bus. The boards' state and the
// program's bytes go in, bytes for the program come out. A state machine without I/O; time is given.
//
// One board: a field update follows every change of a square in the modes 43, 44 and 4b (hex), in the order
// in which hands made it. A program that reads too slowly gets fewer of them, but each brings what it knows
// of the board, from its last dump on, to what stands there.
//
// Several boards answer on the bus alone: commands for a single board are not answered, as it would be all of
// them that answer. As those boards do, one that stands in single-board mode goes to the bus with the first
// command of the bus, and does not obey that one.
//
// What a clock is told is acknowledged and changes nothing; lights and the boot loader, too, do nothing.

#include "daemon/dgt_port/command_reader.hpp"
#include "daemon/dgt_port/shown_board.hpp"

namespace adoube::dgt_port {

class Port {
  public:
    /// Waits for a program that does not read; then all of it is dropped.
    static constexpr std::size_t most_waiting_bytes = 64 * 1024;

    /// At least one.
    explicit Port(const std::vector<Identity>& boards);

    // --- the boards, by their place in the list ---

    void stand(std::size_t board, const Squares& squares, SteadyUs now_us);
    void show(std::size_t board, const std::optional<Clocks>& clocks, SteadyUs now_us);
    void charge(std::size_t board, std::optional<Battery> battery) { boards_[board].charge(battery); }

    // --- the program ---

    void received(std::span<const std::uint8_t> bytes, SteadyUs now_us);
    /// Call several times a second.
    void tick(SteadyUs now_us) { look_at_clock(now_us); }
    /// The next finds boards as they are when switched on.
    void program_left();

    /// Whole messages, about `most` bytes; they count as read.
    std::vector<std::uint8_t> take(std::size_t most);
    bool has_bytes() const { return missed_ || !waiting_.empty(); }
    /// Messages, for programs that did not read.
    std::uint64_t dropped() const { return dropped_; }

  private:
    enum class Mode : std::uint8_t { bus, idle, squares, squares_and_clock, clock_changes };
    using Bytes = std::vector<std::uint8_t>;
    struct Waiting {
        Bytes bytes;
        std::optional<SquareChange> change{};
        std::optional<Squares> dump{};
    };

    void obey(const Asked& asked, SteadyUs now_us);
    void obey(const AskedOnBus& asked, SteadyUs now_us);
    void obey_on_bus(ShownBoard& board, std::uint8_t command, SteadyUs now_us);
    bool is_single(std::uint8_t command);
    void go_to(Mode mode, SteadyUs now_us);
    bool tells_squares() const { return mode_ >= Mode::squares; }
    bool tells_clock() const { return mode_ >= Mode::squares_and_clock; }
    void acknowledge(std::span<const std::uint8_t> clock_message);
    void look_at_clock(SteadyUs now_us);
    void tell(const SquareChange& change);
    void tell_missed();

    void say(std::uint8_t id, std::span<const std::uint8_t> data) { say(id, data, Waiting()); }
    void say(std::uint8_t id, std::span<const std::uint8_t> data, Waiting waiting);
    void say_on_bus(const ShownBoard& board, std::uint8_t id, std::span<const std::uint8_t> data = {});
    void put(Waiting waiting);
    void drop_waiting();

    std::vector<ShownBoard> boards_;
    CommandReader commands_;
    Mode mode_ = Mode::bus;
    std::optional<ShownBoard::Data> clock_told_;
    SteadyUs clock_told_us_;
    std::deque<Waiting> waiting_;
    std::size_t waiting_bytes_ = 0;
    std::uint64_t dropped_ = 0;
    /// From the last dump on; empty: none was asked for. What is read, and with what waits.
    std::optional<Squares> read_, told_;
    bool missed_ = false; // something was dropped since bytes were taken
};

} // namespace adoube::dgt_port
