#include "daemon/gather/other_round.hpp"

#include "tests/catch.hpp"

using namespace adoube;

TEST_CASE("an address that is no round's is only found when the round begins") {
    for (const char* good : {"http://hall-b:8080/round.pgn", "https://live.example.org/round.pgn",
                             "http://10.0.0.2/round.pgn", "http://[::1]:8080/round.pgn"})
        CHECK(gather::check_round_url(good));
    for (const char* bad : {"", "hall-b", "file:///etc/passwd", "http://", "http:///x",
                            "ftp://hall-b/round.pgn", "https://ann:s3cret@hall-b/round.pgn"}) {
        CAPTURE(bad);
        const auto checked = gather::check_round_url(bad);
        REQUIRE(!checked);
        CHECK(checked.error().find("s3cret") == std::string::npos);
    }
}

TEST_CASE("what another daemon answers is merged though it is no PGN, or holds what a terminal obeys") {
    CHECK(gather::is_round("[Event \"E\"]\r\n[White \"Čmilytė\"]\n\n1. e4 *\n"));
    for (const std::string_view bad : {"", "<html>", "[Event \"\x1b[2J\"]\n", "[Event \"a\x7f\"]\n"})
        CHECK_FALSE(gather::is_round(bad));
    CHECK_FALSE(gather::is_round(std::string_view("[Event \"a\0\"]", 13)));
}
