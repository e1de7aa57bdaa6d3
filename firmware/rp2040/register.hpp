#pragma once
// An RP2040 register. Section numbers refer to the RP2040 data sheet (Raspberry Pi Ltd).

#include <cstdint>

namespace adoube::rp2040 {

class Register {
  public:
    explicit constexpr Register(std::uint32_t address) : address_(address) {}

    std::uint32_t read() const { return *at(address_); }
    void write(std::uint32_t value) const { *at(address_) = value; }
    /// Atomic, through alias addresses (2.1.2), which the SIO (2.3.1) and the core (2.4) lack.
    void set(std::uint32_t bits) const { *at(address_ + 0x2000) = bits; }
    void clear(std::uint32_t bits) const { *at(address_ + 0x3000) = bits; }
    void await(std::uint32_t bits) const {
        while ((read() & bits) != bits) {
        }
    }
    constexpr std::uint32_t address() const { return address_; }

  private:
    static volatile std::uint32_t* at(std::uint32_t address) {
        return reinterpret_cast<volatile std::uint32_t*>(address);
    }
    std::uint32_t address_;
};

} // namespace adoube::rp2040
