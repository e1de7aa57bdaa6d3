#include "daemon/files/set_aside.hpp"

#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/text_of.hpp"

#include <fstream>

using namespace adoube;

TEST_CASE("a file that is set aside is lost, or takes the place of one that was set aside before") {
    const tests::TemporaryFolder folder;
    const auto file = folder / "kept";
    for (const auto* content : {"first", "second"}) {
        std::ofstream(file) << content;
        const auto aside = files::set_aside(file);
        REQUIRE(aside);
        CHECK(tests::text_of(*aside) == content);
        CHECK_FALSE(std::filesystem::exists(file));
    }
    CHECK(tests::text_of(folder / "kept.unread-1") == "first");
    CHECK(tests::text_of(folder / "kept.unread-2") == "second");
    CHECK_FALSE(files::set_aside(file)); // it is not there
}
