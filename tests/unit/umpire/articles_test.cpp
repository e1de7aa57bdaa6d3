#include "tests/unit/umpire/article_test.hpp"

#include <algorithm>

using namespace adoube;
using namespace adoube::umpire;

TEST_CASE("an article that the umpire applies has no test named after it") {
    for (const auto& article : laws::articles) {
        if (article.keeper != laws::Keeper::umpire) continue;
        INFO(title_of(article.rule) << ": " << article.topic);
        CHECK(std::ranges::count(article_tests(), article.rule, &ArticleTest::rule) > 0);
    }
}

TEST_CASE("a test is named after an article of another number") {
    REQUIRE(!article_tests().empty());
    for (const auto& test : article_tests()) CHECK(test.title == title_of(test.rule));
}
