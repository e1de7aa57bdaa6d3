#include "daemon/adoubed/config.hpp"

#include "tests/catch.hpp"
#include "tests/says.hpp"

using namespace adoube;
using adoubed::game_id;
using adoubed::parse_config;
using board::to_string;

namespace {

constexpr const char* full = R"(
journal = "hall/round-1.journal"
listen = "0.0.0.0:8080"
trusted_proxies = ["127.0.0.1", "10.0.0.0/8"]
origins = ["https://live.example.org"]
delay_s = 900
time_zone = "Europe/Lisbon"
journal_copy = "/media/stick/hall.journal"
pgn_directory = "/srv/pgn"
control = "arbiter.socket"
evidence_key = "keys/hall.key"
cosigners = ["arbiter.example/anna+d4df6f64+BG+sdW4+ozDfWCOyVqJb/1/F45stkuwwv2Uot+4v1Gsl"]

[tls]
certificate = "tls/hall.pem"
key = "/etc/ssl/private/hall.key"

[event]
name = "Open of A-Town"
site = "A-Town"
federation = "POR"
chief_arbiter = "Silva, Ana"
deputy_arbiters = "Reis, Rui; Dias, Eva"
date = 2026-11-20
round = "3"

[retention]
evidence_days = 30

[livechess]
listen = "[::1]:1983"
origins = ["https://lichess.org"]
pieces_in_the_air = false
when_delayed = "public"
first_board = 7

[play]
laws = "2018"
rate_of_play = "rapid"
supervised = false
time_control = "900+10"
clock_lever = true
start = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"
chess960 = true
sensing = "colour"

[[board]]
number = 7
port = "tcp:10.0.0.7:4000"
white = "Ann"
black = "Ben"
tags = { WhiteElo = "2100" }

[[board]]
port = "/dev/ttyACM1"
sensing = "presence"

[[program]]
pty = "dgt/board-7"
boards = [7]
trademark = "A board of A-Town"
serial = "00042"
pieces_in_the_air = false
when_delayed = "public"

[[program]]
pty = "/srv/bus"
boards = [2, 7]
)";

constexpr const char* head = "[event]\nname = \"E\"\n";
constexpr const char* one_board = "[[board]]\nport = \"tcp:h:1\"\n";

std::string tags_many(int count) {
    std::string tags;
    for (int tag = 0; tag < count; ++tag) tags += (tag > 0 ? ", T" : "T") + std::to_string(tag) + " = '1'";
    return "tags = { " + tags + " }\n";
}

} // namespace

TEST_CASE("every setting is read, and belongs where it says") {
    const auto read = parse_config(full, "/etc/adoube/hall.toml");
    if (!read) FAIL(read.error());
    const auto& config = *read;
    CHECK(config.journal == "/etc/adoube/hall/round-1.journal");
    CHECK(config.journal_copy == "/media/stick/hall.journal");
    CHECK(config.pgn_directory == "/srv/pgn");
    CHECK(config.control == "/etc/adoube/arbiter.socket");
    CHECK(config.evidence_key == "/etc/adoube/keys/hall.key");
    REQUIRE(config.cosigners.size() == 1);
    CHECK(config.cosigners[0].name == "arbiter.example/anna");
    CHECK(to_string(config.listen) == "tcp:0.0.0.0:8080");
    REQUIRE(config.tls);
    CHECK(config.tls->certificate == "/etc/adoube/tls/hall.pem");
    CHECK(config.tls->key == "/etc/ssl/private/hall.key");
    CHECK(config.trusted_proxies.trusts(boost::asio::ip::make_address("10.1.2.3")));
    REQUIRE(config.origins.size() == 1);
    CHECK(config.origins[0].host == "live.example.org");
    REQUIRE(config.livechess);
    CHECK(to_string(config.livechess->listen) == "tcp:[::1]:1983");
    REQUIRE(config.livechess->origins.size() == 1);
    CHECK(config.livechess->origins[0].host == "lichess.org");
    CHECK_FALSE(config.livechess->pieces_in_the_air);
    CHECK(config.livechess->when_delayed == adoubed::LiveChessConfig::WhenDelayed::show_public);
    CHECK(config.livechess->first_board == 7);
    CHECK(config.delay_ms == 900'000);
    CHECK(config.time_zone == "Europe/Lisbon");
    CHECK(config.header.laws == laws::Edition::laws_2018);
    CHECK(config.header.rate_of_play == laws::RateOfPlay::rapid);
    CHECK(!config.header.supervised);
    CHECK(config.header.time_control == "900+10");
    CHECK(config.clock_lever == true);
    CHECK(config.header.chess960);
    CHECK(config.header.start_fen.starts_with("bbqnnrkr/"));
    CHECK(config.header.tags.at("Event") == "Open of A-Town");
    CHECK(config.header.tags.at("Site") == "A-Town");
    CHECK(config.header.tags.at("EventFederation") == "POR");
    CHECK(config.header.tags.at("ChiefArbiter") == "Silva, Ana");
    CHECK(config.header.tags.at("DeputyArbiters") == "Reis, Rui; Dias, Eva");
    CHECK(config.header.tags.at("Date") == "2026.11.20");
    CHECK(config.header.tags.at("Round") == "3");
    CHECK(config.header.tags.at("TimeControl") == "900+10");
    CHECK(config.evidence_days == 30);
    REQUIRE(config.boards.size() == 2);
    CHECK(config.boards[0].number == 7);
    CHECK(to_string(*config.boards[0].port) == "tcp:10.0.0.7:4000");
    CHECK(config.boards[0].tags.at("White") == "Ann");
    CHECK(config.boards[0].tags.at("WhiteElo") == "2100");
    CHECK(config.boards[0].sensing == record::Sensing::colour);
    CHECK(config.boards[1].number == 2);
    CHECK(config.boards[1].sensing == record::Sensing::presence);
    REQUIRE(config.programs.size() == 2);
    CHECK(config.programs[0].pty == "/etc/adoube/dgt/board-7");
    CHECK(config.programs[0].boards == std::vector{7});
    CHECK(config.programs[0].trademark == "A board of A-Town");
    CHECK(config.programs[0].serial == "00042");
    CHECK(!config.programs[0].pieces_in_the_air);
    CHECK(config.programs[0].public_when_delayed);
    CHECK(config.programs[1].pty == "/srv/bus");
    CHECK(config.programs[1].boards == std::vector{2, 7});
    CHECK(config.programs[1].pieces_in_the_air);
    CHECK(!config.programs[1].public_when_delayed);
    CHECK(game_id(config.header, config.boards[0].number) == "Open-of-A-Town-2026-11-20-r3-b7");
}

TEST_CASE("an event and a board are enough") {
    const auto config = parse_config(std::string(head) + one_board, "adoube.toml");
    if (!config) FAIL(config.error());
    CHECK(config->journal == "adoube.journal");
    CHECK(config->journal_copy.empty());
    CHECK(config->pgn_directory.empty());
    CHECK(to_string(config->listen) == "tcp:127.0.0.1:8080");
    CHECK(!config->tls);
    CHECK(config->trusted_proxies.none());
    CHECK(config->origins.empty());
    CHECK_FALSE(config->livechess);
    CHECK(config->programs.empty());
    CHECK(config->delay_ms == 0);
    CHECK(!config->clock_lever);
    CHECK(!config->evidence_days); // kept forever
    CHECK(game_id(config->header, config->boards[0].number) == "E-r1-b1");
}

TEST_CASE("the name of a game holds only what an address may hold") {
    auto config = parse_config(std::string(head) + one_board, "x").value();
    config.header.tags["Event"] = "..\xc3\x84rger/ & Co.";
    config.header.tags["Round"] = "1.1";
    CHECK(game_id(config.header, config.boards[0].number) == "rger-Co.-r1.1-b1");
}

TEST_CASE("every mistake is told with file, line and what to write instead") {
    const std::string event = head, one = one_board, program = "[[program]]\n",
                      at_p = program + "pty = \"p\"\n";
    struct {
        std::string toml;
        const char* error;
    } const rows[] = {
        {"journal = \n", "f.toml:1: "},
        {event, "f.toml:1: no board is set"},
        {one, "f.toml:1: [event] needs name"},
        {event + "plce = \"x\"\n" + one, "f.toml:3: [event] has no setting named plce"},
        {"jurnal = \"x\"\n" + event + one, "f.toml:1: the file has no setting named jurnal"},
        {"delay_s = -1\n" + event + one, "f.toml:1: delay_s must be a whole number from 0 to 86400"},
        {"delay_s = \"5\"\n" + event + one, "f.toml:1: delay_s must be a whole number"},
        {"listen = \"8080\"\n" + event + one, "f.toml:1: listen \"8080\" is no address"},
        {"listen = \"[::1]:70000\"\n" + event + one, "f.toml:1: listen \"[::1]:70000\" is no address"},
        {"listen = \"localhost:80\"\n" + event + one, "f.toml:1: listen \"localhost:80\" is no address"},
        {"listen = \"127.1:80\"\n" + event + one, "f.toml:1: listen \"127.1:80\" is no address"},
        {"journal = \"\"\n" + event + one, "f.toml:1: journal is empty: name a file"},
        {"evidence_key = \"a\\u0000b\"\n" + event + one,
         "f.toml:1: evidence_key must not hold the control character U+0000"},
        {"trusted_proxies = \"10.0.0.1\"\n" + event + one,
         "f.toml:1: trusted_proxies must be a list of texts, as in trusted_proxies = [\"127.0.0.1\"]"},
        {"trusted_proxies = [\"proxy\"]\n" + event + one,
         "f.toml:1: trusted_proxies: \"proxy\" is no address"},
        {"livechess = { listen = \"192.168.0.7:1982\" }\n" + event + one,
         "f.toml:1: listen under [livechess] must be an address of this computer alone"},
        {"livechess = { listen = \"0.0.0.0:1982\" }\n" + event + one,
         "f.toml:1: listen under [livechess] must be an address of this computer alone"},
        {"livechess = { origins = [\"*\"] }\n" + event + one,
         "f.toml:1: origins: \"*\" is no site: write it as https://lichess.org"},
        {"livechess = { when_delayed = \"show\" }\n" + event + one,
         "f.toml:1: when_delayed \"show\" is neither refuse nor public"},
        {"livechess = { first_board = 9 }\n" + event + one,
         "f.toml:1: first_board is the number of no board here"},
        {"livechess = { port = 1982 }\n" + event + one, "f.toml:1: [livechess] has no setting named port"},
        {"origins = [\"live.example.org\"]\n" + event + one,
         "f.toml:1: origins: \"live.example.org\" is no site"},
        {"cosigners = [\"anna\"]\n" + event + one, "f.toml:1: cosigners: "},
        {"cosigners = "
         "[\"hall.example/a+89870964+AbkpKDUFYo9AqETxuQF6m2LD8fwRyPMSOxtTBpZO6SUB\"]\nevidence_key = "
         "\"k\"\n" +
             event + one,
         "f.toml:1: cosigners: hall.example/a is no co-signer's key: adoube evidence key new --cosigner"},
        {"cosigners = [\"arbiter.example/anna+d4df6f64+BG+sdW4+ozDfWCOyVqJb/1/F45stkuwwv2Uot+4v1Gsl\"]\n" +
             event + one,
         "f.toml:1: cosigners sign what the hall has signed: name its evidence_key, too"},
        {event + "[tls]\nkey = \"k\"\n" + one, "f.toml:3: [tls] needs certificate"},
        {event + "[tls]\ncertificate = \"c\"\n" + one, "f.toml:3: [tls] needs key"},
        {event + "[tls]\ncertificate = \"c\"\nkey = \"k\"\nport = 1\n" + one,
         "f.toml:6: [tls] has no setting named port"},
        {"tls = true\n" + event + one, "f.toml:1: tls must be a section"},
        {"journal = 5\n" + event + one, "f.toml:1: journal must be a text in quotes"},
        {event + "date = \"20.11.2026\"\n" + one, "f.toml:3: date must be a day, written as 2026-11-20"},
        {event + "date = \"2026-02-29\"\n" + one, "f.toml:3: date must be a day, written as 2026-11-20"},
        {event + "federation = \"por\"\n" + one, "f.toml:3: federation must be three letters"},
        {event + "chief_arbiter = 5\n" + one, "f.toml:3: chief_arbiter must be a text in quotes"},
        {event + "deputy_arbiters = \"" + std::string(201, 'x') + "\"\n" + one,
         "f.toml:3: the tag DeputyArbiters is too long: 201 bytes"},
        {event + "[play]\nlaws = \"1999\"\n" + one, "f.toml:4: laws \"1999\" is none of 2001"},
        {event + "[play]\nrate_of_play = \"slow\"\n" + one, "f.toml:4: rate_of_play \"slow\" is none of"},
        {event + "[play]\ntime_control = \"90x\"\n" + one, "f.toml:4: the time control \"90x\""},
        {event + "[play]\nstart = \"8/8\"\n" + one, "f.toml:4: start is no position to play from"},
        {event + "[play]\nclock_lever = 1\n" + one, "f.toml:4: clock_lever must be true or false"},
        {event + "[play]\nsensing = \"smell\"\n" + one, "f.toml:4: sensing \"smell\" is none of"},
        {event + "[retention]\nevidence_days = 0\n" + one,
         "f.toml:4: evidence_days must be a whole number from 1 to 36500"},
        {event + "[retention]\ndays = 5\n" + one, "f.toml:4: [retention] has no setting named days"},
        {event + "[[board]]\nport = \"\"\n", "f.toml:4: port \"\" is none that is known"},
        {event + "[[board]]\nport = \"COM3\"\n", "f.toml:4: port \"COM3\" is none that is known"},
        {event + one + "[[board]]\nnumber = 1\nport = \"tcp:h:2\"\n", "f.toml:5: board 1 is set twice"},
        {event + one + one, "f.toml:5: port tcp:h:1 is set for two boards"},
        {event + one + "tags = 5\n", "f.toml:5: tags must be a table"},
        {event + one + "tags = { WhiteTeam = \"A\\nB\" }\n",
         "f.toml:5: the tag WhiteTeam holds a line break: write it without"},
        {event + one + "white = \"Ad\\uFFFFams\"\n",
         "f.toml:5: white must not hold U+FFFF, which is no character"},
        {event + "chief_arbiter = \"Silva\\n001 x\"\n" + one,
         "f.toml:3: chief_arbiter must not hold a line break"},
        {"origins = [\"https://a\\u202e.org\"]\n" + event + one,
         "f.toml:1: origins must not hold U+202E, which turns the writing"},
        {event + one + "white = \"" + std::string(201, 'x') + "\"\n",
         "f.toml:5: the tag White is too long: 201 bytes, and 200 are the most"},
        {"[event]\nname = \"" + std::string(201, 'x') + "\"\n" + one,
         "f.toml:2: the tag Event is too long: 201 bytes, and 200 are the most"},
        {event + one + "tags = { Section = '" + std::string(101, '"') + "' }\n",
         "f.toml:5: the tag Section is too long: 202 bytes, and 200 are the most"},
        {event + one + "tags = { " + std::string(41, 'x') + " = '1' }\n",
         "f.toml:5: the name of the tag \"xxxxxxxxxxxxxxxxxxxxxxxx…\" is too long: 41 bytes"},
        {event + one + tags_many(56), "f.toml:5: a board has at most 55 tags"},
        {event + one + "tags = { WhiteElo = 2100 }\n", "f.toml:5: the tag WhiteElo must be a text"},
        {"event = 5\n" + one, "f.toml:1: event must be a section"},
        {"board = 5\n" + event, "f.toml:1: no board is set"},
        {event + one + "name = \"a\"\nname = \"b\"\n", "f.toml:6: "},
        {event + one + "[program]\npty = \"p\"\n", "f.toml:5: programs have a section of their own each"},
        {event + one + program + "boards = [1]\n", "f.toml:5: [[program]] needs pty"},
        {event + one + at_p, "f.toml:5: [[program]] needs boards"},
        {event + one + at_p + "boards = 1\n", "f.toml:7: [[program]] needs boards"},
        {event + one + at_p + "boards = [\"1\"]\n", "f.toml:7: boards must be a list of numbers of boards"},
        {event + one + at_p + "boards = [2]\n", "f.toml:7: boards must be a list of numbers of boards"},
        {event + one + at_p + "boards = [1, 1]\n", "f.toml:7: boards names board 1 twice"},
        {event + "[[board]]\nnumber = 16384\nport = \"tcp:h:1\"\n[[board]]\nport = \"tcp:h:2\"\n" + at_p +
             "boards = [2, 16384]\n",
         "f.toml:10: boards: of several at one pty none may have a number above 16383"},
        {event + one + at_p + "boards = [1]\ntrademark = \"\"\n", "f.toml:8: trademark must be 1 to 250"},
        {event + one + at_p + "boards = [1]\ntrademark = \"é\"\n", "f.toml:8: trademark must be 1 to 250"},
        {event + one + at_p + "boards = [1]\nserial = \"17\"\n", "f.toml:8: serial must be five digits"},
        {event + one + at_p + "boards = [1]\nwhen_delayed = \"now\"\n",
         "f.toml:8: when_delayed \"now\" is none of refuse, public"},
        {event + one + at_p + "boards = [1]\n" + at_p + "boards = [1]\n",
         "f.toml:8: pty p is set for two programs"},
        {event + "[play]\nchess960 = \"518\"\n" + one, "f.toml:4: chess960 must be true, false or the number "
                                                       "of a start position, 0 to 959, without quotes"},
    };
    for (const auto& row : rows) {
        const auto config = parse_config(row.toml, "f.toml");
        REQUIRE(!config);
        CHECK(config.error().substr(0, std::string_view(row.error).size()) == row.error);
        CHECK(config.error().find('\n') == std::string::npos);
    }
}

TEST_CASE(
    "who forgets the quotes, or writes a time control as elsewhere, is not told how it is written here") {
    const auto mistake = [](const std::string& line) {
        return parse_config(std::string(head) + "[play]\n" + line + "\n" + one_board, "f.toml").error();
    };
    for (const auto& [line, quoted] : {std::pair("date = 20.11.2026", "date = \"20.11.2026\""),
                                       {"white=Ann Adams  # White", "white = \"Ann Adams\""}})
        CHECK(mistake(line).ends_with("; a text stands in quotes, as in " + std::string(quoted)));
    CHECK(mistake("white = \"Ann").find("stands in quotes") == std::string::npos);
    for (const auto& [elsewhere, here] : {std::pair("90min+30", "90m+30"),
                                          {"G/90", "90m"},
                                          {"90 min 30 sec", "90m+30s"},
                                          {"1h30+30", "1h30m+30"},
                                          {"90 + 30", "90m+30"},
                                          {"90' + 30''", "90m+30s"},
                                          {"40/90 min + 30 : 30 min + 30", "40/90m+30:30m+30"},
                                          {"90 Minutes", "90m"}})
        CHECK(mistake("time_control = \"\"\"" + std::string(elsewhere) + "\"\"\"") ==
              "f.toml:4: the time control \"" + std::string(elsewhere) + "\" is not understood: write " +
                  here);
}

TEST_CASE("so many co-signers are named that the journal grows by pages at every move") {
    const auto with = [](int count) {
        std::string list;
        for (int n = 0; n < count; ++n)
            list += "\"arbiter.example/anna+d4df6f64+BG+sdW4+ozDfWCOyVqJb/1/F45stkuwwv2Uot+4v1Gsl\",";
        return parse_config("evidence_key = \"k\"\ncosigners = [" + list + "]\n" + head + one_board,
                            "f.toml");
    };
    CHECK(with(16));
    CHECK(with(17).error() == "f.toml:2: cosigners are 16 at most");
}

TEST_CASE("a configuration that is not there is named") {
    CHECK(adoubed::read_config("/no/such.toml").error().find("/no/such.toml cannot be read") !=
          std::string::npos);
    CHECK(adoubed::read_config("/tmp").error().find("/tmp cannot be read") != std::string::npos);
}

TEST_CASE("a time in minutes, and a start position by its number, are those that were written") {
    const auto header = [](const std::string& play) {
        const auto config = parse_config(std::string(head) + "[play]\n" + play + one_board, "x");
        if (!config) FAIL(config.error());
        return config->header;
    };
    CHECK(header("time_control = \"90m+30\"\n").time_control == "5400+30");
    CHECK(header("time_control = \"90m+30\"\n").tags.at("TimeControl") == "5400+30");
    CHECK(header("chess960 = 0\n").start_fen.starts_with("bbqnnrkr/"));
    CHECK(header("chess960 = 959\n").start_fen.starts_with("rkrnnqbb/"));
    CHECK(header("chess960 = 518\n").chess960);
    const auto mistake = [](const std::string& play) {
        return parse_config(std::string(head) + "[play]\n" + play + one_board, "x").error();
    };
    CHECK(mistake("chess960 = 960\n") ==
          "x:4: chess960 must be true, false or the number of a start position, 0 to 959");
    CHECK(mistake("chess960 = 5\nstart = \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"\n") ==
          "x:4: chess960 names a start position by its number, and start another");
}

TEST_CASE("a target is read as another, or in another way than it says") {
    const auto read = parse_config(std::string(head) + one_board + R"(
[[target]]
name = "lichess"
kind = "lichess"
url = "https://lichess.org/api/broadcast/round/AbCd1234/push"
token_file = "lichess.token"
delay_s = 1200
boards = [1]
round = "1"
[[target]]
name = "web_2"
kind = "file"
url = "https://files.example/games.pgn"
each_game = "https://files.example/{id}.pgn"
method = "POST"
user = "ann"
password_file = "/etc/adoube/ann"
ca = "ca.pem"
proxy = "http://proxy.example:3128"
[[target]]
name = "sftp"
kind = "file"
each_game = "sftp://files.example/live/{id}.pgn"
cloud = "sftp://files.example/live/"
user = "ann"
key_file = "id"
known_hosts = "hosts"
)",
                                   "/etc/adoube/hall.toml");
    if (!read) FAIL(read.error());
    REQUIRE(read->targets.size() == 3);
    const auto& [round, web, sftp] = std::tie(read->targets[0], read->targets[1], read->targets[2]);
    CHECK(round.settings.kind == targets::Kind::lichess);
    CHECK(round.settings.url == "https://lichess.org/api/broadcast/round/AbCd1234");
    CHECK(round.access.token_file == "/etc/adoube/lichess.token");
    CHECK(round.delay_ms == 1'200'000);
    CHECK(round.settings.boards == std::vector{1});
    CHECK(round.settings.round == "1");
    CHECK(sent_record_path(*read, round) == "/etc/adoube/adoube.journal-sent-lichess");
    CHECK(web.settings.kind == targets::Kind::file);
    CHECK(web.settings.url == "https://files.example/games.pgn");
    CHECK(web.settings.each_game == "https://files.example/{id}.pgn");
    CHECK(web.settings.post);
    CHECK(web.access.user == "ann");
    CHECK(web.access.password_file == "/etc/adoube/ann");
    CHECK(web.access.ca == "/etc/adoube/ca.pem");
    CHECK(web.access.proxy == "http://proxy.example:3128");
    CHECK(sftp.settings.cloud == "sftp://files.example/live");
    CHECK(sftp.access.key_file == "/etc/adoube/id");
    CHECK(sftp.access.known_hosts == "/etc/adoube/hosts");
}

TEST_CASE("a target that cannot work is only found when the round begins") {
    const struct {
        const char* target;
        const char* mistake;
    } rows[] = {
        {"kind = \"file\"\nurl = \"https://a.example/g.pgn\"", "[[target]] needs name"},
        {"name = \"a b\"\nkind = \"file\"\nurl = \"https://a.example/g.pgn\"", "must be of A-Z"},
        {"name = \"a\"\nurl = \"https://a.example/g.pgn\"", "[[target]] needs kind"},
        {"name = \"a\"\nkind = \"dropbox\"\nurl = \"https://a.example/g.pgn\"", "none of lichess, file"},
        {"name = \"a\"\nkind = \"lichess\"\nurl = \"https://a.example/api/broadcast/round/x\"",
         "needs token_file"},
        {"name = \"a\"\nkind = \"lichess\"\nurl = \"https://a.example/x\"\ntoken_file = \"t\"",
         "is no round"},
        {"name = \"a\"\nkind = \"lichess\"\nurl = \"https://a.example/api/broadcast/round/x\"\ntoken_file = "
         "\"t\"\n"
         "method = \"PUT\"",
         "[[target]] has no setting named method"},
        {"name = \"a\"\nkind = \"file\"", "needs url, each_game or cloud"},
        {"name = \"a\"\nkind = \"file\"\ncloud = \"files.example/live\"", "cloud \""},
        {"name = \"a\"\nkind = \"file\"\nurl = \"ftp://a.example/g.pgn\"\ncloud = \"https://a.example/\"",
         "alike"},
        {"name = \"a\"\nkind = \"file\"\ncloud = \"http://a.example/live\"\ntoken_file = \"t\"",
         "in the clear"},
        {"name = \"a\"\nkind = \"file\"\nurl = \"https://ann:s3cret@a.example/g.pgn\"", "password_file"},
        {"name = \"a\"\nkind = \"file\"\nurl = \"https://a.example/{id}.pgn\"", "{id} goes into each_game"},
        {"name = \"a\"\nkind = \"file\"\neach_game = \"https://a.example/x.pgn\"", "needs {id} once"},
        {"name = \"a\"\nkind = \"file\"\nurl = \"ftp://a.example/g.pgn\"\neach_game = "
         "\"https://a.example/{id}\"",
         "alike"},
        {"name = \"a\"\nkind = \"file\"\nurl = \"https://a.example/g.pgn\"\nmethod = \"GET\"",
         "none of PUT, POST"},
        {"name = \"a\"\nkind = \"file\"\nurl = \"https://a.example/g.pgn\"\npassword_file = \"p\"",
         "needs user"},
        {"name = \"a\"\nkind = \"file\"\nurl = \"http://a.example/g.pgn\"\ntoken_file = \"t\"",
         "in the clear"},
        {"name = \"a\"\nkind = \"file\"\nurl = \"ftp://a.example/g.pgn\"\ntoken_file = \"t\"",
         "for http and https"},
        {"name = \"a\"\nkind = \"file\"\nurl = \"sftp://a.example/g.pgn\"\nuser = \"ann\"\nkey_file = \"k\"",
         "known_hosts"},
        {"name = \"a\"\nkind = \"file\"\nurl = \"sftp://a.example/g.pgn\"\nuser = \"ann\"\nknown_hosts = "
         "\"h\"",
         "key_file or"},
        {"name = \"a\"\nkind = \"file\"\nurl = \"https://a.example/g.pgn\"\nproxy = \"proxy:3128\"",
         "proxy: "},
        {"name = \"a\"\nkind = \"file\"\nurl = \"https://a.example/g.pgn\"\nboards = [2]",
         "there is no board 2"},
        {"name = \"a\"\nkind = \"file\"\nurl = \"https://a.example/g.pgn\"\nboards = \"1\"",
         "boards = [1, 2]"},
        {"name = \"a\"\nkind = \"file\"\nurl = \"https://a.example/g.pgn\"\n[[target]]\nname = \"a\"\n"
         "kind = \"file\"\nurl = \"https://a.example/h.pgn\"",
         "two targets are named a"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.target);
        const auto read =
            parse_config(std::string(head) + one_board + "[[target]]\n" + row.target + '\n', "hall.toml");
        REQUIRE_FALSE(read);
        tests::says(read.error(), row.mistake);
        CHECK(read.error().find("s3cret") == std::string::npos);
    }
}

TEST_CASE("a table without a port is refused, or is given one") {
    const auto config =
        adoubed::parse_config("[event]\nname = \"E\"\n[[board]]\nport = \"tcp:h:1\"\n[[board]]\n"
                              "white = \"A\"\n[[board]]\n",
                              "f.toml");
    REQUIRE(config);
    REQUIRE(config->boards.size() == 3);
    CHECK(config->boards[0].port);
    CHECK(!config->boards[1].port);
    CHECK(config->boards[1].number == 2);
    CHECK(!config->boards[2].port);
}

TEST_CASE("the wall is not as the operator set it, or a site that is none may frame the pages") {
    const auto with = [](const std::string& wall) {
        return parse_config(std::string(head) + one_board + wall, "hall.toml");
    };
    const auto usual = with("").value();
    CHECK(usual.framed_by.empty());
    CHECK_FALSE(usual.wall.turn_s);
    const auto config = with("[wall]\nboards = \"1-20,33\"\nfeatured = [1, 7]\nturn_s = 0\npage = 12\n"
                             "frame_ancestors = [\"https://club.example\", \"http://a.example:8000\"]\n")
                            .value();
    CHECK(config.wall.boards == "1-20,33");
    CHECK(config.wall.featured == std::vector{1, 7});
    CHECK(config.wall.turn_s == 0);
    CHECK(config.wall.page == 12);
    CHECK(config.framed_by == "https://club.example http://a.example:8000");
    const auto address = [](const char* text) { return boost::asio::ip::make_address(text); };
    CHECK_FALSE(config.wall.openings);
    CHECK_FALSE(config.wall.standings_in_hall);
    CHECK(with("[wall]\nstandings_in_hall = true\n").value().wall.standings_in_hall);
    CHECK(is_in_hall(config.wall, address("192.168.1.2")));
    const auto outside = with("[wall]\nopenings = true\nhall = [\"198.51.100.0/24\"]\n").value();
    CHECK(outside.wall.openings);
    CHECK(is_in_hall(outside.wall, address("198.51.100.3")));
    CHECK_FALSE(is_in_hall(outside.wall, address("192.168.1.2")));
    CHECK_FALSE(is_in_hall(with("[wall]\nhall = []\n").value().wall, address("127.0.0.1")));
    for (const char* wrong :
         {"featured = [0]", "turn_s = -1", "turn_s = 3601", "page = 0", "boards = 3", "boards = \"x\"",
          "frame_ancestors = [\"*\"]", "frame_ancestors = [\"https://a.example; x\"]",
          "frame_ancestors = [\"'self'\"]", "openings = 1", "hall = [\"the hall\"]"})
        CHECK_FALSE(with("[wall]\n" + std::string(wrong) + '\n'));
}

TEST_CASE("a printer is read without its letters, times and site, or these need a printer") {
    const auto with = [](const std::string& print) {
        return parse_config(std::string(head) + one_board + print, "hall.toml");
    };
    CHECK(with("").value().print.printer.empty());
    const auto print = with("[print]\nprinter = \"Office\"\nletters = \"figurines\"\ntimes = true\n"
                            "site = \"https://live.example.org\"\n")
                           .value()
                           .print;
    CHECK(print.printer == "Office");
    CHECK(print.letters.language->code == "figurine");
    CHECK(print.times);
    CHECK(print.site == "https://live.example.org");
    CHECK_FALSE(with("[print]\nprinter = \"Office\"\n").value().print.times);
    const auto sheets = with("[print]\nletters = \"de\"\n").value().print; // of those on the console
    CHECK(sheets.printer.empty());
    CHECK(sheets.letters.language->code == "de");
    for (const auto& [section, mistake] :
         {std::pair{"[print]\nprinter = \"-o\"\n", "name of a printer"},
          {"[print]\nprinter = \"A\"\nletters = \"xx\"\n", "xx"},
          {"[print]\nprinter = \"A\"\nsite = \"hall\"\n", "https://"},
          {"[print]\nprinter = \"A\"\nsite = \"https://a.example/\"\n", "site"},
          {"[print]\nprinter = \"A\"\ncopies = 2\n", "copies"}}) {
        CAPTURE(section);
        const auto read = with(section);
        REQUIRE_FALSE(read);
        tests::says(read.error(), mistake);
    }
}

TEST_CASE("a hall gives its games to another stream than it says, or a display needs a hall's settings") {
    const std::string stream = "[stream]\nurl = \"tls://broker.example:4222\"\nevent = \"olympiad\"\n";
    const auto hall = [&](const std::string& text) {
        return parse_config(std::string(head) + one_board + text, "/etc/hall.toml");
    };
    CHECK_FALSE(hall("").value().stream);
    const auto west = hall(stream + "hall = \"West\"\ncredentials = \"west.creds\"\n").value();
    REQUIRE(west.stream);
    CHECK(west.stream->url == "tls://broker.example:4222");
    CHECK(west.stream->event == "olympiad");
    CHECK(west.stream->hall == "West");
    CHECK(west.stream->credentials == "/etc/west.creds");
    const auto display = [](const std::string& text) {
        return parse_config(text, "display.toml", adoubed::Role::display);
    };
    const auto shown = display("listen = \"0.0.0.0:80\"\n" + stream).value();
    CHECK(shown.role == adoubed::Role::display);
    CHECK(shown.stream->hall.empty());
    CHECK(adoubed::listen_text(shown.listen) == "0.0.0.0:80");
    const auto mistake = [&](const auto& config) {
        return config.has_value() ? std::string() : config.error();
    };
    tests::says(mistake(hall(stream)), "[stream] needs hall");
    tests::says(mistake(hall(stream + "hall = \"West.2\"\n")), "letters, digits, - and _");
    tests::says(mistake(hall("[stream]\nurl = \"nats://me:secret@h\"\nevent = \"e\"\nhall = \"h\"\n")),
                "without a name or password");
    tests::says(mistake(hall("[stream]\nurl = \"http://h\"\nevent = \"e\"\nhall = \"h\"\n")), "NATS server");
    tests::says(mistake(display("")), "[stream] needs url");
    tests::says(mistake(display(stream + "hall = \"West\"\n")), "no setting named hall");
    tests::says(mistake(display("journal = \"j\"\n" + stream)), "no setting named journal");
}
