#pragma once
// Stockfish as a yardstick: one process that is asked again and again, and the processor time it takes.

#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include <sys/types.h>

namespace adoube::bench {

class Stockfish {
  public:
    /// From PATH or /usr/games; empty where it is not installed.
    static std::unique_ptr<Stockfish> start();
    ~Stockfish();
    Stockfish(const Stockfish&) = delete;
    Stockfish& operator=(const Stockfish&) = delete;

    /// `go perft`; ends the program where no answer comes.
    std::uint64_t perft(const std::string& fen, int depth);
    /// Of that process so far, in seconds.
    double processor_time() const;

  private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    using File = std::unique_ptr<std::FILE, Close>;

    Stockfish(pid_t pid, File to, File from);

    pid_t pid_;
    File to_, from_;
};

} // namespace adoube::bench
