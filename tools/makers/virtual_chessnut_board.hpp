#pragma once
// A Chessnut board, from its maker's description of its reports: an id, a length, data; zeros fill a USB
// report up. It says nothing of its squares until it is told to.

#include "tools/makers/scanning_board.hpp"

namespace adoube::tools::makers {

struct ChessnutOptions {
    Noise noise{};
    /// Every scan; else only what has changed.
    bool repeats = true;
    /// As over Bluetooth.
    bool short_reports = false;
    int battery_percent = 80;
    bool charging = false;
};

class VirtualChessnutBoard final : public ScanningBoard {
  public:
    explicit VirtualChessnutBoard(ChessnutOptions options,
                                  const chess::Position& start = chess::Position::start());
    void received(std::span<const std::uint8_t> bytes) override;
    /// Of stored games.
    int deletions() const { return deletions_; }
    int lights_set() const { return lights_set_; }

  private:
    static constexpr std::uint64_t scan_us = 80'000, byte_us = 16; // of full-speed USB

    void scanned(const Pieces& seen) override;
    void obey(const Bytes& command);
    void report(Bytes report);

    ChessnutOptions options_;
    bool tells_squares_ = false;
    Bytes told_;    // squares
    Bytes command_; // half of it
    int deletions_ = 0, lights_set_ = 0;
};

} // namespace adoube::tools::makers
