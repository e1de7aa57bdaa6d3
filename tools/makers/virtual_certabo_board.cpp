#include "tools/makers/virtual_certabo_board.hpp"

#include <string>

namespace adoube::tools::makers {
namespace {

/// From a8 along the ranks.
constexpr std::size_t place_from_a8(std::size_t at) { return (7 - at / 8) * 8 + at % 8; }

Noise flickering(Noise noise) {
    noise.flicker *= 10;
    return noise;
}

} // namespace

VirtualCertaboBoard::VirtualCertaboBoard(CertaboOptions options, const chess::Position& start)
    : ScanningBoard(flickering(options.noise), scan_us, byte_us, start) {
    for (std::size_t at = 0; at < 64; ++at)
        if (const auto piece = start.at(static_cast<chess::Square>(at))) men_[at] = Man{*piece, new_tag()};
}

VirtualCertaboBoard::Tag VirtualCertaboBoard::new_tag() {
    Tag tag;
    for (auto& byte : tag) byte = static_cast<std::uint8_t>(1 + below(255));
    return tag;
}

/// The one laid aside last; a piece that was never on the board otherwise.
VirtualCertaboBoard::Tag VirtualCertaboBoard::take_one(chess::Piece piece) {
    auto& aside = aside_[chess::to_char(piece)];
    if (aside.empty()) return new_tag();
    const auto tag = aside.back();
    aside.pop_back();
    return tag;
}

void VirtualCertaboBoard::stand(chess::Square square, std::optional<chess::Piece> piece) {
    const auto place = place_of(square);
    if (auto& man = men_[place]; man && !lifted_[place])
        aside_[chess::to_char(man->piece)].push_back(man->tag);
    lifted_[place] = !piece;
    if (piece) men_[place] = Man{*piece, take_one(*piece)};
    ScanningBoard::stand(square, piece);
}

void VirtualCertaboBoard::scanned(const Pieces& seen) {
    std::string line = ":";
    for (std::size_t at = 0; at < 64; ++at) {
        const auto place = place_from_a8(at);
        const auto& man = men_[place];
        for (std::size_t byte = 0; byte < 5; ++byte)
            line += (line.size() > 1 ? " " : "") + std::to_string(seen[place] && man ? man->tag[byte] : 0);
    }
    say(line + "\r\n");
}

VirtualSentioBoard::VirtualSentioBoard(CertaboOptions options, const chess::Position& start)
    : ScanningBoard(flickering(options.noise), scan_us, byte_us, start) {}

void VirtualSentioBoard::scanned(const Pieces& seen) {
    std::string line = ":";
    for (std::size_t rank = 0; rank < 8; ++rank) {
        unsigned number = 0;
        for (std::size_t file = 0; file < 8; ++file)
            number = number * 2 + (seen[place_from_a8(8 * rank + file)] ? 1 : 0);
        line += (rank > 0 ? " " : "") + std::to_string(number);
    }
    say(line + "\r\n");
}

} // namespace adoube::tools::makers
