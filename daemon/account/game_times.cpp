#include "daemon/account/game_times.hpp"

#include "daemon/text/utc.hpp"

#include <algorithm>

namespace adoube::account {
namespace {

std::string padded(std::int64_t number, int width) {
    auto text = std::to_string(number);
    return std::string(std::max<std::size_t>(text.size(), static_cast<std::size_t>(width)) - text.size(),
                       '0') +
           text;
}

std::optional<UtcMs> start_utc_ms(const std::string& start_time) {
    const auto utc_s = text::parse_iso_8601(start_time);
    return utc_s ? std::optional(UtcMs(*utc_s * 1000)) : std::nullopt;
}

std::optional<UtcMs> utc_ms_of(const record::Header& header, GameMs t_ms) {
    const auto start = start_utc_ms(header.start_time);
    return start ? std::optional(*start + t_ms.count()) : std::nullopt;
}

/// UTC by the board's clock, "14:03:12.345"; if the start is unknown, since it: "+0:03:12.345".
std::string time_of(const record::Header& header, GameMs t_ms) {
    const auto start = start_utc_ms(header.start_time);
    const auto ms =
        start ? ((start->count() + t_ms.count()) % 86'400'000 + 86'400'000) % 86'400'000 : t_ms.count();
    return (start ? padded(ms / 3'600'000, 2) : "+" + std::to_string(ms / 3'600'000)) + ":" +
           padded(ms / 60'000 % 60, 2) + ":" + padded(ms / 1000 % 60, 2) + "." + padded(ms % 1000, 3);
}

} // namespace

std::string GameTimes::about(std::string_view account) const {
    const auto began_ms = utc_ms_of(header_, {});
    if (!began_ms) return "since the start, by the board's clock: when that was is not in the record";
    return "by the board's clock, in the hall (" + local_.offset(began_ms->count() / 1000) + ": " +
           local_.source(account) + ") and in UTC";
}

std::string GameTimes::in_hall(GameMs t_ms) const {
    const auto utc_ms = utc_ms_of(header_, t_ms);
    return utc_ms ? time_of(header_, t_ms + local_.offset_s(utc_ms->count() / 1000) * 1000) : std::string();
}

std::string GameTimes::in_utc(GameMs t_ms) const { return time_of(header_, t_ms); }

std::string GameTimes::both(GameMs t_ms) const {
    const auto hall = in_hall(t_ms), utc = in_utc(t_ms);
    return hall.empty() ? utc : hall + " (" + utc + " UTC)";
}

} // namespace adoube::account
