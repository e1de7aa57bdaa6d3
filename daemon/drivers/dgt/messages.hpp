#pragma once
// What a DGT board sends over its serial line, without I/O or clock.
//
// A message is [id with the high bit][length bits 13-7][length bits 6-0][data, every byte below 80 hex]; the
// length includes these three bytes. Any byte with the high bit starts a message, so damage costs one message
// only.

#include "daemon/chess/types.hpp"

#include <expected>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace adoube::drivers::dgt {

/// DGT's result pieces (draw, white wins, black wins) read as empty.
struct FieldUpdate {
    chess::Square square;
    std::optional<chess::Piece> piece; // empty: no piece
};

/// Indexed by square (a1 = 0).
struct BoardDump {
    std::array<std::optional<chess::Piece>, 64> squares;
};

/// Left and right as the display's reader sees them.
struct ClockTime {
    int left_s = 0, right_s = 0;
    bool running = false;
    /// The lever is up on the right: the left player has pressed.
    bool right_to_move = false;
    bool battery_low = false;
    friend bool operator==(const ClockTime&, const ClockTime&) = default;
};

struct NoClock {};

/// Of a board that has one (Bluetooth).
struct Battery {
    int percent = 0;
    bool charging = false;
};

/// Answers a clock command, under the clock's message id.
struct ClockAcknowledgement {};

/// Not about squares or time: serial number, version, trademark, …
struct Other {
    std::uint8_t id;
    std::vector<std::uint8_t> data;
};

using Message =
    std::variant<FieldUpdate, BoardDump, ClockTime, NoClock, ClockAcknowledgement, Battery, Other>;

/// Of the data, without header or sum. The error is one sentence.
std::expected<Message, std::string> read_message(std::uint8_t id, std::span<const std::uint8_t> data);

/// The other way round: as it stands on the line.
std::vector<std::uint8_t> message_of(std::uint8_t id, std::span<const std::uint8_t> data);
/// A board dump's data.
std::vector<std::uint8_t> fields_of(const std::array<std::optional<chess::Piece>, 64>& squares);

/// Seconds of BCD hours (the high digit holds flags), minutes and seconds; empty if they are no time.
std::optional<int> read_time(std::span<const std::uint8_t> bcd);

class Decoder {
  public:
    /// Every message that ended in `bytes`, in order, with one sentence for each unreadable one.
    std::vector<std::expected<Message, std::string>> feed(std::span<const std::uint8_t> bytes);

    bool in_message() const { return !buffer_.empty(); }
    /// Drops a partial message (the line was closed).
    void reset() { buffer_.clear(), stray_ = false; }

  private:
    std::vector<std::uint8_t> buffer_;
    bool stray_ = false; // stray bytes were already reported
};

} // namespace adoube::drivers::dgt
