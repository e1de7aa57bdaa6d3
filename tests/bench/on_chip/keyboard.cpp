// The yardstick for pico-matrix: what a keyboard does, over the same matrix on the same chip. It reads eight
// lines a scan, debounces each key by a counter of its own, and sends a byte for each key that went up or
// down. The counters are those of QMK's sym_defer_pk: a key must show its new state for 5 ms.

#include "firmware/boards/pico-matrix/pins.hpp"
#include "firmware/rp2040/clocks.hpp"
#include "firmware/rp2040/timer.hpp"
#include "firmware/rp2040/uart.hpp"

namespace adoube::keyboard {
namespace {

using namespace rp2040;

constexpr std::uint32_t scan_us = 1000;
constexpr std::uint8_t debounce_scans = 5, rests = 0xff;
constexpr std::uint32_t settle_ns = 450, discharge_ns = 300; // as pico-matrix

using Rows = std::array<std::uint8_t, 8>;

Rows read_rows() {
    Rows rows{};
    for (unsigned row = 0; row < rows.size(); ++row) {
        const Pins line = pin(pico_matrix::first_rank + row);
        drive_high(line);
        spin_ns(settle_ns);
        rows[row] = static_cast<std::uint8_t>(read_pins() >> pico_matrix::first_file);
        drive_low(line | pico_matrix::files);
        spin_ns(discharge_ns);
        release(line | pico_matrix::files);
    }
    return rows;
}

class PerKeyDebounce {
  public:
    PerKeyDebounce() {
        for (auto& row : counters_) row.fill(rests);
    }

    const Rows& feed(const Rows& raw) {
        if (counts_) count(raw);
        if (raw != last_) start(raw);
        last_ = raw;
        return keys_;
    }

  private:
    void count(const Rows& raw) {
        counts_ = false;
        for (unsigned row = 0; row < raw.size(); ++row)
            for (unsigned key = 0; key < 8; ++key) {
                std::uint8_t& counter = counters_[row][key];
                if (counter == rests) continue;
                if (--counter != 0) {
                    counts_ = true;
                    continue;
                }
                counter = rests;
                const unsigned bit = 1u << key;
                keys_[row] = static_cast<std::uint8_t>((keys_[row] & ~bit) | (raw[row] & bit));
            }
    }
    void start(const Rows& raw) {
        for (unsigned row = 0; row < raw.size(); ++row) {
            const unsigned differs = raw[row] ^ keys_[row];
            for (unsigned key = 0; key < 8; ++key) {
                std::uint8_t& counter = counters_[row][key];
                if ((differs >> key & 1) == 0)
                    counter = rests;
                else if (counter == rests)
                    counter = debounce_scans, counts_ = true;
            }
        }
    }

    Rows last_{}, keys_{};
    std::array<std::array<std::uint8_t, 8>, 8> counters_{};
    bool counts_ = false;
};

class Report {
  public:
    /// Bit 7: down.
    void add(const Rows& before, const Rows& after) {
        for (unsigned row = 0; row < before.size(); ++row)
            for (unsigned key = 0; key < 8; ++key)
                if (((before[row] ^ after[row]) >> key & 1) != 0 && length_ < bytes_.size())
                    bytes_[length_++] = static_cast<std::uint8_t>(8 * row + key) |
                                        static_cast<std::uint8_t>((after[row] >> key & 1) << 7);
    }
    void send(UartLine& uart) {
        if (length_ == 0 || !uart.can_send()) return;
        uart.send({bytes_.data(), length_});
        length_ = 0;
    }

  private:
    std::array<std::uint8_t, 64> bytes_{};
    std::size_t length_ = 0;
};

[[noreturn]] void run() {
    configure(pico_matrix::ranks | pico_matrix::files, Function::sio, Pull::down);
    UartLine uart;
    uart.start();
    PerKeyDebounce debounce;
    Report report;
    Rows told{};
    Beat beat;
    beat.start(scan_us);
    for (;;) {
        if (beat.due()) {
            const Rows& keys = debounce.feed(read_rows());
            if (keys != told) report.add(told, keys);
            told = keys;
        }
        report.send(uart);
        sleep_until_interrupt();
    }
}

} // namespace
} // namespace adoube::keyboard

extern "C" void run_board() {
    adoube::rp2040::start_clocks();
    adoube::rp2040::start_gpio();
    adoube::keyboard::run();
}
