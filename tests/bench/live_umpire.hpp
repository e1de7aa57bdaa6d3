#pragma once
// The umpire as a round asks it (daemon/round/table_game.cpp): after every input, and whenever time alone may
// have completed something, for what the public may know.

#include "daemon/umpire/game/umpire.hpp"

#include <algorithm>

namespace adoube::bench {

class LiveUmpire {
  public:
    explicit LiveUmpire(const record::Header& header) : umpire_(header) {}

    void feed(const record::Input& input) {
        while (const auto due_ms = umpire_.next_by_time_ms(seen_ms_)) {
            if (*due_ms > input.t_ms) break;
            seen_ms_ = *due_ms;
            plies_ = umpire_.completed(seen_ms_).moves.size();
        }
        umpire_.feed(input);
        seen_ms_ = std::max(seen_ms_, input.t_ms);
        plies_ = umpire_.completed().moves.size();
    }
    const umpire::Umpire& umpire() const { return umpire_; }
    std::size_t plies() const { return plies_; }

  private:
    umpire::Umpire umpire_;
    GameMs seen_ms_{};
    std::size_t plies_ = 0;
};

} // namespace adoube::bench
