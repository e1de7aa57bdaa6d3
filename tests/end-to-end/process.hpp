#pragma once
// A program run by a test, which it never outlives; its output goes to files.

#include "tests/text_of.hpp"
#include "tests/wait_until.hpp"

#include <optional>
#include <vector>

#include <sys/types.h>

namespace adoube::tests {

class Process {
  public:
    /// `log` gets standard output and error, in no sure order.
    Process(std::vector<std::string> command, std::filesystem::path log);
    /// Aborts the test if a sanitizer found anything in the program.
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    void signal(int number);
    /// The exit status; -number if a signal ended it; empty if it still runs.
    std::optional<int> wait(std::chrono::milliseconds longest = 30s);
    bool running() { return !wait(0ms); }
    pid_t pid() const { return pid_; }

    std::string output() const { return text_of(log_); }
    bool wait_for_output(const std::string& part, std::chrono::milliseconds longest = 30s);

  private:
    pid_t pid_ = -1;
    std::filesystem::path log_;
    std::optional<int> status_;
};

/// An ended program and its output.
struct Ran {
    int status; // -1: not in time
    std::string output;
    friend bool operator==(const Ran&, const Ran&) = default;
};
Ran run(std::vector<std::string> command);
Ran run_adoube(std::vector<std::string> words);

} // namespace adoube::tests
