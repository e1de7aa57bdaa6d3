// A board that senses presence.

#include "firmware/boards/pico-matrix/matrix.hpp"
#include "firmware/boards/pico-matrix/pins.hpp"
#include "firmware/rp2040/program.hpp"
#include "firmware/rp2040/supply.hpp"

namespace adoube::pico_matrix {
namespace {

constexpr rp2040::Kind kind{.sensing = wire::Sensing::presence,
                            .features = wire::feature::lever | wire::feature::adjust_buttons |
                                        wire::feature::call_buttons,
                            .pace = {},
                            .product = {"Adoube pico-matrix", usb::configuration_descriptor(100)},
                            .clock_jack = clock_sda | clock_scl,
                            .cable_sense = cable_sense,
                            .light = light};

class Chip final : public rp2040::Chip {
    std::uint16_t supply_mv() const override { return rp2040::measure_supply_mv(); }
};

} // namespace
} // namespace adoube::pico_matrix

extern "C" void run_board() {
    using namespace adoube;
    static pico_matrix::Chip chip;
    rp2040::start_clocks();
    rp2040::start_gpio();
    rp2040::start_supply_meter();
    static pico_matrix::Matrix matrix;
    matrix.start();
    rp2040::run(chip, matrix, pico_matrix::kind);
}
