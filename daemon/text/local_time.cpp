#include "daemon/text/local_time.hpp"

#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace adoube::text {

std::string utc_offset(std::int64_t offset_s) {
    const auto minutes = static_cast<int>(std::abs(offset_s) / 60);
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "UTC%c%02d:%02d", offset_s < 0 ? '-' : '+', minutes / 60,
                  minutes % 60);
    return text.data();
}

std::string local_second(std::int64_t utc_s) {
    const auto seconds = static_cast<std::time_t>(utc_s);
    std::tm local{};
    if (utc_s < 0 || !::localtime_r(&seconds, &local)) return "an impossible time";
    std::array<char, 64> text{};
    const auto size = std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S ", &local);
    return std::string(text.data(), size) + utc_offset(local.tm_gmtoff);
}

} // namespace adoube::text
