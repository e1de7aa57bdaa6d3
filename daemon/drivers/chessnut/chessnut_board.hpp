#pragma once
// The host's end of a link to a Chessnut board: reports as in reports.hpp.
//
// Descriptions say neither how often such a board reports nor whether it repeats a state that has not
// changed, so one that says nothing more is taken to say the same. Commands go out one at a time: each is a
// report of its own, and its maker wants pauses between them.
//
// Untried on hardware.

#include "daemon/drivers/chessnut/reports.hpp"
#include "daemon/drivers/states/state_board.hpp"

#include <deque>

namespace adoube::drivers::chessnut {

class Board final : public StateBoard {
  public:
    static constexpr std::uint64_t between_commands_us = 200'000;
    static constexpr std::uint64_t repeats_after_us = 100'000; // without another state
    static constexpr std::uint64_t ask_after_us = 1'000'000;   // without one
    static constexpr std::uint64_t between_batteries_us = 60'000'000;

    explicit Board(std::string_view port);

  private:
    void begin() override;
    void read(std::span<const std::uint8_t> bytes) override;
    void ask() override;
    void on(const Pieces& pieces);
    void on(const Battery& battery);
    void on(const Acknowledgement&) {}
    void say_next();

    Decoder decoder_;
    std::deque<std::string_view> commands_; // that wait
    std::optional<wire::Squares> state_;    // of the open link
    SteadyUs told_us_;                      // of the last state
    SteadyUs said_us_, battery_asked_us_, mode_asked_us_;
};

} // namespace adoube::drivers::chessnut
