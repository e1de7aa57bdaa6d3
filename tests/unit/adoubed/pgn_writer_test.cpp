#include "daemon/adoubed/pgn_writer.hpp"

#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/text_of.hpp"
#include "tests/wait_until.hpp"

#include <sys/stat.h>

using adoube::adoubed::PgnFolder;
using adoube::adoubed::PgnWriter;
using adoube::tests::text_of;
using adoube::tests::wait_until;

TEST_CASE("nobody waits for a disk that hangs, and of each game the last text is written when it goes on") {
    const adoube::tests::TemporaryFolder folder;
    REQUIRE(::mkfifo((folder / ".hangs.pgn.new").c_str(), 0600) == 0); // blocks its writer until read
    {
        PgnWriter writer(PgnFolder::open(folder.path()).value(), [](const std::string&) {});
        writer.put("hangs", "one");
        for (int n = 1; n <= 1'000; ++n) writer.put("g", std::to_string(n));
        CHECK(!std::filesystem::exists(folder / "hangs.pgn"));
        CHECK(text_of(folder / ".hangs.pgn.new") == "one");
    }
    CHECK(text_of(folder / "g.pgn") == "1000");
}

TEST_CASE("a PGN file that cannot be written is told of once, and written as soon as it can be") {
    const adoube::tests::TemporaryFolder folder;
    auto pgn = PgnFolder::open(folder / "x").value();
    std::filesystem::remove(folder / "x");
    std::mutex mutex;
    std::vector<std::string> told;
    const auto times_told = [&] {
        const std::lock_guard lock(mutex);
        return told.size();
    };
    PgnWriter writer(
        std::move(pgn),
        [&](const std::string& sentence) {
            const std::lock_guard lock(mutex);
            told.push_back(sentence);
        },
        std::chrono::milliseconds(1));
    writer.put("g", "one");
    REQUIRE(wait_until([&] { return times_told() == 1; }));
    writer.put("g", "two");
    std::filesystem::create_directory(folder / "x");
    CHECK(wait_until([&] { return text_of(folder / "x/g.pgn") == "two"; }));
    CHECK(times_told() == 1);
    CHECK(told.front().find("g.pgn cannot be written: No such file") != std::string::npos);
}
