#include "tests/unit/tools/run_verb.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/games/unwinnable.hpp"

#include <boost/json.hpp>

#include <algorithm>

using namespace adoube;
using namespace adoube::tools;

namespace {

tests::Said unwinnable(const std::string& fens, const UnwinnableOptions& options = {}) {
    return tests::run(run_unwinnable, options, fens);
}

} // namespace

TEST_CASE("unwinnable prints for each FEN who can still mate, with and without counters") {
    const auto ran = unwinnable("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n"
                                "8/8/4k3/8/8/3K1R2/8/8 w - -\r\n"
                                "8/8/4k3/8/6q1/2K1N3/8/8 w - -\n"
                                "8/8/4k3/8/8/3KN3/8/8 w - - 99 120");
    CHECK(ran.status == 0);
    CHECK(ran.out == "WB\nW-\n-B\n--\n");
    CHECK(ran.err.empty());
}

TEST_CASE("unwinnable as JSON answers another line, takes undecided for decided, or hides what is no FEN") {
    const auto ran = unwinnable(
        "# a comment\n8/8/4k3/8/8/3K1R2/8/8 w - -\nnonsense\n8/8/4k3/8/8/3K4/8/8 w - -\n", {.json = true});
    CHECK(ran.status == 2);
    CHECK(ran.out == R"({"line":2,"white":true,"black":false,"trouble":null})"
                     "\n"
                     R"({"line":3,"white":null,"black":null,"trouble":)" +
                         boost::json::serialize(
                             boost::json::string(std::string_view(ran.err).substr(12, ran.err.size() - 13))) +
                         "}\n"
                         R"({"line":4,"white":false,"black":false,"trouble":null})"
                         "\n");
    const auto undecided =
        unwinnable("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n", {.limit = 0, .json = true});
    CHECK(undecided.out == R"({"line":1,"white":null,"black":null,"trouble":null})"
                           "\n");
}

TEST_CASE("unwinnable passes over empty lines and comments") {
    const auto ran = unwinnable("# two kings\n\n  \n8/8/4k3/8/8/3K4/8/8 w - -\n");
    CHECK((ran.status == 0 && ran.out == "--\n" && ran.err.empty()));
}

TEST_CASE("unwinnable refuses a line that is no FEN by its number and goes on") {
    const auto ran = unwinnable("nonsense\n8/8/4k3/8/8/3K4/8/8 w - -\n8/8/8/8/8/8/8/8 w - -\n");
    CHECK(ran.status == 2);
    CHECK(ran.out == "!!\n--\n!!\n");
    CHECK(ran.err.starts_with("unwinnable: line 1: "));
    CHECK(ran.err.find("\nunwinnable: line 3: ") != std::string::npos);
    CHECK(std::ranges::count(ran.err, '\n') == 2);
}

TEST_CASE("unwinnable says ?? where the limit does not suffice") {
    CHECK(unwinnable("8/8/4k3/8/8/3K1R2/8/8 w - -\n", {.limit = 1}).out == "??\n");
}

TEST_CASE("unwinnable takes a FEN without castling rights and en passant square, and none without a side") {
    const auto ran = unwinnable("8/8/4k3/8/8/3K1R2/8/8 w\n"
                                " 8/8/4k3/8/6q1/2K1N3/8/8\tb \r\n"
                                "4k2r/8/8/8/8/8/8/4K2R w Kk\n"
                                "4k3/8/8/8/8/8/8/4K3 w K\n"
                                "8/8/4k3/8/8/3K1R2/8/8\n");
    CHECK(ran.status == 2);
    CHECK(ran.out == "W-\n-B\nWB\n!!\n!!\n");
    CHECK(std::ranges::count(ran.err, '\n') == 2);
}

TEST_CASE("unwinnable says of a line that is too long so, once, and goes on behind it") {
    const std::string good = "\n8/8/4k3/8/8/3K4/8/8 w\n";
    for (const std::size_t length : {longest_line + 1, longest_line + 4095, longest_line + 100'000}) {
        const auto ran = unwinnable(std::string(length, 'x') + good);
        INFO(length);
        CHECK(ran.status == 2);
        CHECK(ran.out == "!!\n--\n");
        CHECK(ran.err == "unwinnable: line 1 is too long to be a position\n");
    }
}
