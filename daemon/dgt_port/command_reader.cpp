#include "daemon/dgt_port/command_reader.hpp"

#include "daemon/drivers/dgt/codes.hpp"

#include <numeric>

namespace adoube::dgt_port {
namespace {

namespace dgt = drivers::dgt;

bool carries_data(std::uint8_t command) {
    return dgt::Command{command} == dgt::Command::clock_message ||
           dgt::Command{command} == dgt::Command::lights;
}

std::optional<Request> on_bus(std::span<const std::uint8_t> bytes) {
    const unsigned sum = std::accumulate(bytes.begin(), bytes.end() - 1, 0U);
    if (bytes.back() != (sum & 0x7f)) return std::nullopt;
    return AskedOnBus{bytes[0], static_cast<unsigned>(bytes[1]) << 7 | bytes[2]};
}

} // namespace

std::vector<Request> CommandReader::feed(std::span<const std::uint8_t> bytes, SteadyUs now_us) {
    if (now_us - heard_us_ > longest_pause_us) reset();
    heard_us_ = now_us;
    std::vector<Request> requests;
    for (const auto byte : bytes) {
        if (byte & dgt::high_bit) reset(); // begins a command of the bus
        begun_.push_back(byte);
        if (auto request = finished()) requests.push_back(std::move(*request));
    }
    return requests;
}

/// The command that the last byte ends.
std::optional<Request> CommandReader::finished() {
    constexpr std::size_t bus_size = 4;
    const std::uint8_t command = begun_[0];
    std::optional<Request> request;
    if (command & dgt::high_bit) {
        if (begun_.size() < bus_size) return std::nullopt;
        request = on_bus(begun_);
    } else if (!carries_data(command)) {
        request = Asked{command, {}};
    } else {
        if (begun_.size() < 2 || begun_.size() < 2U + begun_[1]) return std::nullopt;
        request = Asked{command, {begun_.begin() + 2, begun_.end()}};
    }
    reset();
    return request;
}

} // namespace adoube::dgt_port
