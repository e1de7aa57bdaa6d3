#pragma once
// A board in a hall of processes whose hands do what a test says, when it says it.

#include "daemon/umpire/sensor_log.hpp"
#include "hall.hpp"
#include "tests/catch.hpp"
#include "tests/places.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace adoube::tests {

/// A board whose hands do at once what the test says.
class BoardOnCall {
  public:
    BoardOnCall(Hall& hall, const std::string& name, const char* id = "1") {
        const auto pipe = hall.folder / (name + ".jsonl");
        REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
        pipe_ = ::open(pipe.c_str(), O_RDWR | O_CLOEXEC); // both ends: it never ends
        board_ = std::make_unique<Process>(std::vector<std::string>{tests::program("adoube-virtual-board"),
                                                                    "--id", id, "--pty", hall.pty(name),
                                                                    "--speed", "0", "--wait", pipe.string()},
                                           hall.folder / (name + ".log"));
        write(umpire::to_line(umpire::Header{}));
    }
    ~BoardOnCall() { ::close(pipe_); }
    BoardOnCall(const BoardOnCall&) = delete;
    BoardOnCall& operator=(const BoardOnCall&) = delete;

    void play(const std::string& moves) {
        const auto played = moves_of(moves, position_);
        for (auto input : SimpleHands(500, umpire::Sensing::presence, position_).play(played))
            happen(input.what);
        for (const auto move : played) position_.play(move);
    }
    /// One piece after another off the squares where it is wrong, then on those where one is missing.
    void set_up(const chess::Position& position = chess::Position::start()) {
        const auto from = position_.occupied(), to = position.occupied();
        for (auto wrong = from & ~to; wrong;) happen(umpire::Lift{chess::pop(wrong), {}});
        for (auto missing = to & ~from; missing;) happen(umpire::Drop{chess::pop(missing), {}});
        position_ = position;
        t_ms_ += 5'000;
    }

    void happen(umpire::What what) { write(umpire::to_line({t_ms_ += 500, std::move(what)})); }

  private:
    void write(const std::string& line) {
        REQUIRE(::write(pipe_, (line + "\n").data(), line.size() + 1) ==
                static_cast<ssize_t>(line.size() + 1));
    }

    int pipe_ = -1;
    std::unique_ptr<Process> board_;
    chess::Position position_ = chess::Position::start();
    std::int64_t t_ms_ = 0;
};

} // namespace adoube::tests
