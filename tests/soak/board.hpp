#pragma once
// A virtual board of the soak: the firmware's own core, its power switch, and the cable to the daemon. Beside
// it runs a second core that sees the same hands and has no cable: what it tells is what the journal must
// hold.

#include "firmware/virtual/host_port.hpp"
#include "firmware/virtual/virtual_board.hpp"

#include <memory>
#include <random>
#include <utility>

namespace adoube::soak {

using RealTime = std::uint64_t; // µs of the steady clock

RealTime now_us();

/// One start of a board. Event n has the number n.
struct Boot {
    std::uint32_t boot_id;
    std::vector<wire::Event> events; // with the caller's times: 0 is the start
    std::size_t acknowledged = 0;    // the first so many
};

class Board {
  public:
    /// Its time runs `speed` times as fast as the world's, and with it scans, debounce and hands.
    Board(std::uint64_t id, wire::Sensing sensing, double speed, std::uint64_t bounce_us);

    std::uint64_t id() const { return id_; }
    wire::Sensing sensing() const { return sensing_; }

    // --- power ---

    /// A new start, with what stands on the squares now.
    void switch_on(RealTime now);
    void switch_off();
    bool on() const { return core_ != nullptr; }

    // --- hands ---

    /// As identities, whatever the sensors see of them.
    const wire::Squares& squares() const { return squares_; }
    /// How far its time has come.
    std::uint64_t time_us(RealTime now) const;
    /// How far it was let come.
    std::uint64_t passed_us() const { return core_->now_us(); }
    RealTime real_us(std::uint64_t time_us) const;
    /// Lets time pass until `time_us`. False where it is not so late yet, or its ring is full.
    bool reach(std::uint64_t time_us, RealTime now);
    /// At the time reached.
    void set(unsigned square, wire::Content content, std::uint64_t time_us);
    void press(wire::EventKind button, std::uint64_t time_us);
    void pass(RealTime now);
    /// All that happened is told, and the daemon has acknowledged it.
    bool settled() const;
    bool quiet() const { return core_->quiet(); }

    // --- cable ---

    /// False where the address cannot be had at the moment.
    bool plug(const std::string& address);
    bool plugged() const { return port_ != nullptr; }
    bool followed() const { return core_ && port_ && core_->followed(); }
    /// At once, or as soon as it can be in the middle of a frame.
    void pull(RealTime now, bool in_a_frame);
    void talk(RealTime now);
    void watch(std::vector<pollfd>& waited_for) const;
    /// When to let time pass and talk, if nothing comes before.
    RealTime wake_us(RealTime now) const;

    const std::vector<Boot>& boots() const { return boots_; }
    /// From which time on it has been followed without a break; empty where it is not.
    std::optional<RealTime> followed_since() const { return followed_since_; }
    /// From the moment when an event was seen by the scans to its acknowledgement, which is after the journal
    /// has it: of events whose cable was in all the time. Microseconds.
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
    std::span<const std::uint8_t> pending_; // of frame_, still to be written
    bool cut_next_frame_ = false;
    std::optional<RealTime> followed_since_;
    std::vector<Boot> boots_;
    std::vector<std::uint32_t> delays_us_;
    std::size_t cuts_in_a_frame_ = 0;
    std::mt19937 random_;
};

} // namespace adoube::soak
