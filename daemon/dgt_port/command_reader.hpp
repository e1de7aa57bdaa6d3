#pragma once
// Takes a program's bytes apart into commands to a DGT board. No I/O.

#include "daemon/time/instant.hpp"

#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace adoube::dgt_port {

/// To the one board at the line. May be no command that there is.
struct Asked {
    std::uint8_t command;
    std::vector<std::uint8_t> data; // of a command that carries some
    friend bool operator==(const Asked&, const Asked&) = default;
};
/// With the right checksum.
struct AskedOnBus {
    std::uint8_t command;
    unsigned address; // 0: all boards
    friend bool operator==(const AskedOnBus&, const AskedOnBus&) = default;
};
using Request = std::variant<Asked, AskedOnBus>;

class CommandReader {
  public:
    /// Whoever stops so long within a command has given it up.
    static constexpr std::uint64_t longest_pause_us = 500'000;

    std::vector<Request> feed(std::span<const std::uint8_t> bytes, SteadyUs now_us);
    /// Another program follows.
    void reset() { begun_.clear(); }

  private:
    std::optional<Request> finished();

    std::vector<std::uint8_t> begun_;
    SteadyUs heard_us_;
};

} // namespace adoube::dgt_port
