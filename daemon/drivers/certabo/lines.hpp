#pragma once
// What Certabo and Tabutronic boards say, without I/O or clock: 38400 baud, unasked, a line for each scan: a
// colon, decimal numbers with spaces between them, CR LF. There is no checksum.
//
// 320 numbers are the RFID tags on 64 squares, five bytes each; eight are the squares that hold something, a
// byte for each rank. Both begin with a8. A letter before the colon says which lights the board has.

#include <array>
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace adoube::drivers::certabo {

/// The tag's five bytes; 0: none.
using Tag = std::uint64_t;

/// Indexed by square (a1 = 0).
struct Tags {
    std::array<Tag, 64> squares{};
};
/// Bit n: square n (a1 = 0) holds something.
struct Occupied {
    std::uint64_t squares = 0;
};

using Message = std::variant<Tags, Occupied>;

class Decoder {
  public:
    /// Every line that ended in `bytes`, in order; one sentence for each that is none of the board's.
    std::vector<std::expected<Message, std::string>> feed(std::span<const std::uint8_t> bytes);
    bool in_message() const { return !line_.empty(); }
    /// Drops a partial line (the port was closed).
    void reset() { line_.clear(), too_long_ = false; }

  private:
    std::string line_;
    bool too_long_ = false;
};

} // namespace adoube::drivers::certabo
