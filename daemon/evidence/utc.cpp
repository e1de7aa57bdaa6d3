#include "daemon/evidence/utc.hpp"

#include <ctime>
#include <iomanip>
#include <sstream>

namespace adoube::evidence {
namespace {

std::string written(std::uint64_t utc_s, const char* format) {
    const auto seconds = static_cast<std::time_t>(utc_s);
    std::tm utc{};
    if (seconds < 0 || !::gmtime_r(&seconds, &utc)) return {};
    std::ostringstream text;
    text << std::put_time(&utc, format);
    return text.str();
}

} // namespace

std::string date_and_time(std::uint64_t utc_s) {
    const auto text = written(utc_s, "%Y-%m-%d %H:%M:%S UTC");
    return text.empty() ? "an impossible time" : text;
}

std::optional<std::uint64_t> parse_utc(const std::string& text) {
    for (const auto* format : {"%Y-%m-%dT%H:%M:%SZ", "%Y-%m-%dT%H:%MZ"}) {
        std::tm utc{};
        std::istringstream in(text);
        in >> std::get_time(&utc, format);
        if (!in) continue;
        const auto seconds = ::timegm(&utc);
        if (seconds >= 0 && written(static_cast<std::uint64_t>(seconds), format) == text)
            return static_cast<std::uint64_t>(seconds);
    }
    return std::nullopt;
}

} // namespace adoube::evidence
