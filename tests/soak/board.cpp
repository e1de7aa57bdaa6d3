#include "board.hpp"

#include <algorithm>
#include <chrono>

namespace adoube::soak {
namespace {

/// One event per square and contact.
constexpr std::size_t room_for_a_deed = wire::square_count + 6;
constexpr RealTime step_us = 2'000, idle_us = 1'000'000;
/// Opening a terminal raises no event.
constexpr RealTime look_every_us = 50'000;

} // namespace

RealTime now_us() {
    using namespace std::chrono;
    return static_cast<RealTime>(duration_cast<microseconds>(steady_clock::now().time_since_epoch()).count());
}

Board::Board(std::uint64_t id, wire::Sensing sensing, double speed, std::uint64_t bounce_us)
    : id_(id), sensing_(sensing), speed_(speed), bounce_us_(bounce_us),
      random_(static_cast<std::uint32_t>(id)) {}

// --- power ---

void Board::switch_on(RealTime now) {
    const auto boot_id = static_cast<std::uint32_t>(random_());
    const firmware::VirtualBoardOptions options{
        .board_id = id_, .boot_id = boot_id, .sensing = sensing_, .bounce_us = bounce_us_, .seed = boot_id};
    core_ = std::make_unique<firmware::VirtualBoard>(options, squares_);
    witness_ = std::make_unique<firmware::VirtualBoard>(options, squares_);
    started_ = now;
    boots_.push_back({boot_id, {}, 0});
}

void Board::switch_off() {
    unplug();
    core_.reset();
    witness_.reset();
}

// --- hands ---

std::uint64_t Board::time_us(RealTime now) const {
    return static_cast<std::uint64_t>(static_cast<double>(now - started_) * speed_);
}

RealTime Board::real_us(std::uint64_t time_us) const {
    return started_ + static_cast<RealTime>(static_cast<double>(time_us) / speed_);
}

bool Board::reach(std::uint64_t time_us, RealTime now) {
    if (time_us > this->time_us(now) || core_->room() < room_for_a_deed) return false;
    if (time_us > 0) let_pass(time_us - 1);
    return true;
}

void Board::set(unsigned square, wire::Content content, std::uint64_t time_us) {
    squares_.set(square, content);
    for (auto* core : {core_.get(), witness_.get()}) core->set(square, content, time_us);
}

void Board::press(wire::EventKind button, std::uint64_t time_us) {
    for (auto* core : {core_.get(), witness_.get()}) core->press(button, time_us);
}

void Board::pass(RealTime now) { let_pass(time_us(now)); }

void Board::let_pass(std::uint64_t until_us) {
    for (auto* core : {core_.get(), witness_.get()})
        if (until_us > core->now_us()) core->advance_to(until_us);
    std::ranges::move(witness_->drain(), std::back_inserter(boots_.back().events));
}

bool Board::settled() const { return core_->quiet() && core_->unacknowledged() == 0; }

// --- cable ---

bool Board::plug(const std::string& address) {
    const auto kind = address.substr(0, 4), name = address.substr(4);
    auto port = kind == "pty:" ? firmware::open_pty(name) : firmware::open_tcp(name);
    if (port) port_ = std::move(*port);
    return plugged();
}

void Board::unplug() {
    port_.reset();
    pending_ = {};
    cut_next_frame_ = false;
    followed_since_.reset();
    if (core_) core_->closed();
}

void Board::pull(RealTime now, bool in_a_frame) {
    if (in_a_frame && port_->connected())
        cut_next_frame_ = true;
    else
        unplug();
    if (cut_next_frame_) talk(now);
}

void Board::talk(RealTime now) {
    if (!core_ || !port_) return;
    attended_ = now;
    if (port_->attend()) {
        core_->closed();
        pending_ = {};
        followed_since_.reset();
    }
    if (!port_->connected()) {
        if (cut_next_frame_) unplug();
        return;
    }
    std::array<std::uint8_t, 4096> bytes;
    while (const std::size_t count = port_->read(bytes)) core_->receive(std::span(bytes).first(count), now);
    if (!core_->followed()) followed_since_.reset();
    if (core_->followed() && !followed_since_) followed_since_ = now;
    note_acknowledged(now);
    while (true) {
        if (pending_.empty()) pending_ = std::span(frame_).first(core_->transmit(frame_, now));
        if (cut_next_frame_ && pending_.size() > 1) {
            port_->write(pending_.first(1 + random_() % (pending_.size() - 1)));
            ++cuts_in_a_frame_;
            return unplug();
        }
        const std::size_t written = pending_.empty() ? 0 : port_->write(pending_);
        if (written == 0) return;
        pending_ = pending_.subspan(written);
    }
}

void Board::note_acknowledged(RealTime now) {
    Boot& boot = boots_.back();
    const auto acknowledged = boot.events.size() - std::min(boot.events.size(), core_->unacknowledged());
    for (; boot.acknowledged < acknowledged; ++boot.acknowledged) {
        const auto seen = real_us(boot.events[boot.acknowledged].time_us);
        if (followed_since_ && *followed_since_ <= seen && seen <= now)
            delays_us_.push_back(static_cast<std::uint32_t>(now - seen));
    }
}

void Board::watch(std::vector<pollfd>& waited_for) const {
    int longest_ms = 1'000;
    if (port_) port_->watch(waited_for, !pending_.empty(), longest_ms);
}

RealTime Board::wake_us(RealTime now) const {
    if (!core_) return now + idle_us;
    RealTime wake = core_->quiet() ? now + idle_us : now + step_us;
    if (!port_) return wake;
    if (!port_->connected()) return std::min(wake, attended_ + look_every_us);
    return pending_.empty() ? std::min(wake, core_->link_wake_us(now)) : wake;
}

} // namespace adoube::soak
