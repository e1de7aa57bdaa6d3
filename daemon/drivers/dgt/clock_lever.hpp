#pragma once
// Who pressed the lever of a chess clock at a DGT board. The clock tells left and right; where White sits is
// learnt from the side that runs before anything is touched, and from the colours of the pieces that are put
// down between two presses. Pure.

#include "daemon/drivers/dgt/messages.hpp"
#include "daemon/time/instant.hpp"

namespace adoube::drivers::dgt {

class ClockLever {
  public:
    /// A piece of this side was put down.
    void dropped(chess::Side side, SteadyUs now_us);
    /// The clock said so at `heard_us`. `untouched`: the pieces stand as before a game. Returns who has
    /// pressed since the last message; empty if nobody has, or if it is not known who.
    std::optional<chess::Side> hear(const ClockTime& time, SteadyUs heard_us, bool untouched);
    /// Who pressed last; empty: not known.
    std::optional<chess::Side> pressed_last() const;
    /// White sits on the left of the clock; empty: not known.
    std::optional<bool> white_is_left() const { return white_is_left_; }
    /// Messages may be missing before the next.
    void missed_some();
    /// Known from before, if nothing is known yet.
    void assume_left(chess::Side side) {
        if (!white_is_left_) vote(side == chess::Side::white);
    }

  private:
    /// Of one sign while White sits on the left of the clock; 0: not known.
    static constexpr int most_votes = 4;
    void vote(bool white_is_left);
    std::optional<chess::Side> who(bool is_left) const;

    std::optional<ClockTime> last_;
    int votes_ = 0;
    std::optional<bool> white_is_left_;
    std::optional<SteadyUs> dropped_us_[2]; // by side, the first since the last press
};

} // namespace adoube::drivers::dgt
