#pragma once
// What a DGT board sends over its serial line: bytes to messages. No I/O, no clock.
//
// A message is [id with the high bit][length bits 13-7][length bits 6-0][data, every byte below 80 hex]; the
// length counts these three bytes too. So any byte with the high bit begins a message, and whatever is torn
// costs one message only.

#include "daemon/chess/types.hpp"

#include <expected>
#include <span>
#include <variant>
#include <vector>

namespace adoube::drivers::dgt {

/// One square changed. The board's own result pieces (draw, white wins, black wins) are no chess pieces: a
/// square that holds one reads as empty.
struct FieldUpdate {
    chess::Square square;
    std::optional<chess::Piece> piece; // empty: nothing stands there now
};

/// The whole board, by the square's index (a1 = 0).
struct BoardDump {
    std::array<std::optional<chess::Piece>, 64> squares;
};

/// What the clock shows. Left and right are those of somebody who looks at its display.
struct ClockTime {
    int left_s = 0, right_s = 0;
    bool running = false;
    /// The lever stands high on the right: the left player has pressed, and the right one's time is to run.
    bool right_to_move = false;
    friend bool operator==(const ClockTime&, const ClockTime&) = default;
};

/// The board says that it has no clock.
struct NoClock {};

/// An answer to a command for the clock, sent under the clock's message id.
struct ClockAcknowledgement {};

/// A message that says nothing about squares or time: serial number, version, trademark, …
struct Other {
    std::uint8_t id;
    std::vector<std::uint8_t> data;
};

using Message = std::variant<FieldUpdate, BoardDump, ClockTime, NoClock, ClockAcknowledgement, Other>;

/// Takes bytes as they come, in pieces of any size.
class Decoder {
  public:
    /// Every message that ended in `bytes`, in order, and between them one sentence for each that could not
    /// be read.
    std::vector<std::expected<Message, std::string>> feed(std::span<const std::uint8_t> bytes);

    /// True while a message is begun and not ended.
    bool in_message() const { return !buffer_.empty(); }
    /// Forgets a begun message (the line was closed).
    void reset() { buffer_.clear(), stray_ = false; }

  private:
    std::vector<std::uint8_t> buffer_;
    bool stray_ = false; // bytes without a message were already reported
};

} // namespace adoube::drivers::dgt
