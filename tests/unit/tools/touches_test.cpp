#include "tools/adoube/live/touches.hpp"

#include "tests/catch.hpp"

#include <cstdint>
#include <map>

using namespace adoube;
using namespace adoube::tools;

namespace {

/// One that must not be asked for more.
ReadPage pages(const std::map<std::uint64_t, std::string>& all) {
    return [all](std::uint64_t from) -> std::expected<std::string, std::string> {
        const auto found = all.find(from);
        if (found == all.end()) return std::unexpected("no page from " + std::to_string(from));
        return found->second;
    };
}

} // namespace

TEST_CASE("show: what was touched is out of order over two pages, or the piece is another") {
    const auto touches = touches_in(pages(
        {{1,
          R"({"game":"G","start":"4k3/8/8/8/8/8/4P3/4K3","from":1,"next":4,"more":true,"open":[],"inputs":[)"
          R"({"t":100,"kind":"snapshot","what":"the board told what stands on all squares"},)"
          R"({"t":200,"kind":"lift","what":"e2 lifted","squares":{"e2":null},"air":"P"},)"
          R"({"t":300,"kind":"offer","what":"White offered a draw"}]})"},
         {4, R"({"game":"G","start":"4k3/8/8/8/8/8/4P3/4K3","from":4,"next":6,"more":false,)"
             R"("open":["White's offer of a draw is not answered"],"inputs":[)"
             R"({"t":400,"kind":"drop","what":"e4 set down","squares":{"e4":"P"},"air":""},)"
             R"({"t":500,"kind":"lift","what":"a7 lifted"}]})"}}));
    REQUIRE(touches);
    std::string told;
    for (const auto& touch : touches->all)
        told += std::to_string(touch.input) + " " + std::to_string(touch.at.count()) + " " + touch.what +
                (touch.piece ? std::string(" ") + chess::to_char(*touch.piece) : "") +
                (touch.is_of_hand() ? " by hand\n" : "\n");
    CHECK(told == "1 100 the board told what stands on all squares\n"
                  "2 200 e2 lifted P by hand\n"
                  "3 300 White offered a draw\n"
                  "4 400 e4 set down P by hand\n"
                  "5 500 a7 lifted by hand\n");
    REQUIRE(touches->said.size() == 1);
    CHECK(touches->said.front().input == 3);
    CHECK(touches->open == std::vector<std::string>{"White's offer of a draw is not answered"});
}

TEST_CASE("show: a record that cannot be read is an empty one, or has no end") {
    const auto error_of = [](const std::string& page) {
        const auto touches = touches_in(pages({{1, page}}));
        return touches ? std::string() : touches.error();
    };
    CHECK(error_of("nothing").starts_with("the record cannot be read: no JSON"));
    for (
        const auto* page :
        {"[]", "{}", R"({"start":"","from":1,"next":1,"more":false,"open":[],"inputs":[{}]})",
         R"({"start":"","from":1,"next":1,"more":false,"open":[],"inputs":[{"t":"x","kind":1,"what":2}]})"}) {
        CAPTURE(page);
        CHECK(error_of(page) == "the record is told otherwise than this program understands: is it as new as "
                                "the daemon?");
    }
    CHECK(error_of(R"({"start":"","from":1,"next":1,"more":true,"open":[],"inputs":[]})").empty());
    CHECK(error_of(R"({"start":"","from":1,"next":2,"more":true,"open":[],"inputs":[]})") ==
          "no page from 2");
}
