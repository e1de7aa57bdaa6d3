#pragma once
// The other end of a session, as small as the protocol allows: a ring of events without bounds, and no clock.

#include "daemon/board/session.hpp"

namespace adoube::tests {

template<class Message>
std::vector<std::uint8_t> frame_of(const Message& message, std::uint8_t version = wire::protocol_version) {
    std::array<std::uint8_t, wire::max_frame> frame;
    const auto length = wire::write_frame(message, frame, version);
    return {frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(length)};
}

inline wire::Event lift(unsigned n) {
    return {1000ULL * n, wire::EventKind::lift, static_cast<std::uint8_t>(n % 64), wire::Content::occupied};
}

/// What the host said, by message.
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

inline Heard heard(board::Session& session) {
    wire::Receiver<wire::FromHost> receiver;
    Heard all;
    receiver.feed(session.take_bytes(), all);
    return all;
}

class ScriptedBoard {
  public:
    explicit ScriptedBoard(std::uint32_t boot, std::uint32_t first_seq = 0, std::uint64_t id = 0xB0A2D)
        : id_(id), boot_(boot), first_(first_seq), oldest_(first_seq), next_(first_seq), to_send_(first_seq) {
    }

    void happen(const wire::Event& event) {
        events_.push_back(event);
        ++next_;
    }
    void happen() { happen(lift(next_)); }
    /// What stands before the first event.
    void place(const wire::Squares& squares) { base_ = squares; }
    wire::Sensing sensing = wire::Sensing::presence;
    bool mute = false;         // says nothing any more
    std::uint64_t time_us = 0; // its clock; whoever scripts it sets it

    std::uint32_t next_seq() const { return next_; }
    std::uint32_t oldest_seq() const { return oldest_; }
    std::uint32_t boot() const { return boot_; }

    wire::Hello hello() const {
        wire::Hello hello;
        hello.board_id = id_;
        hello.features = wire::feature::lever;
        hello.time_us = time_us;
        hello.sensing = sensing;
        hello.boot_id = boot_;
        hello.oldest_seq = oldest_;
        hello.next_seq = next_;
        return hello;
    }
    wire::Events events(std::uint32_t from, std::uint32_t to) const {
        wire::Events batch;
        batch.boot_id = boot_;
        batch.first_seq = from;
        while (from != to && batch.push(events_.at(from - first_))) ++from;
        return batch;
    }
    wire::Snapshot snapshot() const { return snapshot_before(next_); }

    /// Takes what the host says and answers, one frame an element. Called with no bytes as time passes.
    std::vector<std::vector<std::uint8_t>> answer(std::span<const std::uint8_t> bytes) {
        Heard all;
        std::vector<std::vector<std::uint8_t>> frames;
        if (mute) return frames;
        receiver_.feed(bytes, all);
        if (all.enquiries > 0 || std::exchange(greet_, false)) frames.push_back(frame_of(hello()));
        for (const auto& ack : all.acks)
            if (ack.boot_id == boot_ && wire::seq_before(oldest_, ack.next_seq)) oldest_ = ack.next_seq;
        for (const auto& resend : all.resends)
            if (resend.boot_id == boot_) {
                followed_ = true;
                if (resend.from_seq == oldest_) frames.push_back(frame_of(snapshot_before(oldest_)));
                if (wire::seq_before(resend.from_seq, oldest_))
                    frames.push_back(frame_of(forgotten(resend.from_seq)));
                to_send_ = wire::seq_before(resend.from_seq, oldest_) ? oldest_ : resend.from_seq;
            }
        for (const auto& ping : all.pings)
            frames.push_back(frame_of(wire::Pong{boot_, ping.host_us, time_us}));
        while (followed_ && to_send_ != next_) {
            const auto batch = events(to_send_, next_);
            frames.push_back(frame_of(batch));
            to_send_ += static_cast<std::uint32_t>(batch.size());
        }
        return frames;
    }
    /// Nothing was heard for long: send again, or say hello again.
    void rewind() {
        to_send_ = oldest_;
        greet_ = !followed_;
    }

  private:
    /// What was acknowledged before.
    wire::Gap forgotten(std::uint32_t from) const {
        const auto base = snapshot_before(oldest_);
        return {boot_, from, oldest_, wire::GapCause::released, base.time_us, base.squares};
    }
    wire::Snapshot snapshot_before(std::uint32_t seq) const {
        wire::Snapshot snapshot{boot_, seq, 0, base_};
        for (std::size_t at = 0; at < seq - first_; ++at) {
            const wire::Event& event = events_[at];
            snapshot.time_us = event.time_us;
            if (event.kind == wire::EventKind::lift) snapshot.squares.set(event.square, wire::Content::empty);
            if (event.kind == wire::EventKind::drop) snapshot.squares.set(event.square, event.content);
        }
        return snapshot;
    }

    wire::Receiver<wire::FromHost> receiver_;
    std::uint64_t id_;
    wire::Squares base_;
    std::vector<wire::Event> events_;
    std::uint32_t boot_, first_, oldest_, next_, to_send_;
    bool followed_ = false, greet_ = false;
};

} // namespace adoube::tests
