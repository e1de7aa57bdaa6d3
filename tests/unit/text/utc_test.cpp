#include "daemon/text/utc.hpp"

#include "tests/catch.hpp"

#include <cstdint>
#include <limits>

using namespace adoube::text;

TEST_CASE("a time in UTC is written as another, or read as one") {
    constexpr std::int64_t leap_day = 1'709'211'845;
    CHECK(utc_day(leap_day) == "2024-02-29");
    CHECK(utc_minute(leap_day) == "2024-02-29 13:04 UTC");
    CHECK(utc_second(leap_day) == "2024-02-29 13:04:05 UTC");
    CHECK(iso_8601(leap_day) == "2024-02-29T13:04:05Z");
    CHECK(parse_iso_8601("2024-02-29T13:04:05Z") == leap_day);
    CHECK(parse_iso_8601("2024-02-29T13:04Z") == leap_day - 5);
    CHECK(parse_utc_day("2024-02-29") == leap_day - 13 * 3600 - 4 * 60 - 5);
    CHECK(iso_8601(0) == "1970-01-01T00:00:00Z");
}

TEST_CASE("a day that no calendar has is read as a time, or a time that is no time is written as one") {
    for (const auto* text :
         {"", "2023-02-29", "2024-2-29", "2024-02-29 ", "24-02-29", "2024-02-29Z", "1969-12-31"}) {
        INFO(text);
        CHECK_FALSE(parse_utc_day(text));
    }
    for (const auto* text :
         {"2023-02-29T10:00:00Z", "2024-02-29T24:00Z", "2024-02-29T10:00:00", "2024-02-29T10:00:00+01:00",
          "2024-02-29T1:00Z", "2024-02-29T10:60Z", "2024-02-29T10:00:61Z", "2024-02-29"}) {
        INFO(text);
        CHECK_FALSE(parse_iso_8601(text));
    }
    for (const auto utc_s : {std::int64_t{-1}, std::numeric_limits<std::int64_t>::max()})
        CHECK(utc_second(utc_s) == "an impossible time");
}
