#include "tools/makers/virtual_dgt_bus.hpp"

#include <algorithm>
#include <utility>

namespace adoube::tools::makers {
namespace {

std::vector<std::uint16_t> addresses_of(const std::vector<DgtBusBoard>& boards) {
    std::vector<std::uint16_t> all;
    for (const auto& board : boards) all.push_back(board.address);
    return all;
}

} // namespace

VirtualDgtBus::VirtualDgtBus(std::vector<DgtBusBoard> boards, std::uint64_t seed)
    : bus_(addresses_of(boards), seed) {
    std::mt19937_64 random(seed);
    for (auto& board : boards) {
        bus_.set_up(boards_.size(), board.start);
        auto& scanned = boards_.emplace_back();
        scanned.clock = std::move(board.clock);
        scanned.stands = bus_.squares(boards_.size() - 1);
        scanned.square_us = std::uniform_int_distribution<std::uint64_t>(200'000, 250'000)(random) / 64;
    }
}

void VirtualDgtBus::Scanned::begin() {
    if (clock) clock->start();
}

void VirtualDgtBus::Scanned::stand(chess::Square square, std::optional<chess::Piece> piece) {
    stands[static_cast<std::size_t>(square)] = piece;
}

void VirtualDgtBus::Scanned::press(chess::Side side) {
    if (clock) clock->press(side);
}

/// From a8 along the ranks to h1.
void VirtualDgtBus::scan(std::size_t at) {
    auto& board = boards_[at];
    const auto field = std::exchange(board.next_field, (board.next_field + 1) % 64);
    const auto square = (7 - field / 8) * 8 + field % 8;
    board.next_us += board.square_us;
    if (bus_.squares(at)[square] != board.stands[square])
        bus_.change(at, static_cast<chess::Square>(square), board.stands[square]);
}

std::vector<std::uint8_t> VirtualDgtBus::advance_to(std::uint64_t t_us) {
    now_us_ = t_us;
    for (std::size_t at = 0; at < boards_.size(); ++at) {
        auto& board = boards_[at];
        while (board.next_us <= t_us) scan(at);
        if (!board.clock) continue;
        board.clock->advance_to(t_us);
        bus_.show_clock(at, board.clock->message());
    }
    return bus_.advance_to(t_us);
}

} // namespace adoube::tools::makers
