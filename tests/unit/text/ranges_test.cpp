#include "daemon/text/ranges.hpp"

#include "tests/catch.hpp"

using adoube::text::ranges;

TEST_CASE("a list of numbers leaves one out, or is longer than it need be") {
    CHECK(ranges({}).empty());
    CHECK(ranges({7}) == "7");
    CHECK(ranges({12, 1, 3, 4, 5, 2, 11, 13}) == "1 to 5, 11 to 13");
    CHECK(ranges({1, 3, 4}) == "1, 3 to 4");
}
