// A board that senses presence: wiring only.

#include "firmware/boards/pico-matrix/matrix.hpp"
#include "firmware/boards/pico-matrix/pins.hpp"
#include "firmware/rp2040/program.hpp"

namespace adoube::pico_matrix {
namespace {

constexpr rp2040::Kind kind{.sensing = wire::Sensing::presence,
                            .features = wire::feature::lever | wire::feature::adjust_buttons |
                                        wire::feature::call_buttons,
                            .pace = {},
                            .product = {"Adoube pico-matrix", usb::configuration_descriptor(100)},
                            .cable_sense = cable_sense};

class Chip final : public rp2040::Chip {};

struct Matrix {
    void begin() {}
    bool done() { return true; }
    firmware::Scan scan() { return look(); }
};

} // namespace
} // namespace adoube::pico_matrix

extern "C" void run_board() {
    using namespace adoube;
    static pico_matrix::Chip chip;
    rp2040::start_clocks();
    rp2040::start_gpio();
    pico_matrix::start_matrix();
    pico_matrix::Matrix matrix;
    rp2040::run(chip, matrix, pico_matrix::kind);
}
