#pragma once
// Whose protocol a board speaks: all that differs between makers outside their drivers.

#include <array>
#include <cstdint>
#include <string_view>

namespace adoube::drivers {

enum class Maker : std::uint8_t {
    adoube,     // protocol/README.md
    dgt,        // DGT's serial protocol; untried on hardware, as all that follow
    millennium, // ChessLink
    chessnut,   // HID: Air, Pro, Air+, Go
    certabo,    // and Tabutronic: RFID tags, or occupied squares alone (Sentio)
};

struct MakersBoards {
    Maker maker;
    /// Prefix of a port's name: "dgt:serial:/dev/ttyUSB0". Empty for our own.
    std::string_view word;
    std::string_view name;
    int rate_baud;
    /// Of the serial line, while it is open.
    bool raises_dtr = true;
    /// Of boards that are HID devices instead.
    std::uint16_t hid_vendor = 0;
};

inline constexpr std::array makers{
    MakersBoards{Maker::adoube, "", "Adoube", 115'200},
    MakersBoards{Maker::dgt, "dgt", "DGT", 9'600},
    MakersBoards{Maker::millennium, "millennium", "Millennium", 38'400, false},
    MakersBoards{.maker = Maker::chessnut,
                 .word = "chessnut",
                 .name = "Chessnut",
                 .rate_baud = 0,
                 .hid_vendor = 0x2d80},
    MakersBoards{Maker::certabo, "certabo", "Certabo", 38'400},
};

constexpr const MakersBoards& boards_of(Maker maker) { return makers[static_cast<std::size_t>(maker)]; }
static_assert(
    [] {
        for (std::size_t at = 0; at < makers.size(); ++at)
            if (makers[at].maker != static_cast<Maker>(at)) return false;
        return makers.back().maker == Maker::certabo;
    }(),
    "the table has every maker, in the order of the enumeration");

} // namespace adoube::drivers
