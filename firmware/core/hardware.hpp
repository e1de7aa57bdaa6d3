#pragma once
// What a board's chip can do for its host beside scanning squares. Everything is optional.

#include "protocol/messages.hpp"

#include <optional>

namespace adoube::firmware {

class Hardware {
  public:
    /// boot_id is filled in by the caller.
    virtual std::optional<wire::Condition> condition() { return std::nullopt; }

    // --- of a board with wire::feature::levels ---

    /// As the last scan read them.
    virtual wire::Levels levels() { return {}; }
    /// What is in force; boot_id is filled in by the caller.
    virtual wire::Calibration calibration() { return {}; }
    /// Takes another into force, and keeps it. May stop the scans for a while (flash memory).
    virtual void calibrate(const wire::Calibration&) {}

    /// To be done as soon as what was handed to the transport is out.
    virtual void reboot(wire::RebootInto) {}

  protected:
    ~Hardware() = default;
};

/// Of a board that is a program.
class NoHardware final : public Hardware {};

} // namespace adoube::firmware
