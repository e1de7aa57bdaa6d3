#include "daemon/dgt_port/clock_face.hpp"

#include "daemon/drivers/dgt/codes.hpp"

#include <algorithm>

namespace adoube::dgt_port {
namespace {

namespace dgt = drivers::dgt;

/// Told on request: a clock that shows text and moves alike, as the DGT 3000 does.
constexpr std::uint8_t clock_version_command = 0x09, clock_version = 0x20;

std::array<std::uint8_t, 3> time_of_player(int time_s, bool runs) {
    auto time = bcd_time(time_s);
    if (time_s <= 0) time[0] = dgt::flag_bit::fallen | (runs ? 0 : dgt::flag_bit::fallen_and_blocked);
    return time;
}

std::uint8_t status_of(const Clocks& clocks) {
    const bool white_to_move = clocks.running.value_or(clocks.to_move) == chess::Side::white;
    const int lever_and_turn = white_to_move
                                   ? dgt::clock_bit::left_to_move
                                   : dgt::clock_bit::right_to_move | dgt::clock_bit::lever_high_right;
    return static_cast<std::uint8_t>(lever_and_turn | (clocks.running ? dgt::clock_bit::running : 0));
}

} // namespace

std::array<std::uint8_t, 3> bcd_time(int time_s) {
    const int shown_s = std::clamp(time_s, 0, 10 * 3600 - 1);
    const auto bcd = [](int number) { return static_cast<std::uint8_t>(number / 10 << 4 | number % 10); };
    return {bcd(shown_s / 3600), bcd(shown_s / 60 % 60), bcd(shown_s % 60)};
}

ClockData clock_data(const std::optional<Clocks>& clocks) {
    if (!clocks) return {0, 0, 0, 0, 0, 0, dgt::clock_bit::no_clock};
    const bool runs = clocks->running.has_value();
    const auto right = time_of_player(clocks->black_s, runs), left = time_of_player(clocks->white_s, runs);
    return {right[0], right[1], right[2], left[0], left[1], left[2], status_of(*clocks)};
}

ClockData acknowledgement_of(std::uint8_t clock_command) {
    constexpr std::uint8_t obeyed = 0x10;
    const std::uint8_t told = clock_command == clock_version_command ? clock_version : 0;
    return {dgt::acknowledgement, obeyed, clock_command, dgt::acknowledgement, told, 0, 0};
}

} // namespace adoube::dgt_port
