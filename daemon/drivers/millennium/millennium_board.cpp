#include "daemon/drivers/millennium/millennium_board.hpp"

#include "daemon/drivers/contents.hpp"

#include <algorithm>

namespace adoube::drivers::millennium {
namespace {

constexpr SteadySquares::Wanted wanted{.lift_states = 2, .drop_states = 3};
constexpr int usual_scan = 20, shortest_scan = 15; // as the board's setting has it
constexpr std::uint8_t scan_setting = 0x01;
constexpr std::uint64_t answers_within_us = 1'000'000;
constexpr std::int64_t longest_scan_ms = 1'000; // as a record's header may say

std::uint64_t scan_us(int scan) { return static_cast<std::uint64_t>(scan) * 2'048; }
std::int64_t unseen_ms(int scan) { return (wanted.drop_states * scan * 2'048 + 999) / 1'000; }

} // namespace

Board::Board(std::string_view port)
    : StateBoard({.id = 0x4d494c4c, // "MILL"
                  .name = "Millennium board",
                  .sensing = wire::Sensing::identity,
                  .scan_ms = unseen_ms(usual_scan),
                  .wanted = wanted},
                 port),
      scan_us_(scan_us(usual_scan)) {}

void Board::begin() {
    decoder_.reset();
    asked_us_ = now_us();
    for (const auto* command : {"V", "R01", "X", "S"}) ask_with(encoded(command));
}

void Board::ask() {
    if (now_us() - std::max(asked_us_, state_us()) < ask_after_us) return;
    asked_us_ = now_us();
    ask_with(encoded("S"));
}

void Board::read(std::span<const std::uint8_t> bytes) {
    take(decoder_.feed(bytes), [this](const auto& one) { on(one); });
}

bool Board::is_ready() const { return knows_scan_ || now_us() - opened_us() >= answers_within_us; }

void Board::on(const Register& setting) {
    if (setting.address != scan_setting) return not_understood();
    const int scan = std::max<int>(setting.value, shortest_scan);
    scan_us_ = scan_us(scan);
    has_scan(std::min<std::int64_t>(unseen_ms(scan), longest_scan_ms));
    knows_scan_ = true;
}

/// A board that also reports by itself may answer with the same scan once more, which is not seen twice.
void Board::on(const Status& status) {
    const bool is_asked = now_us() - asked_us_ < ask_after_us;
    if (is_asked && now_us() - state_us() < scan_us_) return;
    saw(squares_of(status.squares));
}

} // namespace adoube::drivers::millennium
