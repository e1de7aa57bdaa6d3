#include "daemon/adoubed/pgn_folder.hpp"

#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/text_of.hpp"

#include <fstream>

using adoube::adoubed::PgnFolder;
using adoube::tests::text_of;

TEST_CASE("a game's file is replaced whole, and nothing else lies beside it") {
    const adoube::tests::TemporaryFolder folder;
    auto pgn = PgnFolder::open(folder / "a/b").value();
    REQUIRE(pgn.write("g-1", "one"));
    std::ifstream reader(folder / "a/b/g-1.pgn"); // holds the old file while it is replaced
    REQUIRE(pgn.write("g-1", "two"));
    std::string seen;
    reader >> seen;
    CHECK(seen == "one");
    CHECK(text_of(folder / "a/b/g-1.pgn") == "two");
    CHECK(std::distance(std::filesystem::directory_iterator(folder / "a/b"), {}) == 1);
}

TEST_CASE("a game that did not change is not written again") {
    const adoube::tests::TemporaryFolder folder;
    auto pgn = PgnFolder::open(folder.path()).value();
    REQUIRE(pgn.write("g", "one"));
    std::filesystem::remove(folder / "g.pgn");
    REQUIRE(pgn.write("g", "one"));
    CHECK(!std::filesystem::exists(folder / "g.pgn"));
}

TEST_CASE("a place that cannot be written is named, and tried again") {
    const adoube::tests::TemporaryFolder folder;
    CHECK(PgnFolder::open("/proc/pgn").error().find("/proc/pgn cannot be made") != std::string::npos);
    auto pgn = PgnFolder::open(folder / "x").value();
    std::filesystem::remove(folder / "x");
    const auto failed = pgn.write("g", "one");
    REQUIRE(!failed);
    CHECK(failed.error().find("g.pgn cannot be written: No such file") != std::string::npos);
    std::filesystem::create_directory(folder / "x");
    CHECK(pgn.write("g", "one"));
    CHECK(text_of(folder / "x/g.pgn") == "one");
}

TEST_CASE("without a folder nothing is written anywhere") {
    auto pgn = PgnFolder::open("").value();
    CHECK(pgn.write("g", "one"));
    CHECK(!std::filesystem::exists("g.pgn"));
}
