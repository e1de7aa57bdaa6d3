#pragma once
// A board in a hall of processes whose hands do what a test says, when it says it.

#include "hall.hpp"
#include "tests/catch.hpp"
#include "tests/places.hpp"

#include <span>

namespace adoube::tests {

/// A board whose hands do at once what the test says.
class BoardOnCall {
  public:
    BoardOnCall(Hall& hall, const std::string& name, const char* id = "1");
    ~BoardOnCall();
    BoardOnCall(const BoardOnCall&) = delete;
    BoardOnCall& operator=(const BoardOnCall&) = delete;

    void play(const std::string& moves);
    /// One piece after another off the squares where it is wrong, then on those where one is missing.
    void set_up(const chess::Position& position = chess::Position::start());

    /// No more will happen: it goes once all is acknowledged.
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

/// How often daemons are killed while hands play, and when.
struct Kills {
    unsigned most_touches, shortest_ms, more_ms; // of the board in the life of a daemon; of such a life
    std::uint64_t seed;
};

/// Starts one daemon after another and kills it at a random moment, from before it has opened anything on,
/// until the board has told all these touches and been told to forget them. Returns the number of kills,
/// which is larger where all takes longer.
int kill_while_played(Hall& hall, BoardOnCall& board, std::span<const record::Input> touches,
                      const Kills& wish);

} // namespace adoube::tests
