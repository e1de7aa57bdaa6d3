#pragma once
// The supported editions of the FIDE Laws, and their rates of play.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace adoube::laws {

enum class Edition : std::uint8_t { laws_2001, laws_2009, laws_2018, laws_2023 };
inline constexpr std::array editions{Edition::laws_2001, Edition::laws_2009, Edition::laws_2018,
                                     Edition::laws_2023};
/// For messages.
inline constexpr std::string_view list_of_editions = "2001, 2009, 2018, 2023";
enum class RateOfPlay : std::uint8_t { standard, rapid, blitz };

constexpr std::string_view to_string(Edition edition) {
    constexpr std::string_view names[] = {"2001", "2009", "2018", "2023"};
    return names[static_cast<int>(edition)];
}
constexpr std::optional<Edition> edition_from(std::string_view name) {
    for (const auto edition : editions)
        if (to_string(edition) == name) return edition;
    return std::nullopt;
}

constexpr std::string_view to_string(RateOfPlay rate) {
    constexpr std::string_view names[] = {"standard", "rapid", "blitz"};
    return names[static_cast<int>(rate)];
}
constexpr std::optional<RateOfPlay> rate_of_play_from(std::string_view name) {
    for (auto rate : {RateOfPlay::standard, RateOfPlay::rapid, RateOfPlay::blitz})
        if (to_string(rate) == name) return rate;
    return std::nullopt;
}

/// The rate of play for a time per player, 60 increments included. Rapid: at least 15 minutes (B1 of 2001,
/// A.1 of 2009; more than 10 from 2018 on) and less than 60 (in 2001 at most 60).
constexpr RateOfPlay rate_of_play_for(Edition edition, std::int64_t time_ms) {
    constexpr std::int64_t minute_ms = 60'000;
    const bool blitz = edition < Edition::laws_2018 ? time_ms < 15 * minute_ms : time_ms <= 10 * minute_ms;
    if (blitz) return RateOfPlay::blitz;
    const bool rapid =
        time_ms < 60 * minute_ms || (edition == Edition::laws_2001 && time_ms == 60 * minute_ms);
    return rapid ? RateOfPlay::rapid : RateOfPlay::standard;
}

} // namespace adoube::laws
