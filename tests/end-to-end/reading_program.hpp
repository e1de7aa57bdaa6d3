#pragma once
// A program at a serial port that reads a DGT board.

#include "tests/dgt_reader.hpp"

#include <chrono>
#include <filesystem>

namespace adoube::tests {

class ReadingProgram {
  public:
    using Clock = std::chrono::steady_clock;

    explicit ReadingProgram(std::filesystem::path port) : port_(std::move(port)) {}
    ~ReadingProgram() { close(); }
    ReadingProgram(ReadingProgram&& other) noexcept;

    /// Waits for the port to be there, asks for these, and reads.
    void open(const std::vector<std::uint8_t>& first);
    void close();
    bool is_open() const { return port_fd_ >= 0; }
    void ask(const std::vector<std::uint8_t>& command);
    /// What is there to read.
    void read();

    DgtReader reader;
    std::vector<std::uint8_t> bytes; // all
    /// After each dump and update.
    std::vector<std::string> placements;

  private:
    std::filesystem::path port_;
    int port_fd_ = -1;
};

/// As picochess does: asks for updates and the version, then for the clock's version, for the whole board
/// 0.25 s after the last update, and for the serial number every second.
class LikePicochess {
  public:
    explicit LikePicochess(const std::filesystem::path& port) : program(port) { program.open({0x4b, 0x4d}); }
    void run();

    ReadingProgram program;

  private:
    using Time = ReadingProgram::Clock::time_point;
    bool greeted_ = false;
    int updates_ = 0;
    Time changed_at_{}, asked_at_{};
    bool changed_ = false;
};

} // namespace adoube::tests
