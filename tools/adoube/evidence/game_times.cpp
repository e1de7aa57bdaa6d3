#include "tools/adoube/evidence/game_times.hpp"

#include "tools/adoube/evidence/account.hpp"

namespace adoube::tools {

std::string GameTimes::about(std::string_view account) const {
    const auto began_ms = utc_ms_of(header_, 0);
    if (!began_ms) return "since the start, by the board's clock: when that was is not in the record";
    return "by the board's clock, in the hall (" + local_.offset(*began_ms / 1000) + ": " +
           local_.source(account) + ") and in UTC";
}

std::string GameTimes::in_hall(std::int64_t t_ms) const {
    const auto utc_ms = utc_ms_of(header_, t_ms);
    return utc_ms ? time_of(header_, t_ms + local_.offset_s(*utc_ms / 1000) * 1000) : std::string();
}

std::string GameTimes::in_utc(std::int64_t t_ms) const { return time_of(header_, t_ms); }

std::string GameTimes::both(std::int64_t t_ms) const {
    const auto hall = in_hall(t_ms), utc = in_utc(t_ms);
    return hall.empty() ? utc : hall + " (" + utc + " UTC)";
}

} // namespace adoube::tools
