#include "tools/makers/virtual_chessnut_board.hpp"

#include <algorithm>

namespace adoube::tools::makers {

VirtualChessnutBoard::VirtualChessnutBoard(ChessnutOptions options, const chess::Position& start)
    : ScanningBoard(options.noise, scan_us, byte_us, start), options_(options) {}

/// What follows its length is what the length says; the rest of a USB report is zeros.
void VirtualChessnutBoard::report(Bytes report) {
    constexpr std::size_t usb_report = 65;
    if (!options_.short_reports) report.resize(std::max(report.size(), usb_report));
    say(std::move(report));
}

/// From h8 along the ranks to a1, two squares a byte.
void VirtualChessnutBoard::scanned(const Pieces& seen) {
    if (!tells_squares_) return;
    Bytes squares;
    for (int rank = 7; rank >= 0; --rank)
        for (int file = 7; file > 0; file -= 2) {
            const auto code = [&](int of) {
                const auto& piece = seen[static_cast<std::size_t>(8 * rank + of)];
                const auto at = piece ? std::string_view("-qkbpnRPrBNQK").find(chess::to_char(*piece)) : 0;
                return static_cast<unsigned>(at);
            };
            squares.push_back(static_cast<std::uint8_t>(code(file - 1) << 4 | code(file)));
        }
    if (!options_.repeats && squares == told_) return;
    told_ = squares;
    const auto uptime = now_us() / 1'000;
    squares.insert(squares.end(),
                   {static_cast<std::uint8_t>(uptime), static_cast<std::uint8_t>(uptime >> 8), 0, 0});
    if (!options_.short_reports) squares.resize(0x3d);
    squares.insert(squares.begin(), {0x01, static_cast<std::uint8_t>(squares.size())});
    report(std::move(squares));
}

void VirtualChessnutBoard::obey(const Bytes& command) {
    switch (command[0]) {
    case 0x21:
        tells_squares_ = command[2] == 0;
        told_.clear();
        return report({0x23, 0x01, 0x00});
    case 0x29: {
        const int charging = options_.charging ? 0x80 : 0;
        return report({0x2a, 0x02, static_cast<std::uint8_t>(options_.battery_percent | charging), 0x00});
    }
    case 0x0a: ++lights_set_; return report({0x23, 0x01, 0x00});
    case 0x39: ++deletions_; return;
    default: return;
    }
}

void VirtualChessnutBoard::received(std::span<const std::uint8_t> bytes) {
    for (const auto byte : bytes) {
        command_.push_back(byte);
        if (command_.size() < 3 || command_.size() < 2U + command_[1]) continue;
        obey(command_);
        command_.clear();
    }
}

} // namespace adoube::tools::makers
