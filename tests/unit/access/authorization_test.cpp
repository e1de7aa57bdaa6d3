#include "daemon/access/authorization.hpp"

#include "tests/catch.hpp"

using namespace adoube::access;

TEST_CASE("a token that was shown is not seen, or something else is taken for one") {
    const auto text = new_token_text().value(), other = new_token_text().value();
    const auto shown = [](const std::string& authorization, const std::string& protocol = {}) {
        return token_in({authorization, protocol});
    };
    for (const char* scheme : {"Bearer ", "bearer ", "BEARER ", "Bearer   "})
        CHECK(shown(scheme + text) == hash_of(text));
    CHECK(shown("Bearer " + text + " \t") == hash_of(text));
    CHECK(shown("", "adoube.arbiter, bearer." + text) == hash_of(text));
    CHECK(shown("", "bearer." + text + ",adoube.arbiter") == hash_of(text));
    CHECK(shown("Bearer " + text, "bearer." + other) == hash_of(text)); // Authorization counts
    CHECK(shown("Bearer x", "bearer." + text).error() == NoToken::wrong);
    CHECK(shown("").error() == NoToken::none);
    CHECK(shown("", "adoube.arbiter").error() == NoToken::none);
    for (const auto& wrong : std::initializer_list<std::string>{
             text, "Basic " + text, "Bearer" + text, "Bearer \"" + text + "\"",
             "Bearer " + text + "," + other, "Bearer " + text + "x", "Bearer", "Bearer ", " ",
             "Bearer adoube_", "Token " + text, "Bearer " + text + " " + other})
        CHECK(shown(wrong).error() == NoToken::wrong);
    CHECK(shown("", "bearer.").error() == NoToken::wrong);
    CHECK(shown("", "bearer." + text + "x").error() == NoToken::wrong);
}

TEST_CASE("the protocol that the feed answers with was not offered") {
    CHECK(offers_feed("adoube.arbiter"));
    CHECK(offers_feed("chat , adoube.arbiter\t,x"));
    CHECK_FALSE(offers_feed(""));
    CHECK_FALSE(offers_feed("adoube.arbiters, bearer.adoube.arbiter"));
}
