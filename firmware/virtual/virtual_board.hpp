#pragma once
// A board without hardware: the caller sets squares; the firmware's own scans, debounce, ring and link see
// them, in simulated time. A board at rest is not scanned, so hours take milliseconds.
//
//      VirtualBoard board({.sensing = wire::Sensing::presence}, start_position());
//      board.set(e2, wire::Content::empty, 1'000'000);
//      board.set(e4, wire::Content::white_pawn, 1'500'000);
//      board.press(wire::EventKind::press_white, 1'900'000);
//      board.advance_to(3'000'000);
//      for (const wire::Event& event : board.drain()) … // or transmit() to a host

#include "firmware/core/board.hpp"

#include <random>
#include <vector>

namespace adoube::firmware {

/// As identities.
wire::Squares start_position();

struct VirtualBoardOptions {
    std::uint64_t board_id = 1;
    std::uint32_t boot_id = 1;
    wire::Sensing sensing = wire::Sensing::presence;
    std::uint8_t features =
        wire::feature::lever | wire::feature::adjust_buttons | wire::feature::call_buttons;
    /// For this long after a change, a contact shows the old or new state at random.
    std::uint64_t bounce_us = 0;
    std::uint64_t seed = 1; // of the bounces
};

/// The caller's times start at 0 µs; on the wire they are `started_before_us` later.
class VirtualBoard {
  public:
    static constexpr std::uint64_t started_before_us = 1'000'000;
    static constexpr std::uint64_t press_us = 30'000;

    /// Contents are identities; the board senses what it can.
    explicit VirtualBoard(const VirtualBoardOptions& options = {},
                          const wire::Squares& squares = start_position());

    /// Times may lie ahead and come in any order; a past time means now. As on a real board, content shorter
    /// than the debounce time (5 ms) is not seen.
    void set(unsigned square, wire::Content content, std::uint64_t t_us);
    /// Presses a button at t_us, or later if it is still pressed. Ignored if the board lacks it.
    void press(wire::EventKind button, std::uint64_t t_us);
    /// Scans until t_us. Changes are confirmed a few milliseconds after they happen.
    void advance_to(std::uint64_t t_us);
    std::uint64_t now_us() const { return now_us_ - started_before_us; }
    /// All is confirmed: advancing brings no event.
    bool quiet() const { return ahead_.empty() && bouncing() == 0 && board_.scanner().quiet(); }
    /// The ring's room beyond events already set. To lose none, wait for it.
    std::size_t room() const;
    std::size_t unacknowledged() const { return board_.ring().capacity() - board_.ring().room(); }

    /// With the caller's times. Never beside a host.
    std::vector<wire::Event> drain();

    /// As in Board. With a real host, `link_us` must run in real time.
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
    std::vector<Change> ahead_;
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
