#pragma once
// What a Millennium ChessLink board and its host say to each other, without I/O or clock: 38400 baud, seven
// bits and odd parity. Both sides' frames are ASCII and end in the exclusive or of their characters, as two
// upper-case hexadecimal digits: "V56" is answered with "v010374".
//
// The parity bit is carried in the bytes, as on a line of eight bits without parity; bytes without one are
// accepted, as they come from a line that has taken it away.

#include "daemon/chess/types.hpp"

#include <array>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace adoube::drivers::millennium {

/// Indexed by square (a1 = 0), as a board stands whose first square is h1.
struct Status {
    std::array<std::optional<chess::Piece>, 64> squares;
};
struct Version {
    std::uint8_t major, minor;
};
/// Of the board's settings.
struct Register {
    std::uint8_t address, value;
};
/// To a command about lights.
struct Acknowledgement {};

using Message = std::variant<Status, Version, Register, Acknowledgement>;

/// With checksum and parity.
std::string encoded(std::string_view command);

class Decoder {
  public:
    /// Every message that ended in `bytes`, in order, with one sentence for unreadable bytes between two.
    std::vector<std::expected<Message, std::string>> feed(std::span<const std::uint8_t> bytes);
    bool in_message() const { return !buffer_.empty(); }
    /// Drops a partial message (the line was closed).
    void reset() { buffer_.clear(), fitting_ = 0, stray_ = false; }

  private:
    using Results = std::vector<std::expected<Message, std::string>>;
    void take(Results& results);
    void refuse(Results& results, const char* why);

    std::string buffer_;      // as plain characters
    std::size_t fitting_ = 0; // of them, in the message that the first begins
    bool stray_ = false;      // unreadable bytes were already reported
};

} // namespace adoube::drivers::millennium
