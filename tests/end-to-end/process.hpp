#pragma once
// A program run by a test: its output in files, its end never later than the test's.

#include "tests/text_of.hpp"
#include "tests/wait_until.hpp"

#include <optional>
#include <vector>

#include <sys/types.h>

namespace adoube::tests {

class Process {
  public:
    /// `log` gets standard error too; standard output comes first in it only by chance.
    Process(std::vector<std::string> command, std::filesystem::path log);
    /// Aborts the test where a sanitizer has found something in the program, be it of no consequence to the
    /// test.
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    void signal(int number);
    /// The exit status; -number where a signal ended it; nothing where it has not ended in time.
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

/// A program that has come to its end, and all that it wrote.
struct Ran {
    int status; // -1 where it did not end in time
    std::string output;
    friend bool operator==(const Ran&, const Ran&) = default;
};
Ran run(std::vector<std::string> command);
/// `adoube` with these words behind it.
Ran run_adoube(std::vector<std::string> words);

} // namespace adoube::tests
