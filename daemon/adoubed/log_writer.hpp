#pragma once
// Writes lines in its own thread, so that a reader that blocks (stopped terminal, hung pipe, full disk)
// delays nobody.

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

namespace adoube::adoubed {

class LogWriter {
  public:
    /// Bounds of the queue. Once reached, lines are dropped until it is written; one line then gives their
    /// number.
    static constexpr std::size_t most_lines = 4096, most_bytes = 1 << 20;

    /// Formats the line about dropped lines; called in the writing thread.
    using LeftOut = std::function<std::string(std::size_t lines)>;

    /// The caller keeps `descriptor` open until the process's last line.
    LogWriter(int descriptor, LeftOut left_out);
    /// Waits up to a second for the reader.
    ~LogWriter();
    LogWriter(const LogWriter&) = delete;
    LogWriter& operator=(const LogWriter&) = delete;

    /// `line` includes its newline. Never waits.
    void put(std::string line);

    /// False on timeout.
    bool flush(std::chrono::milliseconds longest = std::chrono::seconds(1));

  private:
    struct State;
    static void write(State& state);

    std::shared_ptr<State> state_; // shared with the thread, which may hang until the process ends
};

} // namespace adoube::adoubed
