#include "daemon/text/utc.hpp"

#include <array>
#include <ctime>

namespace adoube::text {
namespace {

std::string written(std::int64_t utc_s, const char* format) {
    const auto seconds = static_cast<std::time_t>(utc_s);
    std::tm utc{};
    if (utc_s < 0 || !::gmtime_r(&seconds, &utc)) return "an impossible time";
    std::array<char, 64> text{};
    return {text.data(), std::strftime(text.data(), text.size(), format, &utc)};
}

/// Refuses impossible dates and missing digits.
std::optional<std::int64_t> read(const std::string& text, const char* format) {
    std::tm utc{};
    const char* const end = ::strptime(text.c_str(), format, &utc);
    if (!end || *end != '\0') return std::nullopt;
    const std::int64_t utc_s = ::timegm(&utc);
    if (utc_s < 0 || written(utc_s, format) != text) return std::nullopt;
    return utc_s;
}

constexpr auto day = "%Y-%m-%d";
constexpr auto to_the_second = "%Y-%m-%dT%H:%M:%SZ";

} // namespace

std::string utc_day(std::int64_t utc_s) { return written(utc_s, day); }
std::string utc_minute(std::int64_t utc_s) { return written(utc_s, "%Y-%m-%d %H:%M UTC"); }
std::string utc_second(std::int64_t utc_s) { return written(utc_s, "%Y-%m-%d %H:%M:%S UTC"); }
std::string iso_8601(std::int64_t utc_s) { return written(utc_s, to_the_second); }

std::optional<std::int64_t> parse_iso_8601(const std::string& text) {
    const auto utc_s = read(text, to_the_second);
    return utc_s ? utc_s : read(text, "%Y-%m-%dT%H:%MZ");
}

std::optional<std::int64_t> parse_utc_day(const std::string& text) { return read(text, day); }

} // namespace adoube::text
