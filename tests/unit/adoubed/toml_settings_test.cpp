#include "daemon/adoubed/toml_settings.hpp"

#include "tests/catch.hpp"
#include "tests/says.hpp"

using namespace adoube;
using adoubed::TomlSetting;
using adoubed::with_setting;

TEST_CASE("a setting that is changed in a TOML file moves, or changes another byte of it") {
    const TomlSetting name{"event", "name", "New"}, zone{"", "time_zone", "Europe/Lisbon"},
        delay{"", "delay_s", 900}, no_page{"wall", "page", {}},
        featured{"wall", "featured", std::vector<std::int64_t>{1, 2}},
        sites{"wall", "frame_ancestors", std::vector<std::string>{"https://a.example", "https://b.example"}};
    struct Row {
        TomlSetting setting;
        std::string before, after;
    };
    const Row rows[] = {
        // where it stands
        {name, "[event]\nname = \"Old\"\n", "[event]\nname = \"New\"\n"},
        {name, "[event]\nname=\"Old\"", "[event]\nname=\"New\""},
        {name, "[event]\n  name =   'Old'   # of the club\n# end",
         "[event]\n  name =   \"New\"   # of the club\n# end"},
        {name, "[event]\nname = \"Öld \\\" # ☃\" # é\n", "[event]\nname = \"New\" # é\n"},
        {name, "[event]\nname = \"\"\"\nOld\n\"\"\" # three lines\nsite = \"S\"\n",
         "[event]\nname = \"New\" # three lines\nsite = \"S\"\n"},
        {name, "[event]\r\nname = \"Old\"\r\nsite = \"S\"\r\n",
         "[event]\r\nname = \"New\"\r\nsite = \"S\"\r\n"},
        {name, "\xef\xbb\xbf[event]\nname = \"Old\"\n", "\xef\xbb\xbf[event]\nname = \"New\"\n"},
        {name, "event = { name = \"Old\", site = \"S\" } # short\n",
         "event = { name = \"New\", site = \"S\" } # short\n"},
        {name, "event.name = \"Old\"\nevent.site = \"S\"\n", "event.name = \"New\"\nevent.site = \"S\"\n"},
        {name, "[event]\n\"name\" = \"Old\"\n", "[event]\n\"name\" = \"New\"\n"},
        {name, "[event]\nname = 7\n", "[event]\nname = \"New\"\n"},
        {{"event", "date", "2026-12-01"},
         "[event]\ndate = 2026-11-20 # Friday\n",
         "[event]\ndate = \"2026-12-01\" # Friday\n"},
        {{"event", "date", "2026-12-01"}, "[event]\ndate = 2026-11-20", "[event]\ndate = \"2026-12-01\""},
        {delay, "delay_s = 0\n[event]\n", "delay_s = 900\n[event]\n"},
        {delay, "delay_s = +1_0   # ten\n[event]\n", "delay_s = 900   # ten\n[event]\n"},
        {featured, "[wall]\nfeatured = [\n  3, # three\n  4\n] # two\n",
         "[wall]\nfeatured = [ 1, 2 ] # two\n"},
        {{"wall", "openings", true}, "[wall]\nopenings = false # no\n", "[wall]\nopenings = true # no\n"},
        // taken away with its lines
        {no_page, "[wall]\npage = 12 # a dozen\nturn_s = 3\n", "[wall]\nturn_s = 3\n"},
        {no_page, "[wall]\r\nturn_s = 3\r\n  page=12", "[wall]\r\nturn_s = 3\r\n"},
        {no_page, "[wall] # it\npage = 12\n\n[[board]]\n", "[wall] # it\n\n[[board]]\n"},
        {no_page, "\xef\xbb\xbf[wall]\npage = 12\n", "\xef\xbb\xbf[wall]\n"},
        {{"wall", "featured", {}},
         "[wall]\nfeatured = [\n  1, # one\n]\nturn_s = 3\n",
         "[wall]\nturn_s = 3\n"},
        {no_page, "[wall]\nturn_s = 3\n", "[wall]\nturn_s = 3\n"},
        {no_page, "# nothing\n", "# nothing\n"},
        {{"", "delay_s", {}}, "delay_s = 9\n[event]\n", "[event]\n"},
        // behind the others of its section
        {sites, "[wall]\n", "[wall]\nframe_ancestors = [ \"https://a.example\", \"https://b.example\" ]\n"},
        {{"event", "site", "S"},
         "[event]\nname = \"E\" # e\n\n# boards\n[[board]]\n",
         "[event]\nname = \"E\" # e\nsite = \"S\"\n\n# boards\n[[board]]\n"},
        {{"event", "site", "S"}, "[event]\nname = \"E\"", "[event]\nname = \"E\"\nsite = \"S\"\n"},
        {{"event", "site", "S"},
         "[event]\r\nname = \"E\"\r\n\r\n[play]\r\n",
         "[event]\r\nname = \"E\"\r\nsite = \"S\"\r\n\r\n[play]\r\n"},
        {{"event", "site", "S"},
         "[event]\nname = \"\"\"\na\nb\"\"\"\n[play]\n",
         "[event]\nname = \"\"\"\na\nb\"\"\"\nsite = \"S\"\n[play]\n"},
        {{"play", "laws", "2018"},
         "[play] # as always\n[[board]]\n",
         "[play] # as always\nlaws = \"2018\"\n[[board]]\n"},
        {{"play", "laws", "2018"},
         "[play.more]\na = 1\n[play]\nb = 2\n",
         "[play.more]\na = 1\n[play]\nb = 2\nlaws = \"2018\"\n"},
        {zone, "journal = \"j\"\nmerge = [\n  \"a\", # one\n]\n\n[event]\n",
         "journal = \"j\"\nmerge = [\n  \"a\", # one\n]\ntime_zone = \"Europe/Lisbon\"\n\n[event]\n"},
        {zone, "tls = { key = \"k\" }\n[event]\n",
         "tls = { key = \"k\" }\ntime_zone = \"Europe/Lisbon\"\n[event]\n"},
        {zone, "# Our hall\n[event]\nname = \"E\"\n",
         "time_zone = \"Europe/Lisbon\"\n\n# Our hall\n[event]\nname = \"E\"\n"},
        {zone, "\xef\xbb\xbf[event]\n", "\xef\xbb\xbftime_zone = \"Europe/Lisbon\"\n\n[event]\n"},
        {zone, "", "time_zone = \"Europe/Lisbon\"\n"},
        {zone, "# only a comment", "time_zone = \"Europe/Lisbon\"\n\n# only a comment\n"},
        // a new section, last
        {{"play", "laws", "2018"},
         "[event]\nname = \"E\"",
         "[event]\nname = \"E\"\n\n[play]\nlaws = \"2018\"\n"},
        {{"play", "laws", "2018"}, "", "[play]\nlaws = \"2018\"\n"},
        {{"play", "laws", "2018"}, "[[board]]\r\n", "[[board]]\r\n\r\n[play]\r\nlaws = \"2018\"\r\n"},
        // what needs quoting is read as it was given
        {{"event", "site", "\"A\" \\ B"}, "[event]\n", "[event]\nsite = \"\\\"A\\\" \\\\ B\"\n"},
        {{"event", "site", "Łódź — 'A' \"B\""}, "[event]\n", "[event]\nsite = \"Łódź — 'A' \\\"B\\\"\"\n"},
    };
    for (const auto& [setting, before, after] : rows) {
        CAPTURE(before);
        const auto text = with_setting(before, setting);
        if (!text) FAIL_CHECK(text.error());
        if (text) CHECK(*text == after);
        if (text) CHECK(with_setting(*text, setting) == after);
    }
}

TEST_CASE("a setting is written where it does not count, as its section leaves no line for it") {
    for (const std::string before : {"event = { name = \"E\" }\n", "event.name = \"E\"\n[[board]]\n",
                                     "[[event]]\nname = \"E\"\n", "event = 3\n"}) {
        CAPTURE(before);
        const auto text = with_setting(before, {"event", "site", "S"});
        REQUIRE_FALSE(text);
        tests::says(text.error(), "site cannot be written into [event]");
    }
    for (const std::string before : {"wall = { page = 12, turn_s = 3 }\n", "wall.page = 12\n[[board]]\n"}) {
        CAPTURE(before);
        const auto text = with_setting(before, {"wall", "page", {}});
        REQUIRE_FALSE(text);
        tests::says(text.error(), "page cannot be written into [wall]");
    }
    CHECK_FALSE(with_setting("[event\n", {"event", "site", "S"}));
}

TEST_CASE("one of several tables is changed, added or taken away, and another one with it, or a comment") {
    const std::string two = "# hall\n[[board]] # one\nport = \"a\"\n# between\n[board.tags]\nX = "
                            "\"1\"\n\n[[board]]\n\n# end\n[event]\n";
    CHECK(with_setting(two, {"board", "port", "b", 1}) ==
          "# hall\n[[board]] # one\nport = \"a\"\n# between\n[board.tags]\nX = \"1\"\n\n[[board]]\nport = "
          "\"b\"\n\n# end\n[event]\n");
    CHECK(with_setting(two, {"board", "port", "b", 0}) ==
          "# hall\n[[board]] # one\nport = \"b\"\n# between\n[board.tags]\nX = \"1\"\n\n[[board]]\n\n# "
          "end\n[event]\n");
    CHECK_FALSE(with_setting(two, {"board", "port", "b", 2}));
    CHECK(adoubed::without_section(two, "board", 0) == "# hall\n# between\n\n[[board]]\n\n# end\n[event]\n");
    CHECK(adoubed::without_section(two, "board", 1) ==
          "# hall\n[[board]] # one\nport = \"a\"\n# between\n[board.tags]\nX = \"1\"\n\n# end\n[event]\n");
    CHECK(adoubed::with_sections(two, "board", {{{"number", 7}, {"port", {}}}, {}}) ==
          "# hall\n[[board]] # one\nport = \"a\"\n# between\n[board.tags]\nX = "
          "\"1\"\n\n[[board]]\n\n[[board]]\nnumber = 7\n\n[[board]]\n\n# end\n[event]\n");
    CHECK(adoubed::with_sections("a = 1", "board", {{{"port", "x"}}}) ==
          "a = 1\n\n[[board]]\nport = \"x\"\n");
    CHECK(adoubed::with_sections("", "board", {{}}) == "[[board]]\n");
    CHECK(adoubed::with_sections("\xef\xbb\xbf[[board]]\r\n", "board", {{{"number", 2}}}) ==
          "\xef\xbb\xbf[[board]]\r\n\r\n[[board]]\r\nnumber = 2\r\n");
    for (const std::string in_line : {"board = [{ port = \"a\" }]\n", "board = 3\n"}) {
        CHECK_FALSE(adoubed::with_sections(in_line, "board", {{}}));
        CHECK_FALSE(adoubed::without_section(in_line, "board", 0));
    }
    const auto place = adoubed::place_in(two, "board", 3);
    REQUIRE(place);
    CHECK(place->which == 0);
    CHECK(place->key == "port");
    CHECK(adoubed::place_in(two, "board", 8)->which == 1);
    CHECK_FALSE(adoubed::place_in(two, "board", 11));
}
