#pragma once
// What a chip offers its host besides scans. All optional.

#include "protocol/messages.hpp"

#include <optional>

namespace adoube::firmware {

class Hardware {
  public:
    /// The caller fills in boot_id.
    virtual std::optional<wire::Condition> condition() { return std::nullopt; }
    virtual std::optional<wire::Chip> chip() { return std::nullopt; }
    /// What a chess clock said last, once.
    virtual std::optional<wire::ClockSaid> clock_said() { return std::nullopt; }

    // --- with wire::feature::levels ---

    virtual wire::Levels levels() { return {}; }
    /// In force; the caller fills in boot_id.
    virtual wire::Calibration calibration() { return {}; }
    /// Applies and stores it. May suspend scans (flash erase).
    virtual void calibrate(const wire::Calibration&) {}

    /// Takes effect once everything given to the transport is sent.
    virtual void reboot(wire::RebootInto) {}

  protected:
    ~Hardware() = default;
};

class NoHardware final : public Hardware {};

} // namespace adoube::firmware
