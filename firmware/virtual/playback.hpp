#pragma once
// Plays deeds on a virtual board. No I/O, no clock: the caller passes real time.

#include "firmware/virtual/sensor_script.hpp"
#include "firmware/virtual/virtual_board.hpp"

#include <deque>

namespace adoube::firmware {

/// Loses nothing: deeds wait while the ring is full. A late deed is done at once and delays the later ones.
class Playback {
  public:
    /// Speed 1: real time; 0: as fast as possible. The board must outlive this.
    Playback(VirtualBoard& board, double speed) : board_(board), speed_(speed) {}

    void add(const Deed& deed) { deeds_.push_back(deed); }
    /// No more will be added.
    void end() { ended_ = true; }
    bool wants_more() const { return !ended_ && deeds_.size() < 1'000; }

    /// Advances to this real time; returns when to call again at the latest.
    std::uint64_t run(std::uint64_t real_us);
    bool over() const { return ended_ && deeds_.empty() && board_.quiet(); }

  private:
    std::uint64_t limit_us(std::uint64_t real_us);
    void do_deeds(std::uint64_t limit_us);
    void do_deed(const Deed& deed, std::uint64_t t_us);
    std::uint64_t wake_us(std::uint64_t real_us) const;

    VirtualBoard& board_;
    double speed_;
    std::deque<Deed> deeds_;
    bool ended_ = false, started_ = false;
    std::uint64_t started_us_ = 0;                     // real
    std::uint64_t behind_us_ = 0;                      // how far the board is behind the log
    std::uint64_t last_run_us_ = 0, last_deed_us_ = 0; // real
};

} // namespace adoube::firmware
