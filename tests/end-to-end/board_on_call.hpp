#pragma once
// A board in a hall of processes, whose hands do at once what the test says.

#include "hall.hpp"
#include "tests/catch.hpp"
#include "tests/places.hpp"

#include <span>

namespace adoube::tests {

class BoardOnCall {
  public:
    BoardOnCall(Hall& hall, const std::string& name, const char* id = "1");
    ~BoardOnCall();
    BoardOnCall(const BoardOnCall&) = delete;
    BoardOnCall& operator=(const BoardOnCall&) = delete;

    void play(const std::string& moves);
    /// Takes wrong pieces off first, then puts missing ones on.
    void set_up(const chess::Position& position = chess::Position::start());

    /// Ends the input: the process exits once all is acknowledged.
    void end();
    Process& process() { return *board_; }

    void happen(record::What what);

  private:
    void write(const std::string& line);

    Hall& hall_;
    std::string name_;
    int pipe_ = -1;
    std::unique_ptr<Process> board_;
    chess::Position position_ = chess::Position::start();
    GameMs t_ms_{};
};

struct Kills {
    unsigned most_touches, shortest_ms, more_ms; // per life of a daemon: touches; its length
    std::uint64_t seed;
};

/// Kills daemons at random moments, even before they open anything, until the board has sent all touches and
/// been told to forget them. Returns the number of kills.
int kill_while_played(Hall& hall, BoardOnCall& board, std::span<const record::Input> touches,
                      const Kills& wish);

} // namespace adoube::tests
