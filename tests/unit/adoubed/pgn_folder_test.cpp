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
    std::ifstream reader(folder / "a/b/g-1.pgn"); // keeps the old file open
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

TEST_CASE("a file that holds more of a game than the journal says was shown is lost at a start") {
    const adoube::tests::TemporaryFolder folder;
    const auto file = [&](const char* name) { return text_of(folder / name); };
    const std::string longer = "1. e4 e5 2. Nf3 *\n", shorter = "1. e4 e5 *\n", over = "1. e4 e5 1-0\n";
    const auto start = [&](const std::string& pgn) {
        return PgnFolder::open(folder.path()).value().write("g", pgn).value();
    };
    CHECK(start(longer).empty()); // no file yet
    CHECK(start(longer).empty());
    const auto told = start(shorter);
    CHECK(
        told.find("g.pgn holds more of the game (3 plies, *) than was shown of it by this journal (2 plies, "
                  "*)") != std::string::npos);
    CHECK(told.ends_with("the file is kept as g.kept-1.pgn"));
    CHECK(file("g.pgn") == shorter);
    CHECK(file("g.kept-1.pgn") == longer);
    CHECK(start(over).empty());
    CHECK(start(shorter).ends_with("kept as g.kept-2.pgn")); // the result
    CHECK(file("g.kept-2.pgn") == over);
    CHECK(start(longer).empty()); // it goes on
}

TEST_CASE("while the daemon runs a move that is taken back is no loss of the journal") {
    const adoube::tests::TemporaryFolder folder;
    auto pgn = PgnFolder::open(folder.path()).value();
    CHECK(pgn.write("g", "1. e4 e5 2. Nf3 *\n").value().empty());
    CHECK(pgn.write("g", "1. e4 e5 *\n").value().empty());
    CHECK(!std::filesystem::exists(folder / "g.kept-1.pgn"));
}

TEST_CASE("a file that is no game's, or cannot be read, keeps a game from being written") {
    const adoube::tests::TemporaryFolder folder;
    std::ofstream(folder / "g.pgn") << std::string(5'000, '\xff') << "{ [";
    CHECK(PgnFolder::open(folder.path()).value().write("g", "1. e4 *\n").value().empty());
    CHECK(text_of(folder / "g.pgn") == "1. e4 *\n");
    CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("without a folder nothing is written anywhere") {
    auto pgn = PgnFolder::open("").value();
    CHECK(pgn.write("g", "one"));
    CHECK(!std::filesystem::exists("g.pgn"));
}

TEST_CASE("a link that was planted in the folder leads to another file") {
    const adoube::tests::TemporaryFolder folder;
    std::filesystem::create_directory(folder / "pgn");
    std::ofstream(folder / "victim") << "kept";
    std::filesystem::create_symlink(folder / "victim", folder / "pgn" / ".game.pgn.new");
    auto pgn = PgnFolder::open(folder / "pgn");
    REQUIRE(pgn);
    CHECK_FALSE(pgn->write("game", "1. e4 *"));
    CHECK(text_of(folder / "victim") == "kept");
}
