#pragma once
// Lines to somebody who may read none of them for as long as he likes: a terminal that was stopped, a pipe
// whose reader hangs, a full disk. A thread of its own waits for him, so that nobody else does.

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace adoube::adoubed {

class LogWriter {
  public:
    /// What waits for the reader. At the bound no more lines are taken until all that wait are written; how
    /// many those were is told him then, in their place.
    static constexpr std::size_t most_lines = 4096, most_bytes = 1 << 20;

    /// A line that says that so many were left out. Called in the writing thread.
    using LeftOut = std::function<std::string(std::size_t lines)>;

    /// `descriptor` stays the caller's, and outlives the process's last line.
    LogWriter(int descriptor, LeftOut left_out);
    /// Waits for the reader a second at most.
    ~LogWriter();
    LogWriter(const LogWriter&) = delete;
    LogWriter& operator=(const LogWriter&) = delete;

    /// A line, with its newline. Never waits.
    void put(std::string line);

    /// False where in this time not all has been written.
    bool flush(std::chrono::milliseconds longest = std::chrono::seconds(1));

  private:
    struct State;
    static void write(State& state);

    std::shared_ptr<State> state_; // the thread's, too, which may hang until the process ends
};

} // namespace adoube::adoubed
