#include "daemon/adoubed/event_settings.hpp"

#include "daemon/boost/parse_json.hpp"
#include "tests/catch.hpp"
#include "tests/says.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/text_of.hpp"
#include "tests/tier.hpp"

#include <boost/json.hpp>
#include <toml++/toml.h>

#include <algorithm>
#include <fstream>
#include <random>

using namespace adoube;
using adoubed::event_form;
using adoubed::EventFields;
using adoubed::fields_of;
using adoubed::parse_config;
using adoubed::SettingsFile;
using tests::says;

namespace {

constexpr const char* almost_empty = "[event]\nname = \"E\"\n[[board]]\n";

const EventFields whole{{"name", "Open of Łódź"},
                        {"site", "Łódź POL"},
                        {"federation", "POL"},
                        {"chief_arbiter", "Lis, Ewa"},
                        {"deputy_arbiters", "Kot, Jan; Sowa, Anna"},
                        {"date", "2026-12-01"},
                        {"round", "2"},
                        {"time_control", "40/90m+30:30m+30"},
                        {"rate_of_play", "standard"},
                        {"laws", "2018"},
                        {"time_zone", "Europe/Warsaw"},
                        {"delay_s", 900}};

EventFields as_read(EventFields fields) {
    if (const auto control = fields.find("time_control"); control != fields.end())
        if (control->second == adoubed::TomlValue("40/90m+30:30m+30")) control->second = "40/5400+30:1800+30";
    return fields;
}

boost::json::object object_of(const std::string& text) { return parse_json(text).value().as_object(); }

auto with_event(const std::string& toml, const std::filesystem::path& file, const EventFields& wanted) {
    return adoubed::with_values(toml, file, event_form(), wanted);
}

std::string request(const std::string& of, const boost::json::object& event) {
    return boost::json::serialize(boost::json::object{{"of", of}, {"event", event}});
}

class RandomConfig {
  public:
    explicit RandomConfig(std::uint64_t seed) : random_(seed) {}

    std::string text() {
        std::string toml;
        settings(toml, {{"time_zone", {R"("Europe/Lisbon")", "''"}},
                        {"delay_s", {"0", "60", "9_00"}},
                        {"journal", {R"("a.journal")", R"('b # c.journal')"}},
                        {"origins", {"[\n  \"https://a.example\", # a\n]", "[]"}}});
        std::vector<std::string> sections{event(), play(), "[wall]\nturn_s = 3 # s\n", "[retention]\n",
                                          "[[board]]\nwhite = \"Ä [event]\"\n"};
        std::ranges::shuffle(sections, random_);
        for (const auto& section : sections) toml += blank() + section;
        if (once_in(4)) toml.pop_back(); // no line end at its end
        if (once_in(4)) toml = with_carriage_returns(toml);
        return (once_in(4) ? "\xef\xbb\xbf" : "") + toml;
    }

    EventFields wanted() {
        const std::map<std::string, std::vector<adoubed::TomlValue>> values{
            {"name", {"E", "Open \"A\" \\ 'B'", "Łódź # 1", "[play]"}},
            {"site", {"", "S", "Ä ☃"}},
            {"federation", {"", "POR"}},
            {"chief_arbiter", {"", "Silva, Ana"}},
            {"deputy_arbiters", {"", "Reis, Rui; Dias, Eva"}},
            {"date", {"", "2026-12-01"}},
            {"round", {"1", "2.1"}},
            {"time_control", {"", "40/5400+30:1800+30", "900+10"}},
            {"rate_of_play", {"standard", "rapid", "blitz"}},
            {"laws", {"2001", "2018", "2023"}},
            {"time_zone", {"", "Europe/Lisbon", "Asia/Tokyo"}},
            {"delay_s", {0, 60, 900}}};
        EventFields fields;
        for (const auto& [field, each] : values)
            if (!once_in(3)) fields[field] = each[number(each.size())];
        return fields;
    }

  private:
    using Settings = std::vector<std::pair<std::string, std::vector<std::string>>>;

    std::size_t number(std::size_t below) { return random_() % below; }
    bool once_in(std::size_t times) { return number(times) == 0; }
    std::string blank() {
        static const std::string all[] = {"", "\n", "# a comment: [event] name = \"x\"\n", "  \t\n"};
        return all[number(std::size(all))];
    }
    void settings(std::string& toml, Settings all) {
        std::ranges::shuffle(all, random_);
        for (const auto& [key, values] : all)
            if (!once_in(3))
                toml += blank() + (once_in(3) ? "  " : "") + key + (once_in(2) ? " = " : "=") +
                        values[number(values.size())] + (once_in(3) ? "  # of " + key : "") + '\n';
    }
    std::string event() {
        std::string toml = "[event] # now\nname = \"\"\"\nLong \\\n  name\"\"\"\n";
        if (once_in(2)) toml = "[event]\nname = 'E'\n";
        settings(toml, {{"site", {R"("S")", "''"}},
                        {"federation", {R"("ENG")"}},
                        {"chief_arbiter", {"'Other, A'"}},
                        {"date", {"2026-11-20", R"("2026-11-20")"}},
                        {"round", {R"("1")", "'3'"}}});
        return toml;
    }
    std::string play() {
        if (once_in(4)) return "";
        std::string toml = "[play]\n";
        settings(toml, {{"laws", {R"("2009")"}},
                        {"rate_of_play", {R"("blitz")"}},
                        {"time_control", {R"("1h30m+30")", R"("3m+2")"}},
                        {"supervised", {"false"}}});
        return toml;
    }
    static std::string with_carriage_returns(const std::string& text) {
        std::string other;
        for (const char c : text) other += c == '\n' ? "\r\n" : std::string(1, c);
        return other;
    }

    std::mt19937_64 random_;
};

/// Without what the form has.
toml::table others(const std::string& text) {
    auto root = toml::parse(text);
    for (const auto* key : {"time_zone", "delay_s"}) root.erase(key);
    for (const auto* section : {"event", "play"})
        if (auto* table = root[section].as_table()) {
            for (const auto& [field, value] : whole) table->erase(field);
            if (table->empty()) root.erase(section);
        }
    return root;
}

std::vector<std::string> comments(const std::string& text) {
    std::vector<std::string> all;
    for (std::size_t at = text.find("# "); at != std::string::npos; at = text.find("# ", at + 1))
        if (const auto line = text.substr(at, text.find_first_of("\r\n", at) - at); !line.contains('"'))
            all.push_back(line);
    return all;
}

} // namespace

TEST_CASE("of a good configuration a form makes a bad one, one that does not hold what was given, or another "
          "setting") {
    int saved = 0;
    for (const auto seed : tests::seeds({300, 20'000})) {
        CAPTURE(seed);
        RandomConfig random(seed);
        const auto toml = random.text();
        const auto wanted = random.wanted();
        CAPTURE(toml);
        const auto before = parse_config(toml, "hall.toml");
        if (!before) FAIL(before.error());
        const auto event = with_event(toml, "hall.toml", wanted);
        if (!event) FAIL(event.error().sentence);
        const auto after = parse_config(event->toml, "hall.toml");
        REQUIRE(after);
        auto fields = fields_of(*before);
        for (const auto& [field, value] : wanted) fields[field] = value;
        CHECK(fields_of(*after) == fields);
        CHECK(fields_of(event->config) == fields);
        CHECK(others(event->toml) == others(toml));
        CHECK(comments(event->toml) == comments(toml));
        CHECK((event->toml == toml) == event->changed.empty());
        CHECK(with_event(event->toml, "hall.toml", wanted)->changed.empty());
        saved += !event->changed.empty();
    }
    CHECK(saved > 0);
}

TEST_CASE("a new event cannot be begun from an almost empty file, or the file is not one to read") {
    const auto event = with_event(almost_empty, "hall.toml", whole);
    REQUIRE(event);
    CHECK(event->toml == R"(time_zone = "Europe/Warsaw"
delay_s = 900

[event]
name = "Open of Łódź"
site = "Łódź POL"
federation = "POL"
date = "2026-12-01"
round = "2"
chief_arbiter = "Lis, Ewa"
deputy_arbiters = "Kot, Jan; Sowa, Anna"
[[board]]

[play]
time_control = "40/90m+30:30m+30"
laws = "2018"
)");
    CHECK(fields_of(event->config) == as_read(whole));
    const auto told = change_in_words(*event, "hall.toml");
    says(told, "new in hall.toml: name, place, federation, date, round, chief arbiter, deputy arbiters, time "
               "control, Laws, time zone, delay; ");
    says(told,
         "armed from now on have it; the delay counts at once; the time zone counts from the next start");
    says(told, "time control: 90 minutes for 40 moves, then 30 minutes, and 30 seconds a move");
    says(told, "the file as it was is hall.toml.before");
}

TEST_CASE("another spelling of what stands in the file is taken for something new") {
    const std::string toml = "delay_s = 9_00\n[event]\nname = 'E'\ndate = 2026-11-20\n[play]\n"
                             "time_control = \"1h30m+30\"\n[[board]]\n";
    const auto event =
        with_event(toml, "hall.toml", {{"date", "2026-11-20"}, {"delay_s", 900}, {"time_control", "90m+30"}});
    CHECK(event->changed.empty());
    CHECK(change_in_words(*event, "hall.toml") == "nothing is new, and nothing was written");
    CHECK(with_event(toml, "hall.toml", fields_of(*parse_config(toml, "hall.toml")))->changed.empty());
}

TEST_CASE("a wrong value is saved, or it is not told which one it is and why") {
    const std::tuple<const char*, adoubed::TomlValue, const char*> rows[] = {
        {"name", "", "[event] needs name"},
        {"name", std::string(300, 'a'), "too long: 300 bytes"},
        {"site", std::string("a\0b", 3), "U+0000"},
        {"name", "Open\n001    9      Mallory", "name must not hold a line break"},
        {"deputy_arbiters", "Re\u202eis", "deputy_arbiters must not hold U+202E"},
        {"federation", "Portugal", "three letters"},
        {"deputy_arbiters", std::string(300, 'a'), "too long: 300 bytes"},
        {"date", "2026-02-30", "date must be a day"},
        {"date", "tomorrow", "date must be a day"},
        {"round", "", "round is empty"},
        {"time_control", "90 horses", "is not understood"},
        {"rate_of_play", "bullet", "none of standard, rapid, blitz"},
        {"laws", "1997", "none of 2001"},
        {"time_zone", "Europe/Atlantis", "a time zone that this computer knows"},
        {"delay_s", -1, "whole number from 0"},
        {"delay_s", "soon", "whole number"},
        {"name", 3, "name must be a text"},
    };
    for (const auto& [field, value, why] : rows) {
        CAPTURE(field, why);
        auto fields = whole;
        fields[field] = value;
        const auto event = with_event(almost_empty, "hall.toml", fields);
        REQUIRE_FALSE(event);
        REQUIRE(event.error().fields.size() == 1);
        CHECK(event.error().fields.begin()->first == field);
        says(event.error().fields.begin()->second, why);
        CHECK_FALSE(event.error().fields.begin()->second.starts_with("hall.toml"));
    }
    const auto both = with_event(almost_empty, "hall.toml", {{"date", "x"}, {"laws", "x"}, {"site", "S"}});
    CHECK(both.error().fields.size() == 2);
    const auto in_braces =
        with_event("event = { name = \"E\" }\n[[board]]\n", "hall.toml", {{"site", "S"}, {"name", "F"}});
    says(in_braces.error().fields.at("site"), "write it in the file as [event]");
    const auto bad = with_event("[event]\nname = 3\n[[board]]\n", "hall.toml", {{"site", "S"}});
    says(bad.error().sentence, "hall.toml:2: name must be a text in quotes; put the file right first");
}

TEST_CASE("a file that was changed by hand is overwritten, or what it was is lost") {
    const tests::TemporaryFolder folder;
    const auto path = folder / "hall.toml";
    std::ofstream(path) << almost_empty;
    std::filesystem::permissions(path, std::filesystem::perms(0600));
    std::filesystem::create_symlink("hall.toml", folder / "linked.toml");
    const SettingsFile file(folder / "linked.toml", event_form());
    const auto shown = object_of(file.show("", "").value());
    CHECK(shown.at("event").at("name") == "E");
    CHECK(shown.at("event").at("delay_s") == 0);
    CHECK(shown.at("refused").is_null());
    const std::string of(shown.at("of").as_string());

    std::ofstream(path, std::ios::app) << "# by hand\n";
    const auto late = file.asked(request(of, {{"name", "F"}}));
    REQUIRE_FALSE(late);
    CHECK(late.error().outdated);
    says(late.error().sentence, "hall.toml has been changed meanwhile");

    const std::string now(object_of(file.show("", "").value()).at("of").as_string());
    const auto event = file.asked(request(now, {{"name", "F"}}));
    REQUIRE(event);
    CHECK(tests::text_of(path) == almost_empty + std::string("# by hand\n"));
    REQUIRE(file.write(*event));
    CHECK(tests::text_of(path) == "[event]\nname = \"F\"\n[[board]]\n# by hand\n");
    CHECK(tests::text_of(folder / "hall.toml.before") == almost_empty + std::string("# by hand\n"));
    CHECK(std::filesystem::is_symlink(folder / "linked.toml"));
    for (const auto* name : {"hall.toml", "hall.toml.before"})
        CHECK(std::filesystem::status(folder / name).permissions() == std::filesystem::perms(0600));

    std::filesystem::permissions(path, std::filesystem::perms(0640)); // a service's, which its group reads
    const std::string after(object_of(file.show("", "done").value()).at("of").as_string());
    REQUIRE(file.write(*file.asked(request(after, {{"name", "F"}}))));
    CHECK(tests::text_of(folder / "hall.toml.before") == almost_empty + std::string("# by hand\n"));
    REQUIRE(file.write(*file.asked(request(after, {{"name", "G"}}))));
    CHECK(std::filesystem::status(path).permissions() == std::filesystem::perms(0640));
    CHECK(std::filesystem::status(folder / "hall.toml.before").permissions() == std::filesystem::perms(0600));
}

TEST_CASE(
    "what is no request to save an event changes something, or a folder that takes no file is not named") {
    const tests::TemporaryFolder folder;
    const auto path = folder / "hall.toml";
    std::ofstream(path) << almost_empty;
    const SettingsFile file(path, event_form());
    const std::string of(object_of(file.show("", "").value()).at("of").as_string());
    for (const auto& text :
         {std::string("{"), std::string("[]"), std::string("{}"), std::string(R"({"of":3,"event":{}})"),
          request(of, {{"journal", "x"}}), request(of, {{"name", true}}), request(of, {{"delay_s", 1.5}})}) {
        CAPTURE(text);
        const auto event = file.asked(text);
        REQUIRE_FALSE(event);
        CHECK_FALSE(event.error().outdated);
        CHECK(object_of(to_json(event.error())).at("error").as_string().size() > 0);
    }
    const auto event = file.asked(request(of, {{"name", "F"}}));
    std::filesystem::create_directories(folder / "hall.toml.before" / "in the way");
    const auto written = file.write(*event);
    REQUIRE_FALSE(written);
    says(written.error().sentence, "it is not saved: " + path.string() + ".before cannot be written");
    CHECK(tests::text_of(path) == almost_empty);
    const auto wrong = object_of(to_json(file.asked(request(of, {{"date", "x"}})).error()));
    says(std::string(wrong.at("fields").at("date").as_string()), "date must be a day");
}

TEST_CASE("the games that are armed after a new event have something of the last one") {
    auto header = parse_config("[event]\nname = \"Old\"\nsite = \"S\"\n[play]\nstart = "
                               "\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"\ntime_control = \"3m+2\"\n[[board]]\n",
                               "hall.toml")
                      ->header;
    const auto event = with_event(almost_empty, "hall.toml", {{"name", "New"}, {"laws", "2018"}});
    take_event(*event, header);
    CHECK(header.tags == record::Tags{{"Event", "New"}, {"Round", "1"}});
    CHECK(header.time_control.empty());
    CHECK(header.laws == laws::Edition::laws_2018);
    CHECK(header.start_fen == "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
}
