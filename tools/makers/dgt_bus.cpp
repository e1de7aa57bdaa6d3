#include "tools/makers/dgt_bus.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace adoube::tools::makers {
namespace {

constexpr std::uint64_t byte_us = 1'042;

std::uint8_t code_of(const std::optional<chess::Piece>& piece) {
    if (!piece) return 0;
    return static_cast<std::uint8_t>(std::string_view(".PRNBKQprnbkq").find(chess::to_char(*piece)));
}

/// DGT counts from a8 to h1.
std::uint8_t field_of(std::size_t square) {
    return static_cast<std::uint8_t>((7 - square / 8) * 8 + square % 8);
}

unsigned sum_of(std::span<const std::uint8_t> bytes) {
    unsigned sum = 0;
    for (const auto byte : bytes) sum += byte;
    return sum & 0x7f;
}

} // namespace

DgtBus::DgtBus(const std::vector<std::uint16_t>& addresses, std::uint64_t seed) : random_(seed) {
    for (const auto address : addresses) {
        boards_.push_back({.address = address, .squares = {}});
        set_up(boards_.size() - 1, chess::Position::start());
    }
}

void DgtBus::set_up(std::size_t board, const chess::Position& position) {
    for (std::size_t square = 0; square < 64; ++square)
        boards_[board].squares[square] = position.at(static_cast<chess::Square>(square));
    put_back(board, false);
}

void DgtBus::change(std::size_t board, chess::Square square, std::optional<chess::Piece> piece) {
    auto& at = boards_[board];
    at.squares[static_cast<std::size_t>(square)] = piece;
    const auto tag = 0x40 | (random_() % 2 == 0 ? 0x10 : 0) | code_of(piece);
    at.stored.push_back(static_cast<std::uint8_t>(tag));
    at.stored.push_back(field_of(static_cast<std::size_t>(square)));
    if (random_() % 8 == 0) at.stored.insert(at.stored.end(), {0x71, 0x30, 0x59}); // 1:30:59, left
}

void DgtBus::put_back(std::size_t board, bool kept_power) {
    auto& at = boards_[board];
    at.is_on = true;
    if (kept_power) return;
    at.sent.clear();
    at.stored = {0x7f, 0x7f, 0x7f, 0x6a};
    for (std::size_t square = 0; square < 64; ++square)
        if (at.squares[square]) {
            at.stored.push_back(static_cast<std::uint8_t>(0x40 | code_of(at.squares[square])));
            at.stored.push_back(field_of(square));
        }
}

void DgtBus::received(std::span<const std::uint8_t> bytes, std::uint64_t now_us) {
    now_us_ = now_us;
    for (const auto byte : bytes) {
        if (byte & 0x80) command_.clear();
        command_.push_back(byte);
        if (command_.size() != 4) continue;
        if (fails()) damage(command_);
        if (command_.size() != 4 || sum_of(std::span(command_).first(3)) != command_[3]) continue;
        if (command_[0] == 0x87 && command_[1] == 0 && command_[2] == 0) ping_all();
        for (auto& board : boards_)
            if (board.is_on && board.address == (command_[1] << 7 | command_[2])) obey(command_[0], board);
    }
}

void DgtBus::obey(std::uint8_t command, Board& board) {
    switch (command) {
    case 0x81: return say(board, 0x84, board.clock);
    case 0x82: {
        Bytes fields(64);
        for (std::size_t square = 0; square < 64; ++square)
            fields[field_of(square)] = code_of(board.squares[square]);
        return say(board, 0x83, fields);
    }
    case 0x83: board.sent = std::exchange(board.stored, {}); [[fallthrough]];
    case 0x84: return say(board, 0x85, board.sent);
    case 0x8a: board.keeps_still = true; [[fallthrough]];
    case 0x87: return say(board, 0x87, {});
    default: return;
    }
}

/// Those whose bytes would lie over each other are heard by nobody.
void DgtBus::ping_all() {
    constexpr std::uint64_t length_us = 6 * byte_us;
    std::vector<std::uint64_t> times_us;
    for (auto& board : boards_) {
        if (!board.is_on || std::exchange(board.keeps_still, false)) continue;
        times_us.push_back(board.pings_at_us = now_us_ + 1 + random_() % 1'100'000);
    }
    const auto is_spoilt = [&](std::uint64_t at_us) {
        return std::ranges::count_if(times_us, [&](std::uint64_t other_us) {
                   return std::max(at_us, other_us) - std::min(at_us, other_us) < length_us;
               }) > 1;
    };
    for (auto& board : boards_)
        if (is_spoilt(board.pings_at_us)) board.pings_at_us = 0;
}

void DgtBus::answer_pings() {
    for (auto& board : boards_)
        if (board.pings_at_us != 0 && board.pings_at_us <= now_us_) {
            board.pings_at_us = 0;
            say(board, 0x87, {});
        }
}

void DgtBus::say(const Board& board, std::uint8_t id, const Bytes& data) {
    const auto length = data.size() + 6;
    Bytes message{id, static_cast<std::uint8_t>(length >> 7), static_cast<std::uint8_t>(length & 0x7f),
                  static_cast<std::uint8_t>(board.address >> 7),
                  static_cast<std::uint8_t>(board.address & 0x7f)};
    message.insert(message.end(), data.begin(), data.end());
    message.push_back(static_cast<std::uint8_t>(sum_of(message)));
    free_us_ = std::max(free_us_, now_us_ + random_() % 20'000);
    if (fails()) damage(message);
    if (fails()) put({static_cast<std::uint8_t>(random_() % 256)});
    put(message);
}

void DgtBus::put(const Bytes& bytes) {
    for (const auto byte : bytes) line_.push_back({free_us_ += byte_us, byte});
}

void DgtBus::damage(Bytes& message) {
    if (random_() % 3 == 0) return message.clear();
    if (random_() % 2 == 0) return message.resize(random_() % message.size());
    message[random_() % message.size()] ^= static_cast<std::uint8_t>(1U << random_() % 8);
}

std::vector<std::uint8_t> DgtBus::advance_to(std::uint64_t t_us) {
    now_us_ = t_us;
    answer_pings();
    Bytes bytes;
    for (; !line_.empty() && line_.front().arrives_us <= t_us; line_.pop_front())
        bytes.push_back(line_.front().byte);
    return bytes;
}

} // namespace adoube::tools::makers
