#pragma once
// A game's times by the board's clock, in the hall and in UTC.

#include "daemon/account/local_time.hpp"
#include "daemon/record/sensor_log.hpp"

namespace adoube::account {

/// Keeps references to its arguments.
class GameTimes {
  public:
    GameTimes(const record::Header& header, const LocalTime& local) : header_(header), local_(local) {}

    /// How to read them in this `account`: "page".
    std::string about(std::string_view account) const;
    /// Empty if the start is unknown.
    std::string in_hall(GameMs t_ms) const;
    /// If the start is unknown: since it.
    std::string in_utc(GameMs t_ms) const;
    /// "15:03:12.345 (14:03:12.345 UTC)"
    std::string both(GameMs t_ms) const;

  private:
    const record::Header& header_;
    const LocalTime& local_;
};

} // namespace adoube::account
