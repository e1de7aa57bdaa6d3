// A board that senses colour.

#include "firmware/boards/pico-hall/calibration_slots.hpp"
#include "firmware/boards/pico-hall/pins.hpp"
#include "firmware/boards/pico-hall/sensors.hpp"
#include "firmware/core/hall_sensing.hpp"
#include "firmware/rp2040/adc.hpp"
#include "firmware/rp2040/contacts.hpp"
#include "firmware/rp2040/program.hpp"

namespace adoube::pico_hall {
namespace {

constexpr firmware::Pace pace{
    .at_start = {.scan_interval_us = 2'000, .debounce_us = 4'000, .snapshot_interval_ms = 10'000},
    .fastest_scan_us = 1'250};
static_assert(scan_us < pace.fastest_scan_us);

constexpr rp2040::Kind kind{
    .sensing = wire::Sensing::colour,
    .features = wire::feature::lever | wire::feature::adjust_buttons | wire::feature::call_buttons |
                wire::feature::levels,
    .pace = pace,
    .product = {"Adoube pico-hall", usb::configuration_descriptor(500)}, // 64 sensors of 6 mA
    .clock_jack = clock_sda | clock_scl,
    .cable_sense = cable_sense,
    .light = light};

class Chip final : public rp2040::Chip {
  public:
    Chip() {
        if (const auto kept = store_.load()) sensing_.calibrate(*kept);
    }
    firmware::HallSensing& sensing() { return sensing_; }

    wire::Levels levels() override { return readings().levels.levels(); }
    wire::Calibration calibration() override { return sensing_.calibration(); }
    void calibrate(const wire::Calibration& wish) override {
        constexpr std::uint32_t flash_patience_us = 2'000'000; // no scans during the erase
        rp2040::feed_watchdog(flash_patience_us);
        sensing_.calibrate(wish);
        sensing_.keep(store_.store(sensing_.calibration()));
        rp2040::feed_watchdog(rp2040::watchdog_patience_us);
    }

  private:
    std::uint16_t supply_mv() const override {
        return static_cast<std::uint16_t>(readings().supply * 3u * rp2040::adc::reference_mv /
                                          rp2040::adc::steps);
    }

    CalibrationSlots slots_;
    firmware::CalibrationStore store_{slots_};
    firmware::HallSensing sensing_;
};

class Sensors {
  public:
    explicit Sensors(firmware::HallSensing& sensing) : sensing_(sensing) {}
    bool begin(bool powered) {
        const bool steady = power_sensors(powered, rp2040::now_us());
        if (steady) begin_scan();
        return steady;
    }
    bool done() { return !scanning(); }
    firmware::Scan scan() {
        take_readings();
        firmware::Scan scan;
        sensing_.feed(readings().levels, scan);
        scan.contacts = rp2040::look_at_contacts(contacts);
        return scan;
    }

  private:
    firmware::HallSensing& sensing_;
};

} // namespace
} // namespace adoube::pico_hall

extern "C" void run_board() {
    using namespace adoube;
    static pico_hall::Chip chip;
    rp2040::start_clocks();
    rp2040::start_gpio();
    rp2040::start_contacts(pico_hall::contacts);
    pico_hall::start_sensors();
    pico_hall::Sensors sensors(chip.sensing());
    rp2040::run(chip, sensors, pico_hall::kind);
}
