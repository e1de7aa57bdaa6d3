#pragma once
// A board of any maker at the other end of a cable, for a hall in memory.

#include "protocol/messages.hpp"

#include <span>
#include <vector>

namespace adoube::tests {

class BoardOnCable {
  public:
    virtual ~BoardOnCable() = default;

    std::uint64_t time_us = 0; // its clock; whoever scripts it sets it
    wire::Sensing sensing = wire::Sensing::presence;

    virtual void happen(const wire::Event& event) = 0;
    /// What stands before the first event.
    virtual void place(const wire::Squares& squares) = 0;
    /// Takes what the host says and answers, one frame an element. Called with no bytes as time passes.
    virtual std::vector<std::vector<std::uint8_t>> answer(std::span<const std::uint8_t> bytes) = 0;
    /// Nothing was heard for long: send again, or say hello again.
    virtual void rewind() {}
};

} // namespace adoube::tests
