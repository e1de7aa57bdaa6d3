#pragma once
// Peripheral-paced copies by DMA.

#include "firmware/rp2040/register.hpp"

namespace adoube::rp2040 {

namespace dma { // 2.5.7
inline constexpr std::uint32_t base = 0x50000000;
inline constexpr Register inte0{base + 0x404};
inline constexpr Register ints0{base + 0x40c};
inline constexpr Register multi_chan_trigger{base + 0x430};

/// The peripheral whose requests pace the copy (2.5.3.1).
enum class Pace : std::uint8_t { pio0_tx0 = 0, pio0_rx0 = 4, adc = 36 };
enum class Size : std::uint8_t { half_word = 1, word = 2 };
enum class Moves : std::uint8_t { nothing = 0, source = 1, target = 2 };
} // namespace dma

class DmaChannel {
  public:
    explicit constexpr DmaChannel(unsigned number) : number_(number) {}

    /// Copies `items` items per trigger, then raises DMA_IRQ_0 if enabled.
    void configure(dma::Pace pace, dma::Size size, dma::Moves moves, std::uint32_t items) const {
        trans_count().write(items);
        al1_ctrl().write(enable | static_cast<std::uint32_t>(size) << 2 |
                         static_cast<std::uint32_t>(moves) << 4 | number_ << 11 | // own number: no chaining
                         static_cast<std::uint32_t>(pace) << 15);
    }
    void from(std::uint32_t address) const { Register{at(0x00)}.write(address); }
    void to(std::uint32_t address) const { Register{at(0x04)}.write(address); }
    bool busy() const { return (al1_ctrl().read() & is_busy) != 0; }
    constexpr std::uint32_t bit() const { return 1u << number_; }

  private:
    static constexpr std::uint32_t enable = 1, is_busy = 1 << 24;
    constexpr std::uint32_t at(std::uint32_t offset) const { return dma::base + 0x40 * number_ + offset; }
    constexpr Register trans_count() const { return Register{at(0x08)}; }
    constexpr Register al1_ctrl() const { return Register{at(0x10)}; } // the alias that triggers nothing

    unsigned number_;
};

inline std::uint32_t address_of(const void* memory) { return reinterpret_cast<std::uint32_t>(memory); }

} // namespace adoube::rp2040
