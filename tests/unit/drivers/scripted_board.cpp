#include "tests/unit/drivers/scripted_board.hpp"

namespace adoube::tests {

wire::Event lift(unsigned n) {
    return {1000ULL * n, wire::EventKind::lift, static_cast<std::uint8_t>(n % 64), wire::Content::occupied};
}

Heard heard(drivers::Session& session) {
    wire::Receiver<wire::FromHost> receiver;
    Heard all;
    receiver.feed(session.take_bytes(), all);
    return all;
}

ScriptedBoard::ScriptedBoard(std::uint32_t boot, std::uint32_t first_seq, std::uint64_t id)
    : id_(id), boot_(boot), first_(first_seq), oldest_(first_seq), next_(first_seq), to_send_(first_seq) {}

void ScriptedBoard::happen(const wire::Event& event) {
    events_.push_back(event);
    ++next_;
}

wire::Hello ScriptedBoard::hello() const {
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

wire::Events ScriptedBoard::events(std::uint32_t from, std::uint32_t to) const {
    wire::Events batch;
    batch.boot_id = boot_;
    batch.first_seq = from;
    while (from != to && batch.push(events_.at(from - first_))) ++from;
    return batch;
}

std::vector<std::vector<std::uint8_t>> ScriptedBoard::answer(std::span<const std::uint8_t> bytes) {
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
    for (const auto& ping : all.pings) frames.push_back(frame_of(wire::Pong{boot_, ping.host_us, time_us}));
    while (followed_ && to_send_ != next_) {
        const auto batch = events(to_send_, next_);
        frames.push_back(frame_of(batch));
        to_send_ += static_cast<std::uint32_t>(batch.size());
    }
    return frames;
}

void ScriptedBoard::rewind() {
    to_send_ = oldest_;
    greet_ = !followed_;
}

wire::Gap ScriptedBoard::forgotten(std::uint32_t from) const {
    const auto base = snapshot_before(oldest_);
    return {boot_, from, oldest_, wire::GapCause::released, base.time_us, base.squares, base.lever};
}

wire::Snapshot ScriptedBoard::snapshot_before(std::uint32_t seq) const {
    wire::Snapshot snapshot{boot_, seq, 0, base_};
    for (std::size_t at = 0; at < seq - first_; ++at) {
        const wire::Event& event = events_[at];
        snapshot.time_us = event.time_us;
        if (event.kind == wire::EventKind::lift) snapshot.squares.set(event.square, wire::Content::empty);
        if (event.kind == wire::EventKind::drop) snapshot.squares.set(event.square, event.content);
        if (event.kind == wire::EventKind::press_white) snapshot.lever = wire::Lever::white;
        if (event.kind == wire::EventKind::press_black) snapshot.lever = wire::Lever::black;
    }
    return snapshot;
}

} // namespace adoube::tests
