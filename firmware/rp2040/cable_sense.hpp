#pragma once
// Whether USB has power, at a pin that a Pico drives with it (through 5.6 kΩ, and 10 kΩ to ground).

#include "firmware/rp2040/gpio.hpp"

namespace adoube::rp2040 {

class CableSense {
  public:
    /// Finds out whether anything drives the pin: clones and the Pico W have nothing there that would. A board
    /// that cannot tell takes USB as powered, since nothing else is likely to power it.
    explicit CableSense(Pins pin);
    bool powered() const { return floats_ || (read_pins() & pin_) != 0; }

  private:
    Pins pin_;
    bool floats_;
};

} // namespace adoube::rp2040
