#include "daemon/adoubed/kept_delay.hpp"

#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

#include <fstream>

using namespace adoube;
using adoubed::KeptDelay;

TEST_CASE("a restart forgets a delay that was set while a round ran, or keeps it against a new setting") {
    const tests::TemporaryFolder folder;
    const auto journal = folder.path() / "hall.journal";
    {
        auto delay = KeptDelay::open(journal, 0, "E-r1");
        REQUIRE(delay);
        CHECK(delay->ms() == 0);
        REQUIRE(delay->change(900'000));
        CHECK(delay->ms() == 900'000);
    }
    CHECK(KeptDelay::open(journal, 0, "E-r1")->ms() == 900'000);
    CHECK(!KeptDelay::open(journal, 0, "E-r1")->forgotten_ms());
    const auto other = KeptDelay::open(journal, 60'000, "E-r1");
    CHECK(other->ms() == 60'000);
    CHECK(other->forgotten_ms() == 900'000);
    REQUIRE(KeptDelay::open(journal, 60'000, "E-r1")->change(0));
    CHECK(KeptDelay::open(journal, 60'000, "E-r1")->ms() == 0);
    CHECK(KeptDelay::open(journal, 900'000, "E-r1")->ms() == 900'000);
}

TEST_CASE(
    "a delay that was set for a round comes back with an earlier setting, or counts for the next round") {
    const tests::TemporaryFolder folder;
    const auto journal = folder.path() / "hall.journal";
    REQUIRE(KeptDelay::open(journal, 900'000, "E-r1")->change(0));
    SECTION("another setting, and back") {
        CHECK(KeptDelay::open(journal, 60'000, "E-r1")->ms() == 60'000);
        const auto back = KeptDelay::open(journal, 900'000, "E-r1");
        CHECK(back->ms() == 900'000);
        CHECK(!back->forgotten_ms());
    }
    SECTION("another round, and back") {
        const auto next = KeptDelay::open(journal, 900'000, "E-r2");
        CHECK(next->ms() == 900'000);
        CHECK(next->forgotten_ms() == 0);
        CHECK(KeptDelay::open(journal, 900'000, "E-r1")->ms() == 900'000);
    }
}

TEST_CASE(
    "a new event shortens a delay that was set, at a crash before or after it, or keeps a shorter one") {
    const tests::TemporaryFolder folder;
    const auto journal = folder.path() / "hall.journal";
    auto delay = KeptDelay::open(journal, 60'000, "E-r1");
    REQUIRE(delay->change(900'000));
    REQUIRE(delay->follow("F-r1"));
    for (const auto* round : {"E-r1", "F-r1"})
        CHECK(KeptDelay::open(journal, 60'000, round)->ms() == 900'000);
    REQUIRE(delay->change(1'200'000));
    CHECK(KeptDelay::open(journal, 60'000, "F-r1")->ms() == 1'200'000);
    REQUIRE(delay->change(0));
    REQUIRE(delay->follow("G-r1"));
    CHECK(KeptDelay::open(journal, 60'000, "G-r1")->ms() == 60'000);
    delay->configured(30'000);
    REQUIRE(delay->change(900'000));
    CHECK(KeptDelay::open(journal, 30'000, "G-r1")->ms() == 900'000);
}

TEST_CASE("a kept delay that cannot be read starts the round with a shorter one") {
    const tests::TemporaryFolder folder;
    const auto journal = folder.path() / "hall.journal";
    for (const char* text :
         {"", "900", "{}", R"({"delay_ms":-1,"instead_of_ms":0})", "{\"delay_ms\":900000,"}) {
        CAPTURE(text);
        std::ofstream(journal.string() + "-delay") << text;
        const auto delay = KeptDelay::open(journal, 0, "E-r1");
        REQUIRE(!delay);
        CHECK(delay.error().find("remove it") != std::string::npos);
    }
}

TEST_CASE("a delay that cannot be kept counts all the same") {
    const tests::TemporaryFolder folder;
    auto delay = KeptDelay::open(folder.path() / "no-folder" / "hall.journal", 0, "E-r1");
    REQUIRE(delay);
    CHECK(!delay->change(900'000));
    CHECK(delay->ms() == 0);
}

TEST_CASE("a delay is told in other words") {
    CHECK(adoubed::delay_in_words(0) == "none");
    CHECK(adoubed::late_in_words(0) == "at once");
    CHECK(adoubed::late_in_words(60'000) == "1 minute late");
    CHECK(adoubed::delay_in_words(900'000) == "15 minutes");
    CHECK(adoubed::delay_in_words(60'000) == "1 minute");
    CHECK(adoubed::delay_in_words(90'000) == "90 seconds");
}
