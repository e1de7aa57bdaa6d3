#pragma once
// A board in a hall of processes whose hands do what a test says, when it says it.

#include "daemon/umpire/sensor_log.hpp"
#include "hall.hpp"
#include "tests/catch.hpp"
#include "tests/places.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <random>
#include <span>
#include <utility>

namespace adoube::tests {

/// A board whose hands do at once what the test says.
class BoardOnCall {
  public:
    BoardOnCall(Hall& hall, const std::string& name, const char* id = "1") : hall_(hall), name_(name) {
        const auto pipe = hall.folder / (name + ".jsonl");
        REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
        pipe_ = ::open(pipe.c_str(), O_RDWR | O_CLOEXEC); // both ends: it never ends
        board_ = std::make_unique<Process>(std::vector<std::string>{tests::program("adoube-virtual-board"),
                                                                    "--id", id, "--pty", hall.pty(name),
                                                                    "--speed", "0", "--wait", pipe.string()},
                                           hall.folder / (name + ".log"));
        write(umpire::to_line(umpire::Header{}));
    }
    ~BoardOnCall() {
        hall_.kill_board(*board_, name_);
        end();
    }
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

    /// No more will happen: it goes once all is acknowledged.
    void end() {
        if (pipe_ >= 0) ::close(std::exchange(pipe_, -1));
    }
    Process& process() { return *board_; }

    void happen(umpire::What what) { write(umpire::to_line({t_ms_ += 500, std::move(what)})); }

  private:
    void write(const std::string& line) {
        REQUIRE(::write(pipe_, (line + "\n").data(), line.size() + 1) ==
                static_cast<ssize_t>(line.size() + 1));
    }

    Hall& hall_;
    std::string name_;
    int pipe_ = -1;
    std::unique_ptr<Process> board_;
    chess::Position position_ = chess::Position::start();
    std::int64_t t_ms_ = 0;
};

/// How often daemons are killed while hands play, and when.
struct Kills {
    unsigned most_touches, shortest_ms, more_ms; // of the board in the life of a daemon; of such a life
    std::uint64_t seed;
};

/// Starts one daemon after another and kills it at a random moment, from before it has opened anything on,
/// until the board has told all these touches and been told to forget them. Returns the number of kills,
/// which is larger where all takes longer.
inline int kill_while_played(Hall& hall, BoardOnCall& board, std::span<const umpire::Input> touches,
                             const Kills& wish) {
    std::mt19937_64 random(wish.seed);
    const auto up_to = [&](unsigned most_ms) { return std::chrono::milliseconds(random() % (most_ms + 1)); };
    int kills = 0;
    for (; board.process().running(); ++kills) {
        const auto daemon = hall.start_daemon();
        for (auto more = 1 + random() % wish.most_touches; more > 0 && !touches.empty(); --more) {
            std::this_thread::sleep_for(up_to(wish.more_ms / wish.most_touches));
            board.happen(touches.front().what);
            touches = touches.subspan(1);
        }
        if (touches.empty()) board.end();
        const auto longer_ms = 20U * static_cast<unsigned>(std::max(0, kills - 100));
        REQUIRE(longer_ms < 30'000);
        board.process().wait(std::chrono::milliseconds(wish.shortest_ms) + up_to(wish.more_ms + longer_ms));
        daemon->signal(SIGKILL);
        REQUIRE(daemon->wait() == -SIGKILL);
    }
    return kills;
}

} // namespace adoube::tests
