#pragma once
// A program run by a test: its output in files, its end never later than the test's.

#include "tests/wait_until.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace adoube::tests {

std::string text_of(const std::filesystem::path& file);

class Process {
  public:
    /// `log` gets standard error too; standard output comes first in it only by chance.
    Process(std::vector<std::string> command, std::filesystem::path log);
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

} // namespace adoube::tests
