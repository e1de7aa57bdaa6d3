#include "daemon/adoubed/kept_event.hpp"

#include "daemon/record/sensor_log.hpp"
#include "tests/catch.hpp"
#include "tests/says.hpp"
#include "tests/temporary_folder.hpp"

#include <fstream>

using namespace adoube;
using adoubed::KeptEvent;

namespace {

record::Header event_named(const std::string& name) {
    record::Header header;
    header.tags = {{"Event", name}, {"Round", "1"}};
    return header;
}

} // namespace

TEST_CASE("a restart after a new event, or on the way to it, looks for the tables' games by another one") {
    const tests::TemporaryFolder folder;
    const auto journal = folder.path() / "hall.journal";
    const auto old = event_named("Old"), next = event_named("New"), last = event_named("Last");
    const auto of_tables = [&](const record::Header& configured) {
        return to_line(KeptEvent::open(journal, configured).value().of_tables());
    };
    CHECK(of_tables(old) == to_line(old));
    REQUIRE(KeptEvent::open(journal, old)->follow(old, old));
    CHECK(of_tables(next) == to_line(next));
    REQUIRE(KeptEvent::open(journal, old)->follow(old, next));
    CHECK(of_tables(old) == to_line(old));
    CHECK(of_tables(next) == to_line(old));
    REQUIRE(KeptEvent::open(journal, next)->follow(next, last));
    for (const auto& configured : {next, last}) CHECK(of_tables(configured) == to_line(old));
    CHECK(of_tables(event_named("By hand")) == to_line(event_named("By hand")));
}

TEST_CASE("a table's event that cannot be read begins other games") {
    const tests::TemporaryFolder folder;
    const auto journal = folder.path() / "hall.journal";
    for (const char* text : {"", "{}", R"({"header":3,"rounds":[]})", R"({"header":"x","rounds":["E-r1"]})",
                             R"({"header":"{}","rounds":[3]})"}) {
        CAPTURE(text);
        std::ofstream(journal.string() + "-event") << text;
        const auto event = KeptEvent::open(journal, event_named("E"));
        REQUIRE(!event);
        tests::says(event.error(), "hall.journal-event does not hold an event");
    }
}
