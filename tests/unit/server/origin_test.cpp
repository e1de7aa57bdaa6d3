#include "daemon/server/origin.hpp"

#include "tests/catch.hpp"

using namespace adoube::server;

TEST_CASE(
    "a page may open the feed of the server that it is from, whatever way names and ports are written") {
    const struct {
        const char *origin, *host;
    } same[]{
        {"http://127.0.0.1:8080", "127.0.0.1:8080"}, {"http://Hall-PC:8080", "hall-pc:8080"},
        {"http://hall.example", "hall.example"},     {"http://hall.example", "hall.example:80"},
        {"https://hall.example", "hall.example"},    {"https://hall.example", "hall.example:443"},
        {"http://[::1]:8080", "[::1]:8080"},         {"http://[0:0::1]:8080", "[::1]:8080"},
    };
    for (const auto& [origin, host] : same) {
        CAPTURE(origin, host);
        CHECK(is_welcome(origin, host, {}));
    }
}

TEST_CASE("a page of another site may not, nor one that hides where it is from") {
    const struct {
        const char *origin, *host;
    } others[]{
        {"http://evil.example", "hall.example"},
        {"http://hall.example.evil.example", "hall.example"},
        {"http://hall.example:81", "hall.example"},
        {"http://hall.example:8080", "hall.example"},
        {"https://hall.example", "hall.example:80"},
        {"null", "hall.example"},
        {"null", "null"},
        {"", ""},
        {"hall.example", "hall.example"},
        {"file://hall.example", "hall.example"},
        {"http://", ""},
        {"http://hall.example/", "hall.example"},
        {"http://hall.example@evil.example", "hall.example"},
        {"http://hall.example", ""},
        {"http://hall.example:99999", "hall.example:99999"},
        {"http://[::1", "[::1"},
    };
    for (const auto& [origin, host] : others) {
        CAPTURE(origin, host);
        CHECK(!is_welcome(origin, host, {}));
    }
}

TEST_CASE("a site that the configuration names may open the feed, by its scheme and port") {
    const std::vector<Origin> named{parse_origin("https://live.example.org").value()};
    CHECK(is_welcome("https://live.example.org", "127.0.0.1:8080", named));
    CHECK(is_welcome("https://live.example.org:443", "127.0.0.1:8080", named));
    CHECK(!is_welcome("http://live.example.org", "127.0.0.1:8080", named));
    CHECK(!is_welcome("https://live.example.org:8443", "127.0.0.1:8080", named));
    CHECK(!is_welcome("https://example.org", "127.0.0.1:8080", named));
}

TEST_CASE("addresses, localhost and named sites are names of this computer; a name from elsewhere may be "
          "pointed here") {
    const std::vector<Origin> named{parse_origin("https://live.example.org").value()};
    for (const char* own :
         {"127.0.0.1", "127.0.0.1:8080", "192.168.1.7:80", "[::1]:8080", "localhost", "LocalHost:8080",
          "hall.localhost", "live.example.org", "live.example.org:8080"}) {
        CAPTURE(own);
        CHECK(is_own_name(own, named));
    }
    for (const char* strange :
         {"", "evil.example", "live.example.org.evil.example", "localhost.evil.example",
          "127.0.0.1.evil.example", "127.0.0.1:x", "example.org", "notlocalhost", "[::1"}) {
        CAPTURE(strange);
        CHECK(!is_own_name(strange, named));
    }
}
