#pragma once
// A session's other end, as small as the protocol allows: an unbounded event ring, no clock.

#include "daemon/drivers/own/session.hpp"
#include "tests/unit/drivers/board_on_cable.hpp"

namespace adoube::tests {

template<class Message>
std::vector<std::uint8_t> frame_of(const Message& message, std::uint8_t version = wire::protocol_version) {
    std::array<std::uint8_t, wire::max_frame> frame;
    const auto length = wire::write_frame(message, frame, version);
    return {frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(length)};
}

wire::Event lift(unsigned n);

/// The host's messages by type.
struct Heard {
    std::vector<wire::Resend> resends;
    std::vector<wire::Ack> acks;
    std::vector<wire::Ping> pings;
    std::vector<wire::Calibration> calibrations;
    std::vector<wire::Reboot> reboots;
    int enquiries = 0, asked_levels = 0;

    void operator()(const wire::Resend& m) { resends.push_back(m); }
    void operator()(const wire::Ack& m) { acks.push_back(m); }
    void operator()(const wire::Ping& m) { pings.push_back(m); }
    void operator()(const wire::Enquire&) { ++enquiries; }
    void operator()(const wire::Settings&) {}
    void operator()(const wire::AskLevels&) { ++asked_levels; }
    void operator()(const wire::Calibration& m) { calibrations.push_back(m); }
    void operator()(const wire::Reboot& m) { reboots.push_back(m); }
};

Heard heard(drivers::Session& session);

class ScriptedBoard final : public BoardOnCable {
  public:
    explicit ScriptedBoard(std::uint32_t boot, std::uint32_t first_seq = 0, std::uint64_t id = 0xB0A2D);

    void happen(const wire::Event& event) override;
    void happen() { happen(lift(next_)); }
    void place(const wire::Squares& squares) override { base_ = squares; }
    bool mute = false; // sends nothing

    std::uint32_t next_seq() const { return next_; }
    std::uint32_t oldest_seq() const { return oldest_; }
    std::uint32_t boot() const { return boot_; }

    wire::Hello hello() const;
    wire::Events events(std::uint32_t from, std::uint32_t to) const;
    wire::Snapshot snapshot() const { return snapshot_before(next_); }

    std::vector<std::vector<std::uint8_t>> answer(std::span<const std::uint8_t> bytes) override;
    void rewind() override;

  private:
    /// Acknowledged events, as a gap.
    wire::Gap forgotten(std::uint32_t from) const;
    wire::Snapshot snapshot_before(std::uint32_t seq) const;

    wire::Receiver<wire::FromHost> receiver_;
    std::uint64_t id_;
    wire::Squares base_;
    std::vector<wire::Event> events_;
    std::uint32_t boot_, first_, oldest_, next_, to_send_;
    bool followed_ = false, greet_ = false;
};

} // namespace adoube::tests
