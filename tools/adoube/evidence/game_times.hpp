#pragma once
// The times of a game by the board's clock, in the hall and in UTC.

#include "daemon/record/sensor_log.hpp"
#include "tools/adoube/evidence/local_time.hpp"

namespace adoube::tools {

/// Keeps what it is given.
class GameTimes {
  public:
    GameTimes(const record::Header& header, const LocalTime& local) : header_(header), local_(local) {}

    /// How they are to be read in this `account` of the game: "page".
    std::string about(std::string_view account) const;
    /// Empty where the start is not known.
    std::string in_hall(GameMs t_ms) const;
    /// Where the start is not known, since it.
    std::string in_utc(GameMs t_ms) const;
    /// "15:03:12.345 (14:03:12.345 UTC)"
    std::string both(GameMs t_ms) const;

  private:
    const record::Header& header_;
    const LocalTime& local_;
};

} // namespace adoube::tools
