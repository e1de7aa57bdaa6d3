#pragma once
// A board whose clock is a little fast, like real ones: says hello, clock and health, later its chip's
// condition.

#include "protocol/receiver.hpp"
#include "tests/catch.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <string>
#include <termios.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace adoube::tests {

class AnsweringBoard {
  public:
    static constexpr double ppm_fast = 200;

    /// `held`: by the board since its start.
    explicit AnsweringBoard(const std::vector<wire::Event>& held = {}) {
        for (const auto& event : held) REQUIRE(held_.push(event));
        held_.boot_id = 7;
        char name[128];
        termios raw{};
        ::cfmakeraw(&raw);
        REQUIRE(::openpty(&master_, &slave_, name, &raw, nullptr) == 0);
        for (const int end : {master_, slave_}) ::fcntl(end, F_SETFD, FD_CLOEXEC);
        name_ = name;
        thread_ = std::thread([this] { run(); });
    }
    ~AnsweringBoard() {
        ending_ = true;
        thread_.join();
        ::close(master_);
        ::close(slave_);
    }
    AnsweringBoard(const AnsweringBoard&) = delete;
    AnsweringBoard& operator=(const AnsweringBoard&) = delete;

    std::string port() const { return "pty:" + name_; }
    /// Of the held events.
    std::uint32_t forgotten() const { return forgotten_; }

    // For the receiver.
    void operator()(const wire::Enquire&) {
        wire::Hello hello;
        hello.board_id = 0xB0A7D;
        hello.boot_id = 7;
        hello.next_seq = static_cast<std::uint32_t>(held_.size());
        say(hello);
    }
    void operator()(const wire::Ack& ack) { forgotten_ = ack.next_seq; }
    void operator()(const wire::Ping& ping) { say(wire::Pong{7, ping.host_us, clock_us()}); }
    void operator()(const wire::Resend&) { follow_due_ = true; }
    template<class Other>
    void operator()(const Other&) {}

  private:
    std::uint64_t clock_us() const {
        const std::chrono::duration<double, std::micro> runs = std::chrono::steady_clock::now() - start_;
        return static_cast<std::uint64_t>(runs.count() * (1 + ppm_fast / 1e6));
    }
    void follow() {
        if (held_.size() > 0) say(held_);
        wire::Snapshot snapshot;
        snapshot.boot_id = 7;
        snapshot.next_seq = static_cast<std::uint32_t>(held_.size());
        say(snapshot);
        wire::Health health;
        health.boot_id = 7;
        health.masked = 1;
        health.late_scans = 3;
        say(health);
        flush();
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        wire::Condition condition;
        condition.boot_id = 7;
        condition.reset_cause = wire::ResetCause::brown_out;
        condition.supply_mv = 4980;
        say(condition);
    }
    template<class Message>
    void say(const Message& message) {
        std::array<std::uint8_t, wire::max_frame> frame;
        const auto length = wire::write_frame(message, frame);
        said_.append(frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(length));
    }
    void flush() {
        if (::write(master_, said_.data(), said_.size()) < 0) ending_ = true;
        said_.clear();
    }
    void run() {
        wire::Receiver<wire::FromHost> receiver;
        while (!ending_) {
            pollfd readable{master_, POLLIN, 0};
            if (::poll(&readable, 1, 20) <= 0) continue;
            std::array<std::uint8_t, 512> bytes;
            const auto count = ::read(master_, bytes.data(), bytes.size());
            if (count > 0) receiver.feed(std::span(bytes).first(static_cast<std::size_t>(count)), *this);
            if (std::exchange(follow_due_, false)) follow(); // after the pong, as real boards do
            flush();
        }
    }

    int master_ = -1, slave_ = -1;
    std::string name_;
    std::string said_;
    wire::Events held_;
    std::atomic<std::uint32_t> forgotten_{0};
    bool follow_due_ = false;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::atomic<bool> ending_{false};
    std::thread thread_;
};

} // namespace adoube::tests
