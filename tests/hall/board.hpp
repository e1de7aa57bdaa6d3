#pragma once
// The board on a table: the firmware's own scans, debounce, ring and link, with a clock of its own, and the
// pieces that stand on it whether it has power or not.

#include "daemon/time/instant.hpp"
#include "firmware/virtual/virtual_board.hpp"
#include "tests/hall/cable.hpp"

#include <memory>
#include <optional>
#include <vector>

namespace adoube::hall {

class Board {
  public:
    /// `per_million`: so much faster than the world its clock goes.
    Board(Agenda& agenda, Cable& cable, std::uint64_t id, wire::Sensing sensing, int per_million);

    wire::Sensing sensing() const { return options_.sensing; }
    const wire::Squares& squares() const { return squares_; }
    void set(unsigned square, wire::Content content);
    void press(wire::EventKind button);

    bool on() const { return board_ != nullptr; }
    /// Everything that happened is acknowledged.
    bool settled() const { return board_ && board_->quiet() && board_->unacknowledged() == 0; }
    void lose_power();
    void start();
    /// When its clock showed `board_us`, in the start of this number.
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
    std::unique_ptr<firmware::VirtualBoard> board_; // null: it has no power
    std::vector<Us> starts_;                        // the first has the boot_id 1
    std::optional<Us> looks_at_;
};

} // namespace adoube::hall
