#pragma once
// A virtual board: the firmware's own core, its power switch and its cable. A second core without a cable
// sees the same hands; the journal must hold its events.

#include "firmware/virtual/host_port.hpp"
#include "firmware/virtual/virtual_board.hpp"

#include <memory>
#include <random>
#include <utility>

namespace adoube::soak {

using RealTime = std::uint64_t; // µs of the steady clock

RealTime now_us();

/// Event n has sequence number n.
struct Boot {
    std::uint32_t boot_id;
    std::vector<wire::Event> events; // in the caller's times, 0 at boot
    std::size_t acknowledged = 0;    // the first n
};

class Board {
  public:
    /// Scans, debounce and hands run `speed` times as fast as real time.
    Board(std::uint64_t id, wire::Sensing sensing, double speed, std::uint64_t bounce_us);

    std::uint64_t id() const { return id_; }
    wire::Sensing sensing() const { return sensing_; }

    // --- power ---

    /// Boots with the pieces where they stand.
    void switch_on(RealTime now);
    void switch_off();
    bool on() const { return core_ != nullptr; }

    // --- hands ---

    /// Identities, whatever the sensors detect.
    const wire::Squares& squares() const { return squares_; }
    std::uint64_t time_us(RealTime now) const;
    /// Simulated so far.
    std::uint64_t passed_us() const { return core_->now_us(); }
    RealTime real_us(std::uint64_t time_us) const;
    /// Runs the board to `time_us`. False if that is in the future or the ring is full.
    bool reach(std::uint64_t time_us, RealTime now);
    /// After reach(time_us).
    void set(unsigned square, wire::Content content, std::uint64_t time_us);
    void press(wire::EventKind button, std::uint64_t time_us);
    void pass(RealTime now);
    /// Every change is acknowledged.
    bool settled() const;
    bool quiet() const { return core_->quiet(); }

    // --- cable ---

    /// False if the address is busy.
    bool plug(const std::string& address);
    bool plugged() const { return port_ != nullptr; }
    bool followed() const { return core_ && port_ && core_->followed(); }
    /// At once, or in the middle of the next frame.
    void pull(RealTime now, bool in_a_frame);
    void talk(RealTime now);
    void watch(std::vector<pollfd>& waited_for) const;
    /// When to call pass and talk next, at the latest.
    RealTime wake_us(RealTime now) const;

    const std::vector<Boot>& boots() const { return boots_; }
    /// Since when the daemon follows it without a break.
    std::optional<RealTime> followed_since() const { return followed_since_; }
    /// Microseconds from the detecting scan to the acknowledgement, which follows the journal; only events
    /// with the cable in throughout.
    std::vector<std::uint32_t> take_delays() { return std::exchange(delays_us_, {}); }
    std::size_t cuts_in_a_frame() const { return cuts_in_a_frame_; }

  private:
    void let_pass(std::uint64_t until_us);
    void note_acknowledged(RealTime now);
    void unplug();

    std::uint64_t id_;
    wire::Sensing sensing_;
    double speed_;
    std::uint64_t bounce_us_;
    wire::Squares squares_ = firmware::start_position();
    std::unique_ptr<firmware::VirtualBoard> core_, witness_;
    RealTime started_ = 0, attended_ = 0;
    std::unique_ptr<firmware::HostPort> port_;
    std::array<std::uint8_t, wire::max_frame> frame_{};
    std::span<const std::uint8_t> pending_; // unsent rest of frame_
    bool cut_next_frame_ = false;
    std::optional<RealTime> followed_since_;
    std::vector<Boot> boots_;
    std::vector<std::uint32_t> delays_us_;
    std::size_t cuts_in_a_frame_ = 0;
    std::mt19937 random_;
};

} // namespace adoube::soak
