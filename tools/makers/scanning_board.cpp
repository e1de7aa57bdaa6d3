#include "tools/makers/scanning_board.hpp"

#include <algorithm>

namespace adoube::tools::makers {

ScanningBoard::ScanningBoard(Noise noise, std::uint64_t scan_us, std::uint64_t byte_us,
                             const chess::Position& start)
    : noise_(noise), random_(noise.seed), square_us_(scan_us / 64), byte_us_(byte_us) {
    for (std::size_t square = 0; square < 64; ++square)
        stands_[square] = seen_[square] = start.at(static_cast<chess::Square>(square));
}

std::size_t ScanningBoard::place_of(chess::Square square) const {
    const auto at = static_cast<std::size_t>(chess::index(square));
    return turned ? 63 - at : at;
}

void ScanningBoard::stand(chess::Square square, std::optional<chess::Piece> piece) {
    stands_[static_cast<std::size_t>(chess::index(square))] = piece;
}

void ScanningBoard::damage(Bytes& message) {
    if (happens(0.5)) return message.resize(below(message.size()));
    auto& byte = message[below(message.size())];
    byte = static_cast<std::uint8_t>(byte ^ 1U << below(8));
}

void ScanningBoard::say(Bytes message) {
    if (mute) return;
    if (happens(noise_.damage)) damage(message);
    for (const auto byte : message) {
        line_free_us_ = std::max(line_free_us_, now_us_) + byte_us_;
        sent_.push_back({line_free_us_, byte});
    }
}

void ScanningBoard::flicker() {
    auto& last_us = flickered_us_[next_square_];
    has_flickered_twice = has_flickered_twice || (last_us != 0 && now_us_ - last_us < 500'000);
    last_us = now_us_;
    seen_[next_square_].reset();
}

std::vector<std::uint8_t> ScanningBoard::advance_to(std::uint64_t t_us) {
    for (; next_square_us_ <= t_us; next_square_us_ += square_us_) {
        now_us_ = next_square_us_;
        auto& seen = seen_[next_square_];
        seen = stands_[next_square_];
        if (seen && happens(noise_.flicker)) flicker();
        next_square_ = (next_square_ + 1) % 64;
        if (next_square_ != 0) continue;
        Pieces named;
        for (std::size_t at = 0; at < 64; ++at) named[place_of(static_cast<chess::Square>(at))] = seen_[at];
        scanned(named);
    }
    now_us_ = t_us;
    Bytes bytes;
    for (; !sent_.empty() && sent_.front().arrives_us <= t_us; sent_.pop_front())
        bytes.push_back(sent_.front().byte);
    return bytes;
}

} // namespace adoube::tools::makers
