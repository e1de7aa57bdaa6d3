#include "daemon/drivers/chessnut/chessnut_board.hpp"

#include "daemon/drivers/contents.hpp"

#include <algorithm>

namespace adoube::drivers::chessnut {
namespace {

using namespace std::string_view_literals;

constexpr auto real_time_mode = "\x21\x01\x00"sv, battery_status = "\x29\x01\x00"sv,
               lights_off = "\x0a\x08\0\0\0\0\0\0\0\0"sv;

} // namespace

Board::Board(std::string_view port)
    : StateBoard({.id = 0x43484e54, // "CHNT"
                  .name = "Chessnut board",
                  .sensing = wire::Sensing::identity,
                  .scan_ms = 250,
                  .wanted = {.lift_states = 2, .drop_states = 3, .rest_us = 50'000}},
                 port) {}

void Board::begin() {
    decoder_.reset();
    state_.reset();
    commands_ = {real_time_mode, lights_off};
    said_us_ = {};
    battery_asked_us_ = {};
    mode_asked_us_ = told_us_ = now_us();
    say_next();
}

void Board::say_next() {
    if (commands_.empty() || (said_us_ != SteadyUs{} && now_us() - said_us_ < between_commands_us)) return;
    ask_with(commands_.front());
    commands_.pop_front();
    said_us_ = now_us();
}

void Board::ask() {
    if (now_us() - std::max(mode_asked_us_, told_us_) >= ask_after_us) {
        mode_asked_us_ = now_us();
        commands_.push_back(real_time_mode);
    }
    const bool battery_is_due =
        battery_asked_us_ == SteadyUs{} || now_us() - battery_asked_us_ >= between_batteries_us;
    if (is_following() && battery_is_due) {
        battery_asked_us_ = now_us();
        commands_.push_back(battery_status);
    }
    say_next();
    const bool is_alive = now_us() - heard_us() < ask_after_us + ask_after_us / 2;
    if (state_ && is_alive && now_us() - state_us() >= repeats_after_us) saw(*state_);
}

void Board::read(std::span<const std::uint8_t> bytes) {
    take(decoder_.feed(bytes), [this](const auto& one) { on(one); });
}

void Board::on(const Pieces& pieces) {
    state_ = squares_of(pieces.squares);
    told_us_ = now_us();
    saw(*state_);
}

void Board::on(const Battery& battery) {
    if (is_following()) news_.push_back(BatteryTold{battery.percent, battery.charging});
}

} // namespace adoube::drivers::chessnut
