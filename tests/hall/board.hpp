#pragma once
// The firmware's own scans, debounce, ring and link, with a clock of their own, and pieces that stand there
// even without power.

#include "daemon/time/instant.hpp"
#include "firmware/virtual/virtual_board.hpp"
#include "tests/hall/cable.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace adoube::hall {

class Board {
  public:
    /// Its clock runs fast by `per_million`.
    Board(Agenda& agenda, Cable& cable, std::uint64_t id, wire::Sensing sensing, int per_million);

    wire::Sensing sensing() const { return options_.sensing; }
    const wire::Squares& squares() const { return squares_; }
    void set(unsigned square, wire::Content content);
    void press(wire::EventKind button);

    bool on() const { return board_ != nullptr; }
    /// Every event is acknowledged.
    bool settled() const { return board_ && board_->quiet() && board_->unacknowledged() == 0; }
    void lose_power();
    void start();
    /// When the clock of this boot showed `board_us`.
    Us when(std::uint32_t boot_id, BoardUs board_us) const;

    void receive(const Bytes& bytes);
    void opened() { look(); }
    void closed();

  private:
    std::uint64_t local_us() const;
    void look();
    void look_at(Us when);

    Agenda& agenda_;
    Cable& cable_;
    firmware::VirtualBoardOptions options_;
    int per_million_;
    wire::Squares squares_ = firmware::start_position();
    std::unique_ptr<firmware::VirtualBoard> board_; // null: no power
    std::vector<Us> starts_;                        // boot_id 1 first
    std::optional<Us> looks_at_;
};

} // namespace adoube::hall
