#include "daemon/text/local_time.hpp"

#include "tests/catch.hpp"

#include <cstdlib>
#include <ctime>
#include <optional>

using namespace adoube::text;

namespace {

/// The process's time zone, for the lifetime.
class Zone {
  public:
    explicit Zone(const char* name) {
        if (const char* const before = std::getenv("TZ")) before_ = before;
        set(name);
    }
    ~Zone() { set(before_ ? before_->c_str() : nullptr); }
    Zone(const Zone&) = delete;
    Zone& operator=(const Zone&) = delete;

  private:
    static void set(const char* name) {
        name ? ::setenv("TZ", name, 1) : ::unsetenv("TZ");
        ::tzset();
    }
    std::optional<std::string> before_;
};

} // namespace

TEST_CASE("a time of the hall is told in another zone, or without saying in which") {
    constexpr std::int64_t leap_day = 1'709'211'845, summer = 1'720'000'000;
    const auto told = [](const char* zone, std::int64_t utc_s) {
        const Zone set(zone);
        return local_second(utc_s);
    };
    CHECK(told("UTC0", leap_day) == "2024-02-29 13:04:05 UTC+00:00");
    CHECK(told("CET-1CEST,M3.5.0,M10.5.0/3", leap_day) == "2024-02-29 14:04:05 UTC+01:00");
    CHECK(told("CET-1CEST,M3.5.0,M10.5.0/3", summer) == "2024-07-03 11:46:40 UTC+02:00");
    CHECK(told("NST3:30", leap_day) == "2024-02-29 09:34:05 UTC-03:30");
    CHECK(told("UTC0", -1) == "an impossible time");
}
