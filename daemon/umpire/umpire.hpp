#pragma once
// The umpire: from lifts, drops and presses to the game. A pure state machine: no clock, thread, random
// number or I/O. The same inputs always give the same game, byte for byte.

#include "daemon/umpire/incident.hpp"
#include "daemon/umpire/input.hpp"

#include <memory>
#include <span>

namespace adoube::umpire {

struct MoveRecord {
    chess::Move move;
    /// When the move stood on the board (made, Article 4.7) and when it was completed (6.2.1); empty: not
    /// yet.
    std::int64_t made_ms = 0;
    std::optional<std::int64_t> completed_ms;
    /// The mover's time left after the move, increment included; empty where no clock is kept.
    std::optional<std::int64_t> clock_ms;
};

struct Clocks {
    std::int64_t white_ms, black_ms;
    std::optional<Side> running;
};

/// What the record says of the game at one moment.
struct GameRecord {
    chess::Game game;
    /// One for each move of `game`.
    std::vector<MoveRecord> moves;
    chess::Result result = chess::Result::open;
    /// Why it ended, as the PGN tag Termination has it ("normal", "time forfeit", "rules infraction", …).
    std::string termination;
    std::optional<Clocks> clocks; // empty: no clock is kept
};

class Umpire {
  public:
    /// `header.start_fen` must be a FEN that chess::Position takes (parse_header has checked it).
    explicit Umpire(const Header& header);
    ~Umpire();
    Umpire(Umpire&&) noexcept;
    Umpire& operator=(Umpire&&) noexcept;

    void feed(const Input& input);

    const Header& header() const;

    /// The game as it stands at `now_ms` (board time, not before the last input): moves completed, and last
    /// the move that stands made on the board. Looking changes nothing.
    GameRecord record(std::int64_t now_ms) const;

    /// The record at the end of the log: the last move counts although nothing came after it.
    GameRecord final_record() const;

    /// For the arbiter only, in order of `seq`. What was raised is never changed.
    std::span<const Incident> incidents() const;

    /// The incidents at the end of the log, with those that the last move, standing as it does, raises.
    std::vector<Incident> final_incidents() const;

  private:
    class State;
    std::unique_ptr<State> state_;
};

} // namespace adoube::umpire
