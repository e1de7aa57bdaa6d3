#include "daemon/broadcast/public_moves.hpp"

#include "daemon/chess/notation/san.hpp"

#include <algorithm>
#include <utility>

namespace adoube::broadcast {

PublicMove::PublicMove(const chess::Position& before, chess::Move move, bool chess960,
                       std::optional<std::int64_t> left_ms)
    : clock_ms(left_ms), move_(move), san_(chess::to_san(before, move)), uci_(chess::to_uci(move, chess960)) {
}

void PublicMoves::push_back(PublicMove move) {
    const auto kept = static_cast<std::ptrdiff_t>(size_ % of_block);
    Block block;
    block.reserve(static_cast<std::size_t>(kept) + 1);
    if (kept != 0) {
        block.assign(blocks_.back()->begin(), blocks_.back()->begin() + kept);
        blocks_.pop_back();
    }
    block.push_back(std::move(move));
    blocks_.push_back(std::make_shared<const Block>(std::move(block)));
    ++size_;
}

void PublicMoves::cut_to(std::size_t plies) {
    size_ = std::min(size_, plies);
    blocks_.resize((size_ + of_block - 1) / of_block);
}

void PublicMoves::set_clock(std::size_t ply, std::optional<std::int64_t> clock_ms) {
    auto& block = blocks_[ply / of_block];
    auto changed = *block;
    changed[ply % of_block].clock_ms = clock_ms;
    block = std::make_shared<const Block>(std::move(changed));
}

std::size_t PublicMoves::same(const PublicMoves& one, const PublicMoves& other) {
    const auto most = std::min(one.size_, other.size_);
    std::size_t ply = 0;
    while (ply < most)
        if (one.blocks_[ply / of_block] == other.blocks_[ply / of_block])
            ply += of_block;
        else if (one[ply] == other[ply])
            ++ply;
        else
            break;
    return std::min(ply, most);
}

} // namespace adoube::broadcast
