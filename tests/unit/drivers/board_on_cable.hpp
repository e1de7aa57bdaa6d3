#pragma once
// A board of any maker on a cable of the in-memory hall.

#include "protocol/messages.hpp"

#include <span>
#include <vector>

namespace adoube::tests {

class BoardOnCable {
  public:
    virtual ~BoardOnCable() = default;

    std::uint64_t time_us = 0; // its clock, set by the script
    wire::Sensing sensing = wire::Sensing::presence;

    virtual void happen(const wire::Event& event) = 0;
    /// Squares before the first event.
    virtual void place(const wire::Squares& squares) = 0;
    /// Answers the host, one frame per element. Called with no bytes as time passes.
    virtual std::vector<std::vector<std::uint8_t>> answer(std::span<const std::uint8_t> bytes) = 0;
    /// After long silence: send or say hello again.
    virtual void rewind() {}
};

} // namespace adoube::tests
