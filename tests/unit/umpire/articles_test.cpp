// The tests that are named after articles.

#include "tests/unit/umpire/article_test.hpp"

using namespace adoube;
using namespace adoube::umpire;

TEST_CASE("a test is named after an article of another number") {
    REQUIRE(!article_tests().empty());
    for (const auto& test : article_tests()) CHECK(test.title == title_of(test.rule));
}
