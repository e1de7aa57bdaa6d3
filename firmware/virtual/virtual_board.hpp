#pragma once
// A board without hardware: squares that the caller fills and empties, seen by the firmware's own scans,
// debounce, ring and link, in simulated time and without I/O. Nothing is skipped that could matter: while the
// board is at rest, time passes without scans, so that hours take milliseconds.
//
//      VirtualBoard board({.sensing = wire::Sensing::presence}, start_position());
//      board.set(e2, wire::Content::empty, 1'000'000);
//      board.set(e4, wire::Content::white_pawn, 1'500'000);
//      board.press(wire::EventKind::press_white, 1'900'000);
//      board.advance_to(3'000'000);
//      for (const wire::Event& event : board.drain()) …                                  // without a wire,
//      or while (const auto length = board.transmit(frame, board.now_us())) send(frame, length); // over one

#include "firmware/core/board.hpp"

#include <random>
#include <vector>

namespace adoube::firmware {

/// What stands at the start of a game, as identities.
wire::Squares start_position();

struct VirtualBoardOptions {
    std::uint64_t board_id = 1;
    std::uint32_t boot_id = 1;
    wire::Sensing sensing = wire::Sensing::presence;
    std::uint8_t features =
        wire::feature::lever | wire::feature::adjust_buttons | wire::feature::call_buttons;
    /// For so long after each change a contact shows the old and the new state at random.
    std::uint64_t bounce_us = 0;
    std::uint64_t seed = 1; // of the bounces
};

/// Times that the caller gives and takes are microseconds of his own, from 0 on. The board was started one
/// second before, so that on the wire everything is one second later (`started_before_us`).
class VirtualBoard {
  public:
    static constexpr std::uint64_t started_before_us = 1'000'000;
    /// How long a finger stays on a button.
    static constexpr std::uint64_t press_us = 30'000;

    /// Contents are given as identities; the board sees of them what its sensing can.
    explicit VirtualBoard(const VirtualBoardOptions& options = {},
                          const wire::Squares& squares = start_position());

    /// At t_us this content stands on the square (empty: nothing). Times may be given ahead and in any order;
    /// one that is past means now. As on a real board, what stands for less than the debounce time (5 ms) is
    /// not seen.
    void set(unsigned square, wire::Content content, std::uint64_t t_us);
    /// At t_us a press, adjust or call button is pressed; later if a finger is still on it. Nothing
    /// where the board has no such button.
    void press(wire::EventKind button, std::uint64_t t_us);
    /// Scans until t_us. What happened at t_us itself is confirmed, and can be read, a few milliseconds
    /// later.
    void advance_to(std::uint64_t t_us);
    std::uint64_t now_us() const { return now_us_ - started_before_us; }
    /// Nothing is set ahead, and all that happened is confirmed: advancing further brings no event.
    bool quiet() const { return ahead_.empty() && bouncing() == 0 && board_.scanner().quiet(); }
    /// Events for which the ring has room, beyond all that is set already. Whoever must not lose one waits
    /// for it.
    std::size_t room() const;
    /// Events that nobody has acknowledged or drained.
    std::size_t unacknowledged() const { return board_.ring().capacity() - board_.ring().room(); }

    /// Takes the events out, with the caller's times. Instead of a host, never beside one.
    std::vector<wire::Event> drain();

    /// The link, as Board has it. `link_us` is a clock that runs as real time does where a real host is at
    /// the other end.
    void receive(std::span<const std::uint8_t> bytes, std::uint64_t link_us) {
        board_.receive(bytes, link_us);
    }
    std::size_t transmit(std::span<std::uint8_t, wire::max_frame> out, std::uint64_t link_us) {
        return board_.transmit(out, link_us, now_us_);
    }
    std::uint64_t link_wake_us(std::uint64_t link_us) const { return board_.link().wake_us(link_us); }
    void closed() { board_.closed(); }
    bool followed() const { return board_.link().followed(); }

  private:
    struct Change {
        std::uint64_t t_us;
        std::uint8_t lane; // square, or 64 + contact
        wire::Content content;
    };
    static constexpr std::uint8_t first_contact = 64;
    static constexpr std::size_t lanes = first_contact + 6;

    void plan(const Change& change);
    void apply_until(std::uint64_t t_us);
    void apply(const Change& change);
    std::size_t bouncing() const { return bouncing_lanes_; }
    Scan seen();
    std::uint64_t interval_us() const { return board_.settings().scan_interval_us; }
    void rest(std::uint64_t until_us);

    VirtualBoardOptions options_;
    NoHardware hardware_;
    Board<> board_;
    Scan truth_;
    std::vector<Change> ahead_; // in order of time
    std::array<std::uint64_t, 6> pressed_until_us_{};
    struct Bounce {
        std::uint64_t until_us = 0;
        wire::Content before{};
    };
    std::array<Bounce, lanes> bounces_{};
    std::size_t bouncing_lanes_ = 0;
    std::mt19937_64 random_;
    std::uint64_t now_us_ = 0;
    std::uint64_t next_scan_us_ = 0;
};

} // namespace adoube::firmware
