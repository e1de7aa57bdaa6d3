#pragma once
// The numbers of DGT's serial protocol, as both ends of a line know them: commands to a board, messages from
// it, pieces and squares.

#include "daemon/chess/types.hpp"

namespace adoube::drivers::dgt {

/// Set in the first byte of every message of a board, and of every command of the bus, and in no other.
inline constexpr std::uint8_t high_bit = 0x80;

enum class Command : std::uint8_t {
    clock_message = 0x2b, // its length, then so many bytes
    stop_updates = 0x40,
    clock_time = 0x41,
    whole_board = 0x42,
    updates = 0x43, // of squares, and of the clock every second at least
    square_updates = 0x44,
    serial_number = 0x45,
    bus_address = 0x46,
    trademark = 0x47,
    stored_moves = 0x49,
    to_bus = 0x4a,
    updates_of_change = 0x4b, // of squares, and of the clock when it changes
    battery_status = 0x4c,
    version = 0x4d,
    boot_loader = 0x4e,
    long_serial_number = 0x55,
    lights = 0x60, // its length, then so many bytes
};

enum class MessageId : std::uint8_t {
    board_dump = 0x86,
    clock = 0x8d,
    field_update = 0x8e,
    stored_moves = 0x8f,
    bus_address = 0x90,
    serial_number = 0x91,
    trademark = 0x92,
    version = 0x93,
    battery = 0xa0,
    long_serial_number = 0xa2,
};

/// On a bus: the command, two bytes of address, and the sum of the three.
enum class BusCommand : std::uint8_t {
    clock_time = 0x81,
    whole_board = 0x82,
    changes = 0x83, // since they were last asked for
    repeat_changes = 0x84,
    begin_game = 0x85,
    from_begin = 0x86,
    ping = 0x87,
    end_bus = 0x88,
    reset = 0x89,
    ignore_next_ping = 0x8a,
    version = 0x8b,
    all = 0x8d, // changes, clock, whole board
};

enum class BusMessageId : std::uint8_t {
    board_dump = 0x83,
    clock = 0x84,
    changes = 0x85,
    from_begin = 0x86,
    ping = 0x87,
    game_begun = 0x88,
    version = 0x89,
};

/// In the last byte of a clock's message.
namespace clock_bit {
inline constexpr std::uint8_t running = 0x01, lever_high_right = 0x02, battery_low = 0x04,
                              right_to_move = 0x08, left_to_move = 0x10, no_clock = 0x20;
}
/// In the byte of a player's hours.
namespace flag_bit {
inline constexpr std::uint8_t fallen_and_blocked = 0x10, fallen = 0x40;
}
/// Where hours would stand in an acknowledgement.
inline constexpr std::uint8_t acknowledgement = 0x0a;

/// By code; the last three are the results, which are laid on the board like pieces.
inline constexpr std::string_view piece_codes = ".PRNBKQprnbkq...";

constexpr std::uint8_t code_of(const std::optional<chess::Piece>& piece) {
    return piece ? static_cast<std::uint8_t>(piece_codes.find(chess::to_char(*piece))) : std::uint8_t{0};
}

/// The board counts from a8 along the ranks to h1.
constexpr chess::Square square_of(std::size_t field) {
    return chess::make_square(static_cast<int>(field % 8), 7 - static_cast<int>(field / 8));
}
constexpr std::uint8_t field_of(chess::Square square) {
    return static_cast<std::uint8_t>((7 - chess::rank_of(square)) * 8 + chess::file_of(square));
}

} // namespace adoube::drivers::dgt
