#pragma once
// Boards by Certabo and Tabutronic, from what drivers of others say of them: a line of numbers after each
// scan, unasked. One has an RFID tag in each piece, which its squares do not always read; one knows only
// which squares hold something (Sentio).

#include "tools/makers/scanning_board.hpp"

#include <map>

namespace adoube::tools::makers {

struct CertaboOptions {
    Noise noise{};
};

class VirtualCertaboBoard final : public ScanningBoard {
  public:
    explicit VirtualCertaboBoard(CertaboOptions options,
                                 const chess::Position& start = chess::Position::start());
    void stand(chess::Square square, std::optional<chess::Piece> piece) override;
    void received(std::span<const std::uint8_t>) override {} // lights

  private:
    using Tag = std::array<std::uint8_t, 5>;
    static constexpr std::uint64_t scan_us = 260'000, byte_us = 261; // ten bits at 38400 baud

    void scanned(const Pieces& seen) override;
    Tag new_tag();
    Tag take_one(chess::Piece piece);

    struct Man {
        chess::Piece piece;
        Tag tag;
    };
    std::array<std::optional<Man>, 64> men_; // by place; a man lifted is remembered until the next comes
    std::array<bool, 64> lifted_{};
    std::map<char, std::vector<Tag>> aside_; // by the piece's letter
};

class VirtualSentioBoard final : public ScanningBoard {
  public:
    explicit VirtualSentioBoard(CertaboOptions options,
                                const chess::Position& start = chess::Position::start());
    void received(std::span<const std::uint8_t>) override {} // lights

  private:
    static constexpr std::uint64_t scan_us = 90'000, byte_us = 261;

    void scanned(const Pieces& seen) override;
};

} // namespace adoube::tools::makers
