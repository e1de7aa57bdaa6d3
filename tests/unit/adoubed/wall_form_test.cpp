#include "daemon/adoubed/wall_form.hpp"

#include "daemon/boost/parse_json.hpp"
#include "tests/catch.hpp"
#include "tests/says.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/text_of.hpp"
#include "tests/tier.hpp"

#include <boost/json.hpp>

#include <fstream>
#include <random>

using namespace adoube;
using adoubed::parse_config;
using adoubed::SettingValues;
using adoubed::TomlValue;
using adoubed::wall_form;
using tests::says;

namespace {

using Numbers = std::vector<std::int64_t>;
using Texts = std::vector<std::string>;

constexpr const char* bare = "[event]\nname = \"E\"\n[[board]]\n";
const TomlValue none;

auto with_wall(const std::string& toml, const SettingValues& wanted) {
    return adoubed::with_values(toml, "hall.toml", wall_form(), wanted);
}
SettingValues values_in(const std::string& toml) {
    const auto config = parse_config(toml, "hall.toml");
    INFO(toml);
    REQUIRE(config);
    return wall_form().values_of(*config);
}

} // namespace

TEST_CASE(
    "of what stands in the file about the wall a form makes something else, or a file that nobody reads") {
    const auto wall = with_wall(bare, {{"boards", "1-20,33"},
                                       {"featured", Numbers{1, 2}},
                                       {"page", 12},
                                       {"turn_s", 0},
                                       {"openings", true},
                                       {"frame_ancestors", Texts{"https://a.example", "https://b.example"}}});
    if (!wall) FAIL(wall.error().sentence);
    CHECK(wall->toml == std::string(bare) + R"(
[wall]
boards = "1-20,33"
featured = [ 1, 2 ]
page = 12
turn_s = 0
openings = true
frame_ancestors = [ "https://a.example", "https://b.example" ]
)");
    says(wall_change_in_words(*wall, "hall.toml"), "new in hall.toml: boards on the wall, featured boards, "
                                                   "boards a page, seconds a page, names of openings, "
                                                   "sites that may show the pages; it counts at once");
    const auto usual = with_wall(wall->toml, {{"boards", none},
                                              {"featured", none},
                                              {"page", none},
                                              {"turn_s", none},
                                              {"openings", false},
                                              {"frame_ancestors", none}});
    REQUIRE(usual);
    CHECK(usual->toml == std::string(bare) + "\n[wall]\nopenings = false\n");
    CHECK(with_wall(bare, values_in(bare))->changed.empty());
    CHECK(with_wall(bare, {{"openings", none}, {"turn_s", none}})->changed.empty());

    const TomlValue values[][4] = {
        {none, "1-4", "all"},
        {none, Numbers{3}, Numbers{1, 2}},
        {none, 1, 24},
        {none, 0, 60},
        {false, true},
        {none, Texts{"https://a.example"}, Texts{"http://b.example:81", "https://c.example"}}};
    for (const auto seed : tests::seeds({100, 5'000})) {
        std::mt19937_64 random(seed);
        std::string text = "[wall] # screens\nhall = []\nstandings_in_hall = true # so\n" + std::string(bare);
        for (int change = 0; change < 6; ++change) {
            SettingValues wanted;
            for (std::size_t at = 0; at < wall_form().fields.size(); ++at) {
                const auto of = values[at][random() % (at == 4 ? 2 : 3)];
                if (random() % 2 == 0) wanted.emplace(wall_form().fields[at].field, of);
            }
            CAPTURE(seed, text);
            const auto changed = with_wall(text, wanted);
            REQUIRE(changed);
            auto expected = values_in(text);
            for (const auto& [field, value] : wanted) expected[field] = value;
            CHECK(values_in(changed->toml) == expected);
            CHECK(changed->config.wall.standings_in_hall);
            CHECK(changed->config.wall.hall);
            says(changed->toml, "[wall] # screens\nhall = []\nstandings_in_hall = true # so\n");
            text = changed->toml;
        }
    }
}

TEST_CASE("a wall is saved that the daemon would not start with, or it is not told what is wrong") {
    const std::tuple<const char*, TomlValue, const char*> rows[] = {
        {"boards", "one", "boards are written as 1-4,7 or all"},
        {"featured", Numbers{0}, "a list of whole numbers"},
        {"featured", Texts{"1"}, "a list of whole numbers"},
        {"page", 0, "whole number from 1"},
        {"turn_s", 3601, "whole number from 0"},
        {"openings", "yes", "true or false"},
        {"frame_ancestors", Texts{"*"}, "\"*\" is no site"},
        {"frame_ancestors", "https://a.example", "a list of texts"}};
    for (const auto& [field, value, why] : rows) {
        CAPTURE(field, why);
        const auto wall = with_wall(
            bare, {{field, value}, {"turn_s", field == std::string_view("turn_s") ? value : TomlValue(5)}});
        REQUIRE_FALSE(wall);
        REQUIRE(wall.error().fields.size() == 1);
        CHECK(wall.error().fields.begin()->first == field);
        says(wall.error().fields.begin()->second, why);
    }
}

TEST_CASE(
    "what a page sends of the wall is read as something else, or changes more of the hall than the wall") {
    const tests::TemporaryFolder folder;
    const auto path = folder / "hall.toml";
    std::ofstream(path) << bare << "[wall]\nhall = []\nfeatured = [7]\n";
    const adoubed::SettingsFile file(path, wall_form());
    const auto shown = parse_json(file.show("", "").value()).value().as_object();
    CHECK(shown.at("wall") ==
          parse_json(R"({"boards":null,"featured":[7],"page":null,"turn_s":null,"openings":false,)"
                     R"("frame_ancestors":null})")
              .value());
    const auto asked = [&](const std::string& wall) {
        return file.asked("{\"of\":" + boost::json::serialize(shown.at("of")) + ",\"wall\":" + wall + "}");
    };
    const auto wall =
        asked(R"({"featured":[],"turn_s":15,"frame_ancestors":["https://club.example"],"openings":true})");
    if (!wall) FAIL(wall.error().sentence);
    REQUIRE(file.write(*wall));
    auto config = *parse_config(bare, "hall.toml");
    take_wall(*wall, config);
    CHECK(config.wall.turn_s == 15);
    CHECK(config.wall.featured.empty());
    CHECK(config.wall.openings);
    CHECK(config.framed_by == "https://club.example");
    CHECK_FALSE(config.wall.hall); // of the file it counts from the next start, as all else
    says(tests::text_of(path), "[wall]\nhall = []\nturn_s = 15\n");
    CHECK(asked("{}").error().outdated);
    for (const char* wrong :
         {R"({"hall":[]})", R"({"featured":[1.5]})", R"({"featured":[1,"2"]})", R"({"page":{}})"})
        CHECK_FALSE(asked(wrong));
}
