#pragma once
// A Millennium ChessLink board, from published descriptions of its protocol: a scan in 41 ms, reported
// unasked by default, also between a command and its answer; frames with a checksum over seven-bit
// characters, and odd parity.

#include "tools/makers/scanning_board.hpp"

#include <string>

namespace adoube::tools::makers {

struct MillenniumOptions {
    Noise noise{};
    /// As its settings have it; else it waits to be asked.
    bool reports_every_scan = true;
    /// The line has taken the parity bits away.
    bool plain = false;
};

class VirtualMillenniumBoard final : public ScanningBoard {
  public:
    explicit VirtualMillenniumBoard(MillenniumOptions options,
                                    const chess::Position& start = chess::Position::start());
    void received(std::span<const std::uint8_t> bytes) override;
    /// Its settings wear out.
    int settings_written() const { return settings_written_; }

  private:
    static constexpr std::uint64_t scan_us = 40'960, byte_us = 261; // ten bits at 38400 baud

    void scanned(const Pieces& seen) override;
    void obey(const std::string& command);
    void answer(std::string text);
    std::string status() const;

    MillenniumOptions options_;
    Pieces seen_;
    std::string command_; // half of it
    std::array<std::uint8_t, 256> settings_{};
    int settings_written_ = 0;
};

} // namespace adoube::tools::makers
