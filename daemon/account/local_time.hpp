#pragma once
// The time of day in the hall.

#include <cstdint>
#include <expected>
#include <string>

namespace adoube::account {

/// The IANA name of this computer's zone; empty where it has none.
std::string name_of_zone();

class LocalTime {
  public:
    /// "Europe/Lisbon" or "+01:00"; empty: this computer's zone, with which any thread may ask.
    static std::expected<LocalTime, std::string> of(const std::string& zone);
    /// This process's zone (TZ), known as the hall's by its name: any thread may ask. Empty: this computer's.
    static LocalTime of_hall(std::string zone);

    std::int64_t offset_s(std::int64_t utc_s) const;
    /// "2026-11-20 15:03:12".
    std::string second(std::int64_t utc_s) const;
    /// "UTC+01:00"
    std::string offset(std::int64_t utc_s) const;
    /// Where it is known from, for an `account`: "page".
    std::string source(std::string_view account) const;

  private:
    std::string zone_, hall_;
    bool fixed_ = false;
    std::int64_t fixed_s_ = 0;
};

} // namespace adoube::account
