#include "daemon/board/usb/pump.hpp"

#include <cerrno>
#include <new>
#include <poll.h>
#include <sys/socket.h>
#include <utility>

namespace adoube::board::usb {
namespace {

constexpr std::size_t most_to_board = 4096; // per transfer
/// Longer than a healthy board keeps its endpoint full; shorter than the daemon tolerates silence.
constexpr unsigned to_board_timeout_ms = 2'000;
/// A pulled cable causes some before the system notices.
constexpr int most_faults_in_a_row = 8;

} // namespace

Pump::Pump(Claimed board, files::Descriptor socket, std::shared_ptr<Counters> counters)
    : board_(std::move(board)), socket_(std::move(socket)), counters_(std::move(counters)) {
    in_.address = board_.link.in;
    out_.address = board_.link.out;
    // One packet each: a longer transfer would keep waiting after a full last packet.
    for (auto& transfer : from_board_) prepare(transfer, board_.link.in_packet);
    prepare(to_board_, most_to_board);
}

Pump::~Pump() {
    for (auto& transfer : from_board_) libusb_free_transfer(transfer.raw);
    libusb_free_transfer(to_board_.raw);
}

void Pump::prepare(Transfer& transfer, std::size_t size) {
    transfer.raw = libusb_alloc_transfer(0);
    if (!transfer.raw) throw std::bad_alloc();
    transfer.bytes.resize(size);
    transfer.pump = this;
}

int Pump::socket() const {
    const bool only_hung_up = flush_until_ && events() == 0; // poll would report it forever
    return only_hung_up ? -1 : socket_.get();
}

short Pump::events() const {
    const bool takes = to_board_.state == Transfer::State::idle && !out_.halted;
    return static_cast<short>((takes ? POLLIN : 0) | (!full_.empty() && !flush_until_ ? POLLOUT : 0));
}

void Pump::turn(short happened, Time now) {
    if (stopped_) return;
    if ((happened & (POLLHUP | POLLERR)) != 0) finish(now);
    if (flush_until_ && now >= *flush_until_) return stop();
    deliver();
    for (Endpoint* endpoint : {&in_, &out_})
        if (endpoint->halted && !stopped_) clear_halt(*endpoint);
    if (!stopped_) collect();
    if (stopped_ || in_.halted || flush_until_) return;
    for (auto& transfer : from_board_)
        if (transfer.state == Transfer::State::idle && !stopped_)
            submit(in_, transfer, transfer.bytes.size());
}

// --- transfers ---

void Pump::submit(Endpoint& endpoint, Transfer& transfer, std::size_t length) {
    libusb_fill_bulk_transfer(transfer.raw, board_.handle.get(), endpoint.address,
                              transfer.bytes.data() + transfer.at, static_cast<int>(length), &Pump::done,
                              &transfer, endpoint.is_in() ? 0 : to_board_timeout_ms);
    const int error = libusb_submit_transfer(transfer.raw);
    if (error == 0) {
        transfer.state = Transfer::State::flying;
        ++endpoint.flying;
        return;
    }
    ++(error == LIBUSB_ERROR_NO_DEVICE ? counters_->unplugged : counters_->not_submitted);
    stop();
}

void Pump::done(libusb_transfer* raw) {
    auto& transfer = *static_cast<Transfer*>(raw->user_data);
    transfer.pump->complete(transfer);
}

void Pump::complete(Transfer& transfer) {
    auto& endpoint = &transfer == &to_board_ ? out_ : in_;
    --endpoint.flying;
    const auto count = static_cast<std::size_t>(transfer.raw->actual_length);
    if (count > 0) endpoint.faults = 0;
    if (!endpoint.is_in()) {
        transfer.at += count;
        if (stopped_) counters_->bytes_not_sent += static_cast<std::uint32_t>(transfer.end - transfer.at);
        transfer.state = transfer.at < transfer.end ? Transfer::State::full : Transfer::State::idle;
        if (transfer.raw->status == LIBUSB_TRANSFER_COMPLETED && transfer.at < transfer.end)
            ++counters_->short_transfers;
    } else if (count > 0) {
        transfer.end = count;
        transfer.state = Transfer::State::full;
        full_.push_back(&transfer);
    } else {
        transfer.state = Transfer::State::idle;
    }
    if (!stopped_) judge(endpoint, transfer.raw->status);
}

void Pump::judge(Endpoint& endpoint, int status) {
    switch (status) {
    case LIBUSB_TRANSFER_COMPLETED:
    case LIBUSB_TRANSFER_CANCELLED: return;
    case LIBUSB_TRANSFER_NO_DEVICE: ++counters_->unplugged; return stop();
    case LIBUSB_TRANSFER_STALL: return fault(endpoint, counters_->stalls);
    case LIBUSB_TRANSFER_OVERFLOW: return fault(endpoint, counters_->overflows);
    case LIBUSB_TRANSFER_TIMED_OUT:
        ++counters_->timeouts;
        if (to_board_.raw->actual_length == 0) stop();
        return;
    default: return fault(endpoint, counters_->transfer_errors);
    }
}

/// After a fault the system may keep the endpoint halted until cleared.
void Pump::fault(Endpoint& endpoint, std::atomic<std::uint32_t>& counter) {
    ++counter;
    if (std::exchange(endpoint.halted, true)) return; // several transfers fail at once
    if (++endpoint.faults < most_faults_in_a_row) return;
    ++counters_->given_up;
    stop();
}

/// Only with no transfer left on the endpoint (Linux, usb_clear_halt).
void Pump::clear_halt(Endpoint& endpoint) {
    if (endpoint.flying > 0) return call_back(endpoint);
    const int error = libusb_clear_halt(board_.handle.get(), endpoint.address);
    if (error == 0) {
        endpoint.halted = false;
        return;
    }
    ++(error == LIBUSB_ERROR_NO_DEVICE ? counters_->unplugged : counters_->halts_not_cleared);
    stop();
}

void Pump::call_back(const Endpoint& endpoint) {
    const auto cancel = [](Transfer& transfer) {
        if (transfer.state == Transfer::State::flying) libusb_cancel_transfer(transfer.raw);
    };
    if (!endpoint.is_in()) return cancel(to_board_);
    for (auto& transfer : from_board_) cancel(transfer);
}

// --- the socket ---

void Pump::deliver() {
    while (!full_.empty() && !flush_until_) {
        Transfer& transfer = *full_.front();
        const auto sent = ::send(socket_.get(), transfer.bytes.data() + transfer.at,
                                 transfer.end - transfer.at, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (sent < 0) return; // full, or its end will be reported
        transfer.at += static_cast<std::size_t>(sent);
        if (transfer.at < transfer.end) return;
        transfer.at = transfer.end = 0;
        transfer.state = Transfer::State::idle;
        full_.pop_front();
    }
}

void Pump::collect() {
    if (out_.halted || to_board_.state == Transfer::State::flying) return;
    if (to_board_.state == Transfer::State::idle) {
        const auto count =
            ::recv(socket_.get(), to_board_.bytes.data(), to_board_.bytes.size(), MSG_DONTWAIT);
        if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
        if (count <= 0) return stop();
        to_board_.at = 0;
        to_board_.end = static_cast<std::size_t>(count);
    }
    submit(out_, to_board_, to_board_.end - to_board_.at);
}

void Pump::finish(Time now) {
    if (!stopped_ && !flush_until_) flush_until_ = now + flush_time;
}

void Pump::stop() {
    if (std::exchange(stopped_, true)) return;
    flush_until_.reset();
    close_socket();
    call_back(in_);
    call_back(out_);
}

void Pump::close_socket() {
    std::array<std::uint8_t, 4096> rest;
    std::size_t unsent = to_board_.state == Transfer::State::full ? to_board_.end - to_board_.at : 0;
    ssize_t count = 0;
    while ((count = ::recv(socket_.get(), rest.data(), rest.size(), MSG_DONTWAIT)) > 0)
        unsent += static_cast<std::size_t>(count);
    counters_->bytes_not_sent += static_cast<std::uint32_t>(unsent);
    socket_.reset();
}

} // namespace adoube::board::usb
