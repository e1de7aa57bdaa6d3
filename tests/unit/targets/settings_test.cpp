#include "daemon/targets/settings.hpp"
#include "tests/catch.hpp"
#include "tests/says.hpp"
#include "tests/unit/targets/played.hpp"

using namespace adoube;
using namespace adoube::targets;

TEST_CASE("the address of a round is taken for another, or a page for a round") {
    constexpr auto round = "https://lichess.org/api/broadcast/round/AbCd1234";
    CHECK(lichess_round(round) == round);
    CHECK(lichess_round(round + std::string("/push")) == round);
    CHECK(lichess_round("http://127.0.0.1:9663/api/broadcast/round/a/push") ==
          "http://127.0.0.1:9663/api/broadcast/round/a");
    for (const std::string url :
         {"", "lichess.org/api/broadcast/round/AbCd1234", "ftp://lichess.org/a",
          "https://lichess.org/broadcast/open/round-1/AbCd1234", "https://lichess.org/api/broadcast/round/",
          "https://lichess.org/api/broadcast/round/a/b"})
        CHECK_FALSE(lichess_round(url));
    tests::says(lichess_round("http://lichess.org/api/broadcast/round/a").error(), "in the clear");
}

TEST_CASE("a URL with a password is taken, or repeated in the sentence that refuses it") {
    for (const std::string url :
         {"https://ann:s3cret@site.example/games.pgn", "ftp://ann:s3cret@site.example/a"}) {
        const auto file = check_file_url(url), proxy = check_proxy(url);
        tests::says(file.error(), "user and password_file");
        CHECK((file.error() + proxy.error() + lichess_round(url).error()).find("s3cret") ==
              std::string::npos);
    }
    for (const std::string url :
         {"https://a.example/games.pgn", "http://a.example", "sftp://a.example/b/c.pgn",
          "ftp://a.example:2121/games.pgn", "ftpes://a.example/g.pgn", "ftps://[::1]/g.pgn",
          "https://a.example/up?event=@3"})
        CHECK(check_file_url(url));
    for (const std::string url :
         {"", "games.pgn", "file:///etc/passwd", "https://", "https://:80/a", "ftp://a.example",
          "sftp://a.example/b/", "https://a.example/a b", "https://a.example/ä", "https://a.example/#a"})
        CHECK_FALSE(check_file_url(url));
    for (const std::string url : {"http://proxy:3128", "socks5h://proxy:1080"}) CHECK(check_proxy(url));
    CHECK_FALSE(check_proxy("proxy:3128"));
}

TEST_CASE("a token leaves this computer in the clear") {
    for (const std::string url :
         {"http://127.0.0.1:80/a", "http://localhost/a", "http://[::1]:80/a", "http://[::1]"})
        CHECK(is_this_computer(url));
    for (const std::string url :
         {"http://localhost.example/a", "http://10.0.0.1/127.0.0.1", "http://[fe80::1]/"})
        CHECK_FALSE(is_this_computer(url));
}

TEST_CASE("a target gets the games of other boards or another round") {
    Settings settings;
    tests::Played game(3);
    CHECK(settings.wants(game.state));
    settings.boards = {1, 2};
    CHECK_FALSE(settings.wants(game.state));
    settings.boards = {3};
    CHECK(settings.wants(game.state));
    settings.round = "2";
    CHECK_FALSE(settings.wants(game.state));
    settings.round = "1";
    CHECK(settings.wants(game.state));
}
