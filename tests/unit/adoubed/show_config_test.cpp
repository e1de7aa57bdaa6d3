#include "daemon/adoubed/show_config.hpp"

#include "tests/catch.hpp"
#include "tests/says.hpp"

using namespace adoube;
using namespace adoube::adoubed;

namespace {

constexpr const char* least = "[event]\nname = \"E\"\n[[board]]\nport = \"tcp:h:1\"\n";

/// Each kind of setting once, all others left out.
constexpr const char* some = R"(journal = "kept/r.journal"
delay_s = 900
pgn_directory = "../pgn"
[tls]
certificate = "hall.pem"
key = "/etc/hall.key"
[event]
name = "Open \"A\""
date = 2026-11-20
[play]
chess960 = 518
clock_lever = false
[livechess]
[[board]]
number = 7
port = "tcp:10.0.0.7:4000"
white = "Ann"
tags = { WhiteElo = "2100", Z = "é" }
[[board]]
[[target]]
name = "web"
kind = "file"
url = "https://club.example/games.pgn"
boards = [7]
[[program]]
pty = "p"
boards = [7, 2]
)";

Config read(const std::string& toml, const std::filesystem::path& file) {
    auto config = parse_config(toml, file);
    if (!config) FAIL(config.error());
    config->text = toml;
    return *config;
}

bool has_line(const std::string& text, const std::string& line) {
    return ("\n" + text).find("\n" + line + "\n") != std::string::npos;
}

} // namespace

TEST_CASE("a setting that the file leaves out is not shown with what counts for it") {
    const auto shown = show_config(read(least, "/etc/adoube/hall.toml")).value();
    INFO(shown);
    for (const char* line :
         {"journal = '/etc/adoube/adoube.journal'", "control = '/etc/adoube/adoube.control'",
          "listen = '127.0.0.1:8080'", "delay_s = 0", "[event]", "name = 'E'", "round = '1'", "[play]",
          "laws = '2023'", "rate_of_play = 'standard'", "supervised = true", "[[board]]", "number = 1",
          "port = 'tcp:h:1'"})
        CHECK(has_line(shown, line));
    for (const char* absent :
         {"journal_copy", "tls", "livechess", "print", "target", "program", "evidence_days"})
        CHECK(shown.find(absent) == std::string::npos);
}

TEST_CASE("what is shown of a configuration means something else when it is read") {
    for (const char* toml : {least, some}) {
        const auto config = read(toml, "/etc/adoube/hall.toml");
        const auto shown = show_config(config).value();
        INFO(shown);
        const auto again = read(shown, "/elsewhere/copy.toml");
        CHECK(show_config(again).value() == shown);
        CHECK(again.journal == config.journal);
        CHECK(control_path(again) == control_path(config));
        CHECK(again.delay_ms == config.delay_ms);
        CHECK(again.header.tags == config.header.tags);
        CHECK(again.header.start_fen == config.header.start_fen);
        CHECK(again.clock_lever == config.clock_lever);
        REQUIRE(again.boards.size() == config.boards.size());
        for (std::size_t at = 0; at < again.boards.size(); ++at) {
            CHECK(again.boards[at].number == config.boards[at].number);
            CHECK(again.boards[at].port == config.boards[at].port);
            CHECK(again.boards[at].tags == config.boards[at].tags);
        }
        CHECK(again.targets.size() == config.targets.size());
        CHECK(again.programs.size() == config.programs.size());
    }
}

TEST_CASE("what the command line says instead is not shown") {
    auto config = read("[livechess]\n" + std::string(least), "/etc/adoube/hall.toml");
    config.journal = "/var/lib/adoube/hall.journal";
    config.listen = *parse_listen("0.0.0.0:80");
    config.livechess->listen = *parse_listen("127.0.0.1:2000");
    const auto shown = show_config(config).value();
    CHECK(has_line(shown, "journal = '/var/lib/adoube/hall.journal'"));
    CHECK(has_line(shown, "control = '/var/lib/adoube/hall.control'"));
    CHECK(has_line(shown, "listen = '0.0.0.0:80'"));
    CHECK(has_line(shown, "listen = '127.0.0.1:2000'"));
}

TEST_CASE("a path that TOML cannot hold is shown as another one, or another folder where a link leads up") {
    auto config = read(least, "/etc/adoube/hall.toml");
    config.journal = "/var/a\nb.journal";
    tests::says(show_config(config).error(), "the path of its journal has a line break; name another one");
    config.journal = "/var/\xff.journal";
    tests::says(show_config(config).error(), "the path of its journal has bytes that are not UTF-8");
    const auto above = read("pgn_directory = \"../pgn\"\n" + std::string(least), "/etc/adoube/hall.toml");
    CHECK(has_line(show_config(above).value(), "pgn_directory = '/etc/adoube/../pgn'"));
}
