#include "tools/makers/virtual_millennium_board.hpp"

#include <bit>
#include <cstdlib>

namespace adoube::tools::makers {
namespace {

std::string two_digits(unsigned value) {
    constexpr char digits[] = "0123456789ABCDEF";
    return {digits[value / 16 % 16], digits[value % 16]};
}

std::string check(const std::string& text) {
    unsigned parity = 0;
    for (const char each : text) parity ^= static_cast<unsigned>(each);
    return two_digits(parity);
}

/// With its two digits behind it; 0: no command begins so.
std::size_t length_of(char command) {
    switch (command) {
    case 'S':
    case 'X':
    case 'T':
    case 'V': return 3;
    case 'R': return 5;
    case 'W': return 7;
    case 'L': return 167;
    default: return 0;
    }
}

} // namespace

VirtualMillenniumBoard::VirtualMillenniumBoard(MillenniumOptions options, const chess::Position& start)
    : ScanningBoard(options.noise, scan_us, byte_us, start), options_(options) {
    settings_[1] = 20;
    settings_[2] = options.reports_every_scan ? 0 : 1;
    settings_[4] = 14;
}

/// From h1 along the ranks to a8.
std::string VirtualMillenniumBoard::status() const {
    std::string text = "s";
    for (int rank = 0; rank < 8; ++rank)
        for (int file = 7; file >= 0; --file) {
            const auto& piece = seen_[static_cast<std::size_t>(8 * rank + file)];
            text += piece ? chess::to_char(*piece) : '.';
        }
    return text;
}

void VirtualMillenniumBoard::answer(std::string text) {
    text += check(text);
    if (!options_.plain)
        for (char& each : text)
            if (std::popcount(static_cast<unsigned char>(each)) % 2 == 0)
                each = static_cast<char>(each | 0x80);
    say(text);
}

void VirtualMillenniumBoard::scanned(const Pieces& seen) {
    seen_ = seen;
    if (settings_[2] == 0) answer(status());
}

void VirtualMillenniumBoard::obey(const std::string& command) {
    const auto number = [&](std::size_t at) {
        return static_cast<std::uint8_t>(std::strtoul(command.substr(at, 2).c_str(), nullptr, 16));
    };
    switch (command[0]) {
    case 'S': return answer(status());
    case 'X': return answer("x");
    case 'L': return answer("l");
    case 'V': return answer("v0103");
    case 'W':
        settings_[number(1)] = number(3), ++settings_written_;
        return answer("w" + command.substr(1, 4));
    case 'R': return answer("r" + command.substr(1, 2) + two_digits(settings_[number(1)]));
    default: break;
    }
}

void VirtualMillenniumBoard::received(std::span<const std::uint8_t> bytes) {
    for (const auto byte : bytes) {
        if (std::popcount(byte) % 2 == 0) { // even: damaged
            command_.clear();
            continue;
        }
        command_ += static_cast<char>(byte & 0x7f);
        const auto length = length_of(command_[0]);
        if (length == 0) {
            command_.clear();
        } else if (command_.size() == length) {
            const auto text = command_.substr(0, length - 2);
            if (command_ == text + check(text)) obey(text);
            command_.clear();
        }
    }
}

} // namespace adoube::tools::makers
