#pragma once
// The host's end of a link to a board by Certabo or Tabutronic: lines as in lines.hpp.
//
// A board with RFID tags tells pieces once their tags are known: when the start position has stood for two
// seconds, with White on the board's own first rank. A piece whose tag is not known is told as one of an
// unknown side. A board that tells occupied squares alone (Sentio) is one of presence. Squares flicker: three
// lines must agree.
//
// Untried on hardware.

#include "daemon/drivers/certabo/known_tags.hpp"
#include "daemon/drivers/certabo/lines.hpp"
#include "daemon/drivers/states/state_board.hpp"

namespace adoube::drivers::certabo {

class Board final : public StateBoard {
  public:
    explicit Board(std::string_view port);

  private:
    /// Its numbers alone fill the serial line for a quarter of a second.
    static constexpr Kind with_tags{.id = 0x43455254, // "CERT"
                                    .name = "Certabo board",
                                    .sensing = wire::Sensing::identity,
                                    .scan_ms = 750,
                                    .wanted = {.lift_states = 3, .drop_states = 3}};
    /// How often it says its eight numbers is not described.
    static constexpr Kind sentio{.id = 0x53454e54, // "SENT"
                                 .name = "Sentio board",
                                 .sensing = wire::Sensing::presence,
                                 .scan_ms = 300,
                                 .wanted = {.lift_states = 3, .drop_states = 3, .rest_us = 100'000}};

    void begin() override { decoder_.reset(); }
    void read(std::span<const std::uint8_t> bytes) override;
    void ask() override {} // it says all that it knows
    bool is_ready() const override { return !known_.is_learning(); }
    void on(const Tags& tags);
    void on(const Occupied& occupied);

    Decoder decoder_;
    KnownTags known_;
};

} // namespace adoube::drivers::certabo
