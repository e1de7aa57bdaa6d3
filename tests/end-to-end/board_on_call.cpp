#include "board_on_call.hpp"

#include "daemon/record/sensor_log.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <random>
#include <utility>

namespace adoube::tests {

BoardOnCall::BoardOnCall(Hall& hall, const std::string& name, const char* id) : hall_(hall), name_(name) {
    const auto pipe = hall.folder / (name + ".jsonl");
    std::filesystem::remove(pipe); // of one that stood there before
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    pipe_ = ::open(pipe.c_str(), O_RDWR | O_CLOEXEC); // both ends: no EOF
    board_ = std::make_unique<Process>(std::vector<std::string>{tests::program("adoube-virtual-board"),
                                                                "--id", id, "--pty", hall.pty(name),
                                                                "--speed", "0", "--wait", pipe.string()},
                                       hall.folder / (name + ".log"));
    write(record::to_line(record::Header{}));
}

BoardOnCall::~BoardOnCall() {
    hall_.kill_board(*board_, name_);
    end();
}

void BoardOnCall::play(const std::string& moves) {
    const auto played = moves_of(moves, position_);
    for (auto input : SimpleHands(500, record::Sensing::presence, position_).play(played)) happen(input.what);
    for (const auto move : played) position_.play(move);
}

void BoardOnCall::set_up(const chess::Position& position) {
    const auto from = position_.occupied(), to = position.occupied();
    for (auto wrong = from & ~to; wrong;) happen(record::Lift{chess::pop(wrong), {}});
    for (auto missing = to & ~from; missing;) happen(record::Drop{chess::pop(missing), {}});
    position_ = position;
    t_ms_ += 5'000;
}

void BoardOnCall::end() {
    if (pipe_ >= 0) ::close(std::exchange(pipe_, -1));
}

void BoardOnCall::happen(record::What what) { write(record::to_line({t_ms_ += 500, std::move(what)})); }

void BoardOnCall::write(const std::string& line) {
    REQUIRE(::write(pipe_, (line + "\n").data(), line.size() + 1) == static_cast<ssize_t>(line.size() + 1));
}

int kill_while_played(Hall& hall, BoardOnCall& board, std::span<const record::Input> touches,
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
