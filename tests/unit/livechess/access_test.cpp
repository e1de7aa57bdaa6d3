#include "daemon/livechess/access.hpp"
#include "tests/catch.hpp"

#include <algorithm>

using namespace adoube;
using server::Request;

namespace {

const std::vector<server::Origin> named{*server::parse_origin("https://lichess.org")};

Request ask(std::string_view method, std::string_view target, std::string_view origin = {},
            std::string_view host = "localhost:1982") {
    return {.method = method, .target = target, .if_none_match = {}, .host = host, .origin = origin};
}

std::string field(const server::Response& response, std::string_view name) {
    const auto found = std::ranges::find(response.fields, name, &server::Field::name);
    return found == response.fields.end() ? "none" : found->value;
}

unsigned status(std::string_view origin, std::string_view host = "localhost:1982") {
    const auto refusal = livechess::refuse(ask("GET", "/api/v1.0", origin, host), named);
    return refusal ? refusal->status : 0;
}

} // namespace

TEST_CASE("a page of a site that is not named, or that has given this computer a name, is refused") {
    CHECK(status("https://lichess.org") == 0);
    CHECK(status("") == 0); // a program
    CHECK(status("", "127.0.0.1:1982") == 0);
    CHECK(status("", "[::1]:1982") == 0);
    for (const char* other :
         {"http://lichess.org", "https://lichess.org.evil.example", "https://evil.example",
          "https://lichess.org:8443", "http://localhost:1982", "null", "file://", "x"})
        CHECK(status(other) == 403);
    CHECK(status("https://lichess.org", "rebound.example") == 421);
    CHECK(status("", "rebound.example:1982") == 421);
}

TEST_CASE("a browser is told that a named site's page may reach this computer and read the boards") {
    const auto asked =
        livechess::answer(ask("OPTIONS", "/api/v1.0/eboards", "https://lichess.org"), "[]", "");
    CHECK(asked.status == 204);
    CHECK(field(asked, "Access-Control-Allow-Origin") == "https://lichess.org");
    CHECK(field(asked, "Access-Control-Allow-Private-Network") == "true");
    CHECK(field(asked, "Vary") == "Origin");
    const auto got = livechess::answer(ask("GET", "/api/v1.0/eboards?x", "https://lichess.org"), "[1]", "");
    CHECK(got.status == 200);
    CHECK(got.body == "[1]");
    CHECK(got.type == "application/json");
    CHECK(field(got, "Access-Control-Allow-Origin") == "https://lichess.org");
    CHECK(field(got, "Access-Control-Allow-Private-Network") == "none");
    CHECK(livechess::answer(ask("GET", "/api/v1.0/eboards"), "[1]", "").fields.empty());
}

TEST_CASE("other addresses and methods are refused, and a delayed round says why it lists nothing") {
    CHECK(livechess::answer(ask("GET", "/"), "[]", "").status == 404);
    CHECK(livechess::answer(ask("POST", "/api/v1.0/eboards"), "[]", "").status == 405);
    const auto delayed = livechess::answer(ask("GET", "/api/v1.0/eboards"), "", "it is delayed");
    CHECK(delayed.status == 403);
    CHECK(delayed.body == R"({"message":"it is delayed"})");
}
