#pragma once
// The host's end of a link to a Millennium ChessLink board: messages as in messages.hpp.
//
// The board scans in 41 ms unless its settings say otherwise, and reports every scan unless they say
// otherwise: where nothing comes, it is asked. Its settings are read and never written. It may stand turned,
// which whoever reads the squares finds out.
//
// Untried on hardware.

#include "daemon/drivers/millennium/messages.hpp"
#include "daemon/drivers/states/state_board.hpp"

namespace adoube::drivers::millennium {

class Board final : public StateBoard {
  public:
    static constexpr std::uint64_t ask_after_us = 100'000; // without a state

    explicit Board(std::string_view port);

  private:
    void begin() override;
    void read(std::span<const std::uint8_t> bytes) override;
    void ask() override;
    bool is_ready() const override;
    void on(const Status& status);
    void on(const Version& version) { has_version(version.major, version.minor); }
    void on(const Register& setting);
    void on(const Acknowledgement&) {}

    Decoder decoder_;
    bool knows_scan_ = false;
    std::uint64_t scan_us_; // as the board's setting has it
    SteadyUs asked_us_;     // for the squares
};

} // namespace adoube::drivers::millennium
