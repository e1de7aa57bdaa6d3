#include "daemon/access/boards.hpp"

#include "tests/catch.hpp"

#include <set>

using adoube::access::Boards;

TEST_CASE("boards that were not named are opened, or are written in another way") {
    const struct {
        const char *text, *written;
        std::set<int> some;
    } rows[] = {
        {"1", "1", {1}},
        {"1-8", "1-8", {1, 2, 3, 4, 5, 6, 7, 8}},
        {"7,1-3", "1-3,7", {1, 2, 3, 7}},
        {"1-3,4,2-6", "1-6", {1, 2, 3, 4, 5, 6}},
        {"1,3,5-5,2", "1-3,5", {1, 2, 3, 5}},
        {"9-10,1-10", "1-10", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
    };
    for (const auto& row : rows) {
        const auto boards = Boards::parse(row.text);
        REQUIRE(boards);
        CHECK(boards->to_string() == row.written);
        CHECK(Boards::parse(row.written) == boards);
        for (int board = 0; board < 12; ++board) CHECK(boards->contains(board) == row.some.contains(board));
    }
    CHECK(Boards::parse("all")->contains(Boards::most));
    CHECK(Boards::parse("1-100000")->to_string() == "all");
    CHECK(!Boards::parse("all")->contains(0));
    CHECK(!Boards().contains(1));
    CHECK(Boards().to_string() == "none");
}

TEST_CASE("what names no boards is taken for some") {
    for (const char* text : {"",
                             "0",
                             "-",
                             "1-",
                             "-3",
                             "3-1",
                             "1,,2",
                             "1,",
                             ",1",
                             "1 ",
                             " 1",
                             "+1",
                             "01",
                             "none",
                             "All",
                             "1-2-3",
                             "100001",
                             "1-100001",
                             "99999999999999999999",
                             "x"})
        CHECK_FALSE(Boards::parse(text));
    CHECK_FALSE(Boards::parse("1-4000000000"));
    std::string many = "1";
    for (int board = 3; board < 2 * static_cast<int>(Boards::most_parts); board += 2)
        many += ',' + std::to_string(board);
    CHECK(Boards::parse(many)->to_string() == many);
    CHECK(Boards::parse(many + ",1").error() ==
          "boards are written as 256 numbers and ranges at most: 1-4,7");
}
