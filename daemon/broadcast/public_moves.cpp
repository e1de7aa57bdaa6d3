#include "daemon/broadcast/public_moves.hpp"

#include "daemon/chess/notation/san.hpp"

#include <algorithm>
#include <utility>

namespace adoube::broadcast {

PublicMove::PublicMove(const chess::Position& before, chess::Move move, bool chess960,
                       std::optional<std::int64_t> left_ms)
    : clock_ms(left_ms), move_(move), chess960_(chess960) {
    chess::to_san(before, move).copy(san_.data(), longest_san);
}

std::string PublicMove::uci() const { return chess::to_uci(move_, chess960_); }

PublicMoves::PublicMoves(std::span<const PublicMove> moves) {
    while (!moves.empty()) {
        in_last_ = std::min(moves.size(), of_block);
        const auto block = moves.first(in_last_);
        blocks_.push_back(std::make_shared<const Block>(block.begin(), block.end()));
        moves = moves.subspan(in_last_);
    }
}

void PublicMoves::push_back(PublicMove move) {
    if (empty() || in_last_ == of_block) {
        blocks_.push_back(std::make_shared<const Block>(1, move));
        in_last_ = 1;
        return;
    }
    Block block;
    block.reserve(in_last_ + 1);
    block.assign(blocks_.back()->begin(), blocks_.back()->begin() + static_cast<std::ptrdiff_t>(in_last_));
    block.push_back(move);
    blocks_.back() = std::make_shared<const Block>(std::move(block));
    ++in_last_;
}

void PublicMoves::cut_to(std::size_t plies) {
    if (plies >= size()) return;
    blocks_.resize((plies + of_block - 1) / of_block);
    in_last_ = (plies + of_block - 1) % of_block + 1;
}

void PublicMoves::set_clock(std::size_t ply, std::optional<std::int64_t> clock_ms) {
    auto& block = blocks_[ply / of_block];
    auto changed = *block;
    changed[ply % of_block].clock_ms = clock_ms;
    block = std::make_shared<const Block>(std::move(changed));
}

std::size_t PublicMoves::same(const PublicMoves& one, const PublicMoves& other) {
    const auto most = std::min(one.size(), other.size());
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
