#include "dgt_reader.hpp"

namespace adoube::tests {
namespace {

constexpr std::string_view pieces = ".PRNBKQprnbkq";

int two_digits(int bcd) { return (bcd >> 4) * 10 + (bcd & 15); }
int seconds(std::span<const std::uint8_t> bcd) {
    return (bcd[0] & 15) * 3600 + two_digits(bcd[1]) * 60 + two_digits(bcd[2]);
}

} // namespace

void DgtReader::feed(std::span<const std::uint8_t> bytes) {
    for (const int byte : bytes) {
        if (byte >= 0x80 && !message_.empty()) {
            complaints.push_back("a message is cut");
            message_.clear();
        }
        if (byte < 0x80 && message_.empty()) {
            complaints.push_back("a byte belongs to no message");
            continue;
        }
        message_.push_back(static_cast<std::uint8_t>(byte));
        if (message_.size() < 3 || message_.size() < static_cast<unsigned>(message_[1] * 128 + message_[2]))
            continue;
        if (message_[1] * 128 + message_[2] < 3) complaints.push_back("a message is too short to be one");
        const auto whole = std::exchange(message_, {});
        read(whole[0], std::span(whole).subspan(3));
    }
}

void DgtReader::read(int id, std::span<const std::uint8_t> data) {
    const std::string text(data.begin(), data.end());
    const auto sized = [&](std::size_t size) {
        if (data.size() != size) complaints.push_back("message " + std::to_string(id) + " has a wrong size");
        return data.size() == size;
    };
    switch (id) {
    case 0x86:
        if (!sized(64)) return;
        for (std::size_t field = 0; field < 64; ++field)
            board_[field] = data[field] < pieces.size() ? pieces[data[field]] : '?';
        has_board_ = true;
        ++dumps;
        return;
    case 0x8e:
        if (sized(2)) read_update(data[0], data[1]);
        return;
    case 0x8d:
        if (sized(7)) read_clock(data);
        return;
    case 0x91: serial = text; return;
    case 0xa2: long_serial = text; return;
    case 0x92: trademark = text; return;
    case 0x93:
        if (sized(2)) version = std::to_string(data[0]) + "." + std::to_string(data[1]);
        return;
    case 0x8f:
    case 0x90:
    case 0xa0: return;
    default: complaints.push_back("a message has the unknown id " + std::to_string(id));
    }
}

/// A board like ours never has a piece come to a square before another has left it.
void DgtReader::read_update(int field, int piece) {
    ++updates;
    if (field > 63 || piece >= static_cast<int>(pieces.size()))
        return complaints.push_back("an update names what there is not");
    char& here = board_[static_cast<std::size_t>(field)];
    if (has_board_ && (here == '.') == (piece == 0))
        complaints.push_back("an update changes nothing, or puts one piece on another, on field " +
                             std::to_string(field));
    here = pieces[static_cast<std::size_t>(piece)];
    changed();
}

void DgtReader::read_clock(std::span<const std::uint8_t> data) {
    const auto flag = [](int byte, int bit) { return (byte >> bit & 1) != 0; };
    if ((data[0] & 15) == 10 || (data[3] & 15) == 10) {
        acknowledgements.push_back({data[1] | (flag(data[3], 4) << 7), data[2] | (flag(data[3], 5) << 7),
                                    data[4] | (flag(data[0], 4) << 7), data[5] | (flag(data[0], 5) << 7)});
        return;
    }
    if (flag(data[6], 5)) {
        ++no_clocks;
        return;
    }
    for (const auto at : {1U, 2U, 4U, 5U})
        if ((data[at] & 15) > 9 || data[at] >> 4 > 5) complaints.push_back("a clock shows no time");
    clocks.push_back({seconds(data.subspan(3)), seconds(data), flag(data[6], 0), flag(data[6], 1),
                      flag(data[6], 3), flag(data[6], 4), flag(data[3], 6), flag(data[0], 6)});
}

std::string DgtReader::placement() const {
    if (!has_board_) return {};
    std::string text;
    int empty = 0;
    const auto close = [&] {
        if (empty > 0) text += std::to_string(std::exchange(empty, 0));
    };
    for (std::size_t field = 0; field < 64; ++field) {
        if (field > 0 && field % 8 == 0) {
            close();
            text += '/';
        }
        if (board_[field] == '.') {
            ++empty;
        } else {
            close();
            text += board_[field];
        }
    }
    close();
    return text;
}

} // namespace adoube::tests
