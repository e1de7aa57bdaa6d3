#pragma once
// Does deeds on a virtual board at their times, at a chosen speed. Without I/O and clock: real time is handed
// in.

#include "firmware/virtual/sensor_script.hpp"
#include "firmware/virtual/virtual_board.hpp"

#include <deque>

namespace adoube::firmware {

/// Loses nothing: the hands wait while the ring has no room, at any speed. What comes too late for its time
/// is done at once, and what follows keeps its distance.
class Playback {
  public:
    /// 1 is real time, 0 as fast as possible. The board is the caller's and outlives this.
    Playback(VirtualBoard& board, double speed) : board_(board), speed_(speed) {}

    void add(const Deed& deed) { deeds_.push_back(deed); }
    /// No more will be added.
    void end() { ended_ = true; }
    bool wants_more() const { return !ended_ && deeds_.size() < 1'000; }

    /// Moves hands and board on to this real time. Returns the real time at which to call again at the
    /// latest.
    std::uint64_t run(std::uint64_t real_us);
    /// All is done, and the board has seen it.
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
    std::uint64_t behind_us_ = 0;                      // the log's times come so much later on the board
    std::uint64_t last_run_us_ = 0, last_deed_us_ = 0; // real
};

} // namespace adoube::firmware
