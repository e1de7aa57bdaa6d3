#include "daemon/account/local_time.hpp"

#include "daemon/text/local_time.hpp"
#include "daemon/text/quoting.hpp"
#include "daemon/text/utc.hpp"

#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <optional>

namespace adoube::account {
namespace {

/// As in "+01:00".
std::optional<std::int64_t> fixed_offset_s(const std::string& text) {
    if (text.size() != 6 || (text[0] != '+' && text[0] != '-') || text[3] != ':') return std::nullopt;
    for (const auto at : {1, 2, 4, 5})
        if (text[static_cast<std::size_t>(at)] < '0' || text[static_cast<std::size_t>(at)] > '9')
            return std::nullopt;
    const auto minutes = std::stoi(text.substr(1, 2)) * 60 + std::stoi(text.substr(4));
    if (minutes > 14 * 60 || text[4] > '5') return std::nullopt;
    return (text[0] == '-' ? -60 : 60) * minutes;
}

bool is_zone(const std::string& name) {
    std::error_code unknown;
    return !name.empty() && name[0] != '/' && name.find("..") == std::string::npos &&
           std::filesystem::is_regular_file("/usr/share/zoneinfo/" + name, unknown);
}

/// Sets the C library's time zone for its lifetime.
class Zone {
  public:
    explicit Zone(const std::string& name) {
        if (const char* const before = std::getenv("TZ")) before_ = before;
        ::setenv("TZ", name.c_str(), 1);
        ::tzset();
    }
    ~Zone() {
        if (before_)
            ::setenv("TZ", before_->c_str(), 1);
        else
            ::unsetenv("TZ");
        ::tzset();
    }
    Zone(const Zone&) = delete;
    Zone& operator=(const Zone&) = delete;

  private:
    std::optional<std::string> before_;
};

} // namespace

std::string name_of_zone() {
    if (const char* const name = std::getenv("TZ"); name && is_zone(name)) return name;
    std::error_code unknown;
    const auto target = std::filesystem::read_symlink("/etc/localtime", unknown).string();
    constexpr std::string_view folder = "/zoneinfo/";
    const auto at = target.find(folder);
    return at == std::string::npos ? std::string() : target.substr(at + folder.size());
}

std::expected<LocalTime, std::string> LocalTime::of(const std::string& zone) {
    LocalTime time;
    time.zone_ = zone;
    if (const auto fixed = fixed_offset_s(zone)) {
        time.fixed_ = true;
        time.fixed_s_ = *fixed;
    } else if (!zone.empty() && !is_zone(zone)) {
        return std::unexpected(text::quoted(zone) +
                               " is no time zone that this computer knows: write Europe/Lisbon, or +01:00");
    }
    return time;
}

LocalTime LocalTime::of_hall(std::string zone) {
    LocalTime time;
    time.hall_ = std::move(zone);
    return time;
}

std::int64_t LocalTime::offset_s(std::int64_t utc_s) const {
    if (fixed_) return fixed_s_;
    const auto zone = zone_.empty() ? std::nullopt : std::optional<Zone>(std::in_place, zone_);
    const auto seconds = static_cast<std::time_t>(utc_s);
    std::tm local{};
    return ::localtime_r(&seconds, &local) ? local.tm_gmtoff : 0;
}

std::string LocalTime::second(std::int64_t utc_s) const {
    const auto text = text::iso_8601(utc_s + offset_s(utc_s));
    const auto t = text.find('T');
    return t == std::string::npos ? text : text.substr(0, t) + ' ' + text.substr(t + 1, 8);
}

std::string LocalTime::offset(std::int64_t utc_s) const { return text::utc_offset(offset_s(utc_s)); }

std::string LocalTime::source(std::string_view account) const {
    if (!hall_.empty()) return hall_ + ", the time zone of the hall";
    const auto made = "made this " + std::string(account);
    return zone_.empty() ? "the time zone of the computer that " + made
                         : zone_ + ", as whoever " + made + " has said";
}

} // namespace adoube::account
