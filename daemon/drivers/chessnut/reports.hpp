#pragma once
// What a Chessnut board (Air, Pro, Air+, Go) reports, without I/O or clock.
//
// A report is an id, the length of what follows, and that; on USB zeros fill it up. There is no checksum. On
// a HID device each read gives one report, but nothing here relies on that: reports are found by their first
// two bytes, so that a stream will do.

#include "daemon/chess/types.hpp"

#include <array>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace adoube::drivers::chessnut {

/// Indexed by square (a1 = 0).
struct Pieces {
    std::array<std::optional<chess::Piece>, 64> squares;
};
struct Battery {
    int percent = 0;
    bool charging = false;
};
/// To a command: it is done.
struct Acknowledgement {};

using Message = std::variant<Pieces, Battery, Acknowledgement>;

class Decoder {
  public:
    /// Every message that ended in `bytes`, in order, with one sentence for unreadable bytes between two.
    std::vector<std::expected<Message, std::string>> feed(std::span<const std::uint8_t> bytes);
    bool in_message() const { return !buffer_.empty(); }
    /// Drops a partial message (the device was closed).
    void reset() { buffer_.clear(), stray_ = false; }

  private:
    using Results = std::vector<std::expected<Message, std::string>>;
    void take(Results& results);
    void refuse(Results& results, const char* why);

    std::vector<std::uint8_t> buffer_;
    bool stray_ = false; // unreadable bytes were already reported
};

} // namespace adoube::drivers::chessnut
