#include "daemon/broadcast/public_tags.hpp"
#include "daemon/broadcast/unknown_players.hpp"
#include "tests/catch.hpp"

using adoube::broadcast::PublicTags;

TEST_CASE("a tag that tells of conduct, claims or opinions cannot be held") {
    for (const char* name :
         {"Termination", "Annotator", "Incident", "Result", "FEN", "Remark", "white", ""}) {
        CAPTURE(name);
        CHECK_FALSE(PublicTags::is_public(name));
        PublicTags tags;
        CHECK_FALSE(tags.set(name, "rules infraction"));
        CHECK(tags == PublicTags{});
        CHECK(PublicTags(PublicTags::Map{{name, "rules infraction"}}) == PublicTags{});
    }
}

TEST_CASE("who plays whom, where and how, is held") {
    PublicTags tags(
        PublicTags::Map{{"White", "Nagy, Ágnes"}, {"WhiteElo", "2400"}, {"Termination", "time forfeit"}});
    CHECK(tags.set("TimeControl", "40/5400+30"));
    CHECK(tags.set("White", "Kiss, Ágnes"));
    CHECK(tags["White"] == "Kiss, Ágnes");
    CHECK(tags["WhiteElo"] == "2400");
    CHECK(tags["TimeControl"] == "40/5400+30");
    CHECK(tags["Termination"].empty());
}

TEST_CASE("a name in ISO 8859-1 or with control characters cannot break JSON or PGN") {
    PublicTags tags;
    tags.set("White", "Gro\xdf, J\xf6rg");
    CHECK(tags["White"] == "Groß, Jörg");
    tags.set("Black", "two\nlines\x7f");
    CHECK(tags["Black"] == "two lines ");
}

TEST_CASE("a game that broadcast sites would leave out is not told, or one that they take is") {
    const struct {
        const char *white, *white_id, *black, *doubt;
    } players[]{{"Ann Adams", "", "Li", ""},         {"?", "", "Ben Baker", "White has"},
                {"", "", "Ben Baker", "White has"},  {"?", "1503014", "Ben Baker", ""},
                {"Ann Adams", "", "X", "Black has"}, {"UNKNOWN", "", "bye", "both players have"}};
    for (const auto& [white, white_id, black, doubt] : players) {
        CAPTURE(white, black);
        const auto told = adoube::broadcast::doubt_of_players(
            PublicTags::Map{{"White", white}, {"WhiteFideId", white_id}, {"Black", black}});
        CHECK(told.starts_with(doubt));
        CHECK(told.empty() == std::string_view(doubt).empty());
    }
}
