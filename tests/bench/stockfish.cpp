#include "tests/bench/stockfish.hpp"

#include "tests/bench/bench.hpp"

#include <array>
#include <cstdlib>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace adoube::bench {

std::unique_ptr<Stockfish> Stockfish::start() {
    const char* const path = std::getenv("PATH");
    setenv("PATH", (std::string(path ? path : "/usr/bin") + ":/usr/games").c_str(), 1);
    std::array<int, 2> in{}, out{};
    if (pipe2(in.data(), O_CLOEXEC) != 0 || pipe2(out.data(), O_CLOEXEC) != 0) refuse("no pipe can be made");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    std::string name = "stockfish";
    std::array<char*, 2> words{name.data(), nullptr};
    pid_t pid = 0;
    const int error = posix_spawnp(&pid, name.c_str(), &actions, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]);
    close(out[1]);
    File to{fdopen(in[1], "w")}, from{fdopen(out[0], "r")};
    if (error != 0) return nullptr;
    return std::unique_ptr<Stockfish>(new Stockfish(pid, std::move(to), std::move(from)));
}

Stockfish::Stockfish(pid_t pid, File to, File from) : pid_(pid), to_(std::move(to)), from_(std::move(from)) {
    perft("8/8/4k3/8/8/3K4/8/8 w - -", 1); // it is ready
}

Stockfish::~Stockfish() {
    to_.reset(); // it ends at the end of its input
    from_.reset();
    waitpid(pid_, nullptr, 0);
}

std::uint64_t Stockfish::perft(const std::string& fen, int depth) {
    std::fprintf(to_.get(), "position fen %s\ngo perft %d\n", fen.c_str(), depth);
    std::fflush(to_.get());
    std::array<char, 256> line{};
    while (std::fgets(line.data(), line.size(), from_.get()) != nullptr) {
        unsigned long long nodes = 0;
        if (std::sscanf(line.data(), "Nodes searched: %llu", &nodes) == 1) return nodes;
    }
    refuse("stockfish ended without an answer");
}

double Stockfish::processor_time() const { return bench::processor_time(pid_); }

} // namespace adoube::bench
