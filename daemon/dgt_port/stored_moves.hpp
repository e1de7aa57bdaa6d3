#pragma once
// What a DGT board keeps of all changes since it was switched on, in the form in which it tells them: two
// bytes for a square, three for a time at a press, one for what else happened. The oldest go when there is no
// room.

#include "daemon/dgt_port/square_changes.hpp"
#include "daemon/time/instant.hpp"

#include <cstdint>
#include <deque>

namespace adoube::dgt_port {

class StoredMoves {
  public:
    static constexpr std::size_t most_bytes = 0x1f00; // as those boards keep
    using Bytes = std::vector<std::uint8_t>;

    void switched_on(const Squares& squares, SteadyUs now_us);
    /// `squares`: after it.
    void changed(const SquareChange& change, const Squares& squares, SteadyUs now_us);
    /// The clock of the side that pressed, stopped at this time.
    void pressed(chess::Side side, int time_s);
    void begin_game(const Squares& squares, SteadyUs now_us);

    /// The oldest first.
    Bytes all();
    /// What is new since the last call.
    Bytes changes();
    /// From `begin_game` to the last `changes`; empty if no game was begun, or too long ago.
    Bytes from_begin() const;

  private:
    void put(Bytes message);
    void put_squares(const Squares& squares, SteadyUs now_us);
    void look_for_start(const Squares& squares);
    Bytes between(std::uint64_t first, std::uint64_t end) const;
    std::uint64_t end() const { return first_ + messages_.size(); }

    std::deque<Bytes> messages_;
    std::size_t bytes_ = 0;
    std::uint64_t first_ = 0; // number of the oldest message kept
    std::uint64_t told_ = 0;  // the first that `changes` has not told
    std::uint64_t begun_ = 0; // of `begin_game`
    bool has_begun_ = false;
    std::optional<SteadyUs> changed_us_;
    std::optional<Squares> start_; // found last; looked for again when the pieces have gone from there
};

} // namespace adoube::dgt_port
