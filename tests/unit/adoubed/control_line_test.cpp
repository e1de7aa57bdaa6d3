#include "daemon/adoubed/command.hpp"

#include "daemon/record/sensor_log.hpp"
#include "tests/catch.hpp"

using namespace adoube;
using adoubed::Arm;
using adoubed::parse_control_line;
using adoubed::Say;

namespace {

record::Header usual() {
    record::Header header;
    header.laws = laws::Edition::laws_2018;
    header.time_control = "900+10";
    header.tags = {{"Event", "E"}, {"Round", "1"}, {"TimeControl", "900+10"}};
    return header;
}

} // namespace

TEST_CASE("what an arbiter says becomes the input that the sensor log has for it") {
    const char* const rows[] = {
        R"("arbiter":{"do":"position","fen":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"})",
        R"("arbiter":{"do":"move","san":"Nf3"})",
        R"("arbiter":{"do":"takeback","plies":2})",
        R"("arbiter":{"do":"result","result":"-/+"})",
        R"("arbiter":{"do":"time","w":3600000,"b":3500000})",
        R"("arbiter":{"do":"promoted","square":"e8","piece":"N"})",
        R"("arbiter":{"do":"dismiss","incident":12})",
        R"("arbiter":{"do":"pause"})",
        R"("arbiter":{"do":"resume"})",
        R"("arbiter":{"do":"adjourn","sealed":"Nf3"})",
        R"("offer":"w")",
        R"("accept":"b")",
        R"("decline":"b")",
        R"("resign":"w")",
        R"("flag":"b")",
        R"("claim":"w","on":"repetition","move":"Nf3")",
        R"("adjust":"w")",
        R"("call":"b")",
    };
    for (const char* const said : rows) {
        CAPTURE(said);
        for (const char* board : {R"("3")", "3"}) {
            const auto command =
                parse_control_line("{" + std::string(said) + ",\"board\":" + board + "}", usual());
            if (!command) FAIL(command.error());
            const auto& say = std::get<Say>(*command);
            CHECK(say.board == 3);
            CHECK(record::to_line({{}, say.what}) == "{\"t\":0," + std::string(said) + "}");
        }
    }
}

TEST_CASE("the next game has another time than was written, or another start than the number says") {
    const auto header = [](const std::string& arm) {
        const auto command = parse_control_line(R"({"board":"1","arm":{)" + arm + "}}", usual());
        if (!command) FAIL(command.error());
        return std::get<Arm>(*command).header;
    };
    const auto in_minutes = header(R"("time_control":"90m+30")");
    CHECK(in_minutes.time_control == "5400+30");
    CHECK(in_minutes.tags.at("TimeControl") == "5400+30");
    const auto normal = header(R"("chess960":518)");
    CHECK(normal.chess960);
    CHECK(chess::Position::from_fen(normal.start_fen)->repetition_key() ==
          chess::Position::start().repetition_key());
    CHECK(header(R"("chess960":0)").start_fen.starts_with("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w "));
}

TEST_CASE("who asks to watch commands something, or who commands watches") {
    CHECK(adoubed::asks_to_watch(R"({"watch":true})"));
    CHECK(adoubed::asks_to_watch(R"( { "watch" : true } )"));
    for (const auto* line :
         {"", "{", R"({"watch":false})", R"({"watch":true,"board":"3"})", R"({"board":"3"})"})
        CHECK_FALSE(adoubed::asks_to_watch(line));
}

TEST_CASE("time is added and taken off, of one clock or of both") {
    const std::tuple<const char*, std::int64_t, std::int64_t> rows[] = {
        {R"("add_b":120000)", 0, 120'000},
        {R"("add_w":-60000)", -60'000, 0},
        {R"("add_w":-60000,"add_b":120000)", -60'000, 120'000},
    };
    for (const auto& [added, white_ms, black_ms] : rows) {
        CAPTURE(added);
        const auto command = parse_control_line(
            R"({"board":"3","arbiter":{"do":"time",)" + std::string(added) + "}}", usual());
        if (!command) FAIL(command.error());
        const auto& add = std::get<adoubed::AddTime>(*command);
        CHECK(add.board == 3);
        CHECK(add.added.white_ms == white_ms);
        CHECK(add.added.black_ms == black_ms);
    }
}

TEST_CASE("a board is looked for on another port when the arbiter says so") {
    const auto command = parse_control_line(R"({"board":"3","port":"pty:/dev/pts/9"})", usual());
    REQUIRE(command);
    const auto& exchange = std::get<adoubed::UsePort>(*command);
    CHECK(exchange.board == 3);
    CHECK(to_string(exchange.port) == "pty:/dev/pts/9");
}

TEST_CASE("the delay before every exit is set by a whole number of seconds, or it is refused") {
    const auto delay_of = [](const char* line) {
        const auto command = adoubed::parse_control_line(line, {});
        return command ? std::to_string(std::get<adoubed::SetDelay>(*command).delay_ms) : command.error();
    };
    CHECK(delay_of(R"({"delay_s":900})") == "900000");
    CHECK(delay_of(R"({"delay_s":0})") == "0");
    for (const char* wrong : {R"({"delay_s":-1})", R"({"delay_s":86401})", R"({"delay_s":"900"})",
                              R"({"delay_s":1.5})", R"({"delay_s":null})"})
        CHECK(delay_of(wrong) == "\"delay_s\" must be a whole number of seconds, from 0 to a day");
    const auto asked = adoubed::parse_control_line(R"({"delay_s":0,"ask":"opens"})", {});
    REQUIRE(asked);
    CHECK(std::get<adoubed::SetDelay>(*asked).ask);
    for (const char* wrong : {R"({"delay_s":0,"ask":"changes"})", R"({"delay_s":0,"board":"3"})",
                              R"({"delay_s":0,"ask":"opens","board":"3"})"})
        CHECK(delay_of(wrong) == "\"delay_s\" stands alone, or beside \"ask\":\"opens\"");
}

TEST_CASE("standings are not understood, or are given by who may not") {
    const auto given = [](const char* line) { return parse_control_line(line, record::Header()); };
    const auto standings =
        given(R"({"standings":{"event":"E","after_round":2,"places":[{"place":1,"name":"A","points":2}]}})");
    REQUIRE(standings);
    CHECK(std::get<adoubed::GiveStandings>(*standings).standings->after_round == 2);
    const auto none = given(R"({"standings":null})");
    REQUIRE(none);
    CHECK_FALSE(std::get<adoubed::GiveStandings>(*none).standings);
    CHECK_FALSE(given(R"({"standings":{}})"));
    const auto by = [](access::Role role) {
        return adoubed::permitted(R"({"standings":null})", record::Header(), {role, {}, 1, "Anna"})
            .has_value();
    };
    CHECK(by(access::Role::operator_));
    CHECK_FALSE(by(access::Role::arbiter));
    CHECK_FALSE(by(access::Role::fair_play));
}

TEST_CASE("another round is started, closed or opened again than was said, by a line that only asks, or by "
          "who may not") {
    using What = results::RoundAct::What;
    using Of = std::optional<results::Undone>;
    const std::tuple<const char*, What, bool, Of> rows[] = {
        {R"({"start":{"round":"3"}})", What::start, false, {}},
        {R"({"close":{"round":"3"}})", What::close, false, {}},
        {R"({"reopen":{"round":"3","of":1763668800000}})", What::reopen, false, UtcMs(1'763'668'800'000)},
        {R"({"reopen":{"round":"3","of":"close"}})", What::reopen, false, What::close},
        {R"({"reopen":{"round":"3","of":"start","ask":"doubts"}})", What::reopen, true, What::start},
        {R"({"start":{"round":"3","ask":"doubts"}})", What::start, true, {}},
        {R"({"close":{"ask":"doubts","round":"3"}})", What::close, true, {}},
    };
    for (const auto& [line, what, ask, of] : rows) {
        CAPTURE(line);
        const auto command = parse_control_line(line, usual());
        REQUIRE(command);
        const auto& act = std::get<adoubed::OfRound>(*command);
        CHECK(act.what == what);
        CHECK(act.round == 3);
        CHECK(act.ask == ask);
        CHECK((act.of == of));
        const auto by = [&, said = line](access::Role role) {
            return adoubed::permitted(said, usual(), {role, access::Boards::all(), 1, "Anna"}).has_value();
        };
        CHECK(by(access::Role::operator_));
        CHECK_FALSE(by(access::Role::arbiter));
        CHECK_FALSE(by(access::Role::fair_play));
        CHECK_FALSE(by(access::Role::public_));
    }
    const std::pair<const char*, const char*> refused[] = {
        {R"({"start":"3"})", "\"start\" must be an object with \"round\""},
        {R"({"start":{}})", "\"round\" must be the number of a round, as a text"},
        {R"({"close":{"round":3}})", "\"round\" must be the number of a round, as a text"},
        {R"({"close":{"round":"0"}})", "\"round\" must be the number of a round, as a text"},
        {R"({"reopen":{"round":"3","why":"x"}})", "\"reopen\" must be an object with \"round\", \"of\""},
        {R"({"reopen":{"round":"3"}})", "\"of\" must say what is undone: "},
        {R"({"reopen":{"round":"3","of":"reopen"}})", "\"of\" must say what is undone: "},
        {R"({"reopen":{"round":"3","of":1.5}})", "\"of\" must say what is undone: "},
        {R"({"close":{"round":"3","of":"start"}})", "\"close\" must be an object with \"round\""},
        {R"({"start":{"round":"3","ask":"changes"}})", "\"start\" must be an object with \"round\""},
        {R"({"start":{"round":"3"},"close":{"round":"3"}})", "\"board\" is missing"},
        {R"({"clock_times":[]})", "\"clock_times\" must be an object, empty or with \"round\""},
        {R"({"clock_times":{"round":3}})", "\"round\" must be the number of a round, as a text"},
    };
    for (const auto& [line, why] : refused) {
        CAPTURE(line);
        const auto command = parse_control_line(line, usual());
        REQUIRE_FALSE(command);
        CHECK(command.error().starts_with(why));
    }
}

TEST_CASE("clock times are of another round, or an arbiter of some boards may not ask for them") {
    const auto round_of = [](const char* line) {
        return std::get<adoubed::TellClockTimes>(parse_control_line(line, usual()).value()).round;
    };
    CHECK(round_of(R"({"clock_times":{}})") == 0);
    CHECK(round_of(R"({"clock_times":{"round":"12"}})") == 12);
    const auto by = [](access::Role role) {
        return adoubed::permitted(R"({"clock_times":{}})", usual(),
                                  {role, *access::Boards::parse("3"), 1, "Anna"})
            .has_value();
    };
    CHECK(by(access::Role::arbiter)); // of his boards alone: report::ClockTimes::told_to
    CHECK(by(access::Role::operator_));
    CHECK_FALSE(by(access::Role::fair_play));
}

TEST_CASE("the record of a game is held, released and deleted by its id") {
    using adoubed::Keep;
    const std::tuple<const char*, Keep::What, const char*> rows[] = {
        {R"({"hold":{"game":"E-r1-b3","why":"appeal"}})", Keep::What::hold, "appeal"},
        {R"({"release":{"game":"E-r1-b3"}})", Keep::What::release, ""},
        {R"({"delete":{"game":"E-r1-b3"}})", Keep::What::erase, ""},
    };
    for (const auto& [line, what, why] : rows) {
        CAPTURE(line);
        const auto command = parse_control_line(line, usual());
        REQUIRE(command);
        const auto& keep = std::get<Keep>(*command);
        CHECK(keep.what == what);
        CHECK(keep.game == "E-r1-b3");
        CHECK(keep.why == why);
    }
}

TEST_CASE("the next game is as the configuration has it, but for what the arbiter says") {
    const auto plain = parse_control_line(R"({"board":"1","arm":{}})", usual());
    REQUIRE(plain);
    CHECK(record::to_line(std::get<Arm>(*plain).header) == record::to_line(usual()));
    const auto command = parse_control_line(
        R"({"board":"1","arm":{"tags":{"White":"A","Round":"2"},"chess960":true,"time_control":"180+2",)"
        R"("start":"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1","rate_of_play":"blitz",)"
        R"("laws":"2023","supervised":false}})",
        usual());
    if (!command) FAIL(command.error());
    const auto& header = std::get<Arm>(*command).header;
    CHECK(header.tags ==
          decltype(header.tags){{"Event", "E"}, {"Round", "2"}, {"TimeControl", "180+2"}, {"White", "A"}});
    CHECK(header.time_control == "180+2");
    CHECK(header.chess960);
    CHECK(header.start_fen.starts_with("bbqnnrkr"));
    CHECK(header.rate_of_play == laws::RateOfPlay::blitz);
    CHECK(header.laws == laws::Edition::laws_2023);
    CHECK(!header.supervised);
}

TEST_CASE("another target than the named one is emptied, or one by a line that only asks") {
    using What = adoubed::OfTargets::What;
    const auto of = [](const std::string& line) {
        const auto command = parse_control_line(line, usual());
        if (!command) FAIL(command.error());
        return std::get<adoubed::OfTargets>(*command);
    };
    CHECK(of(R"({"targets":{}})").what == What::show);
    CHECK(of(R"({"targets":"json"})").what == What::show_json);
    const auto push = of(R"({"targets":{"push":"lichess"}})"), reset = of(R"({"targets":{"reset":"web"}})");
    CHECK((push.what == What::push && push.name == "lichess"));
    CHECK((reset.what == What::reset && reset.name == "web"));
    for (const std::string line :
         {R"({"targets":[]})", R"({"targets":"JSON"})", R"({"targets":{"reset":""}})",
          R"({"targets":{"reset":1}})", R"({"targets":{"empty":"web"}})",
          R"({"targets":{"push":"a","reset":"a"}})", R"({"targets":{"push":"a"},"board":"1"})"})
        CHECK_FALSE(parse_control_line(line, usual()));
}

TEST_CASE("scoresheets are printed again by a line that dismisses them, or by another one") {
    using What = adoubed::PrintSheets::What;
    const auto of = [](const std::string& line) { return parse_control_line(line, usual()); };
    CHECK(std::get<adoubed::PrintSheets>(of(R"({"print":"again"})").value()).what == What::again);
    CHECK(std::get<adoubed::PrintSheets>(of(R"({"print":"dismiss"})").value()).what == What::dismiss);
    for (const std::string line :
         {R"({"print":true})", R"({"print":""})", R"({"print":"again","board":"3"})"})
        CHECK_FALSE(of(line));
}

TEST_CASE("a line that is not understood is refused by name") {
    const std::pair<const char*, const char*> rows[] = {
        {"", "no JSON: "},
        {"{", "no JSON: "},
        {R"({"board":1,"board":2,"resign":"w"})", "a key stands twice"},
        {R"({"board":1,"arbiter":{"do":"result","result":"1-0","result":"0-1"}})", "a key stands twice"},
        {"[]", "not a JSON object"},
        {R"({"resign":"w"})", "\"board\" is missing"},
        {R"({"board":"x","resign":"w"})", "\"x\" is no number of a board"},
        {R"({"board":"3x","resign":"w"})", "\"3x\" is no number of a board"},
        {R"({"board":0,"resign":"w"})", "0 is no number of a board"},
        {R"({"board":99999999999,"resign":"w"})", "99999999999 is no number of a board"},
        {R"({"board":"3"})", "the line says nothing"},
        {R"({"board":"3","lift":"e2"})", "\"lift\" is nothing that an arbiter says"},
        {R"({"board":"3","arbiter":{"do":"time","w":3600000,"black":3500000}})",
         "\"black\" does not go with what is to be done"},
        {R"({"board":"3","arbiter":{"do":"takeback","plies":1,"ply":2}})",
         "\"ply\" does not go with what is to be done"},
        {R"({"board":"3","arbiter":{"do":"pause","by":"root"}})",
         "\"by\" does not go with what is to be done"},
        {R"({"board":"3","press":"w"})", "\"press\" is nothing that an arbiter says"},
        {R"({"board":"3","snapshot":"x"})", "\"snapshot\" is nothing that an arbiter says"},
        {R"({"board":"3","clock":{"w":1,"b":1}})", "\"clock\" is nothing that an arbiter says"},
        {R"({"board":"3","t":5,"resign":"w"})", "\"t\" is nothing that an arbiter says"},
        {R"({"board":"3","resign":"w","offer":"w"})", " is nothing that an arbiter says"},
        {R"({"board":"3","resign":"white"})", "\"white\" is no side"},
        {R"({"board":"3","arbiter":{"do":"dance"}})", "\"dance\" is no command of an arbiter"},
        {R"({"board":"3","arbiter":{"do":"result","result":"2-0"}})",
         "\"2-0\" is no result: write 1-0, 0-1, 1/2-1/2, +/-, -/+, -/- or *"},
        {R"({"board":"3","arbiter":{"do":"takeback","plies":0}})", "\"plies\" must be from 1 to 10000"},
        {R"({"board":"3","arbiter":5})", "\"arbiter\" must be an object"},
        {R"({"board":"3","arbiter":{"do":"time","add_b":5,"w":5}})", "\"w\" does not go with time that is"},
        {R"({"board":"3","arbiter":{"do":"pause","add_b":5}})", "\"do\" does not go with time that is"},
        {R"({"board":"3","arbiter":{"do":"time","add_b":"5"}})", "\"add_b\" must be a whole number"},
        {R"({"board":"3","arbiter":{"do":"time","add_b":99999999999}})", "\"add_b\" must be a whole number"},
        {R"({"board":"3","arbiter":{"do":"time","add_b":5},"offer":"w"})", "\"arbiter\" stands alone"},
        {R"({"delete":"E-r1-b3"})", "must be an object"},
        {R"({"delete":{}})", "\"game\" is missing"},
        {R"({"delete":{"game":5}})", "\"game\" must be a text"},
        {R"({"delete":{"game":"x","why":"y"}})", "\"why\" is nothing that is said of a record"},
        {R"({"delete":{"game":"x"},"board":"3"})", "\"delete\" is nothing that an arbiter says"},
        {R"({"hold":{"game":"x"}})", "\"why\" is missing"},
        {R"({"board":"3","port":5})", "\"port\" must be a text"},
        {R"({"board":"3","port":"pty:/x","resign":"w"})", "\"port\" stands alone"},
        {R"({"board":"3","port":"COM1"})", "port \"COM1\" is none that is known"},
        {R"({"board":"3","arm":5})", "\"arm\" must be an object"},
        {R"({"board":"3","arm":{},"resign":"w"})", "\"arm\" stands alone"},
        {R"({"board":"3","arm":{"colour":"w"}})", "\"colour\" is nothing that can be armed"},
        {R"({"board":"3","arm":{"start":"8/8"}})", "start is no position to play from"},
        {R"({"board":"3","arm":{"time_control":"90x"}})", "the time control \"90x\""},
        {R"({"board":"3","arm":{"chess960":960}})",
         "960 is no start position of Chess960: they are 0 to 959"},
        {R"({"board":"3","arm":{"chess960":-1}})", "-1 is no start position of Chess960"},
        {R"({"board":"3","arm":{"chess960":5,"start":"8/8"}})", "and \"start\" another"},
        {R"({"board":"3","arm":{"laws":"1999"}})", "laws \"1999\" is none of"},
        {R"({"board":"3","arm":{"rate_of_play":"slow"}})", "rate_of_play \"slow\" is none of"},
        {R"({"board":"3","arm":{"chess960":"yes"}})", "\"chess960\" must be true or false"},
        {R"({"board":"3","arm":{"tags":[]}})", "\"tags\" must be an object"},
        {R"({"board":"3","arm":{"tags":{"A B":"x"}}})", "\"A B\" is no name of a PGN tag"},
        {R"({"board":"3","arm":{"tags":{"White":5}}})", "the tag White must be a text"},
    };
    for (const auto& [line, error] : rows) {
        CAPTURE(line);
        const auto command = parse_control_line(line, usual());
        REQUIRE(!command);
        CAPTURE(command.error());
        CHECK(command.error().find(error) != std::string::npos);
        CHECK(command.error().find('\n') == std::string::npos);
    }
}

namespace {

std::string tag_of(const std::string& verb, std::size_t length) {
    return R"({"board":1,")" + verb + R"(":{"White":")" + std::string(length, 'x') + "\"}}";
}

std::string many_tags(int count) {
    std::string tags;
    for (int tag = 0; tag < count; ++tag)
        tags += (tags.empty() ? "\"T" : ",\"T") + std::to_string(tag) + R"(":"1")";
    return R"({"board":1,"tags":{)" + tags + "}}";
}

} // namespace

TEST_CASE(
    "a command that names its game is one for another, or for none, or what is of no game takes a name") {
    const auto taken = [](const std::string& rest) {
        return parse_control_line(R"({"board":"3","game":"E-r1-b3",)" + rest + "}", usual());
    };
    CHECK(std::get<Say>(taken(R"("arbiter":{"do":"result","result":"1-0"})").value()).game == "E-r1-b3");
    CHECK(std::get<Say>(taken(R"("tags":{"White":"A"})").value()).game == "E-r1-b3");
    CHECK(std::get<adoubed::SayMoves>(taken(R"("moves":"e4")").value()).game == "E-r1-b3");
    CHECK(std::get<adoubed::AddTime>(taken(R"("arbiter":{"do":"time","add_w":1})").value()).game ==
          "E-r1-b3");
    for (const auto* other : {R"("arm":{})", R"("port":"pty:/dev/pts/3")"})
        CHECK(taken(other).error() == "\"game\" does not go with what is said of a board");
    for (const auto* id : {"1", "\"\"", "null"})
        CHECK(parse_control_line(R"({"board":"3","call":"w","game":)" + std::string(id) + "}", usual())
                  .error() == "\"game\" must be the id of a game");
}

TEST_CASE("moves, corrected tags or a whole round are not taken as they are written") {
    const auto taken = [](const std::string& line) {
        auto command = parse_control_line(line, usual());
        if (!command) FAIL(command.error());
        return std::move(*command);
    };
    const auto moves = std::get<adoubed::SayMoves>(taken(R"({"board":"7","moves":"1. e4 e5"})"));
    CHECK(moves.board == 7);
    CHECK(moves.moves == "1. e4 e5");
    taken(tag_of("tags", 200));
    taken(many_tags(64));
    const auto tags = std::get<Say>(taken(R"({"board":3,"tags":{"White":"Ann","WhiteTitle":""}})"));
    CHECK(record::to_line({{}, tags.what}) ==
          R"({"t":0,"arbiter":{"do":"tags","tags":{"White":"Ann","WhiteTitle":""}}})");
    const auto round = std::get<adoubed::ArmRound>(taken(
        R"({"round":{"tags":{"Round":"2"},"time_control":"180+2","games":[{"board":4,"tags":{"White":"A"}},{"board":"5"}]}})"));
    REQUIRE(round.games.size() == 2);
    CHECK(round.games[0].board == 4);
    CHECK(round.games[0].header.tags.at("White") == "A");
    CHECK(round.games[0].header.tags.at("Event") == "E");
    CHECK(round.games[1].header.tags.at("Round") == "2");
    CHECK(round.games[1].header.time_control == "180+2");
    CHECK(round.ask == adoubed::ArmRound::Ask::nothing);
    const auto boards = std::get<adoubed::ArmRound>(
        taken(R"({"round":{"ask":"boards","games":[{"tags":{"White":"A"}},{"board":5}]}})"));
    CHECK(boards.ask == adoubed::ArmRound::Ask::boards);
    CHECK(boards.games[0].board == 0);
    CHECK(boards.games[1].board == 5);
    CHECK(std::get<adoubed::TellResults>(taken(R"({"results":{}})")).round == 0);
    CHECK(std::get<adoubed::TellResults>(taken(R"({"results":{"round":"12"}})")).round == 12);
    const std::pair<std::string, const char*> refused[] = {
        {R"({"results":{"round":3}})", "\"round\" must be the number of a round, as a text"},
        {R"({"results":{"round":"3a"}})", "\"round\" must be the number of a round, as a text"},
        {R"({"results":{"game":"3"}})", "\"results\" must be an object, empty or with \"round\""},
        {R"({"board":1,"moves":5})", "\"moves\" must be a text"},
        {R"({"board":1,"moves":"e4","call":"w"})", "\"moves\" stands alone beside \"board\""},
        {R"({"board":1,"tags":{}})", "\"tags\" names no tag"},
        {R"({"board":1,"tags":{"GameId":"x"}})",
         "the tag GameId cannot be set: it follows from the game and its table"},
        {R"({"board":1,"arm":{"tags":{"GameId":"./../x"}}})",
         "the tag GameId cannot be set: it follows from the game and its table"},
        {R"({"board":1,"arm":{"tags":{"Board":"3"}}})",
         "the tag Board cannot be set: it follows from the game and its table"},
        {R"({"round":{"games":[{"board":1,"tags":{"Result":"1-0"}}]}})",
         "board 1: the tag Result cannot be set: it follows from the game and its table"},
        {tag_of("tags", 201), "the tag White is too long: 201 bytes, and 200 are the most"},
        {tag_of("tags", 200'000), "the tag White is too long: 200000 bytes, and 200 are the most"},
        {R"({"board":1,"arm":{"tags":{"White":")" + std::string(201, 'x') + "\"}}}",
         "the tag White is too long: 201 bytes, and 200 are the most"},
        {R"({"round":{"games":[{"board":3,"tags":{"White":")" + std::string(201, 'x') + "\"}}]}}",
         "board 3: the tag White is too long: 201 bytes"},
        {R"({"round":{"ask":"boards","games":[{},{"tags":{"White":")" + std::string(201, 'x') + "\"}}]}}",
         "game 2 of the list: the tag White is too long: 201 bytes"},
        {R"({"board":1,"tags":{"White":"Adams\n001    9"}})",
         "the tag White holds a line break: write it without"},
        {R"({"board":1,"arm":{"tags":{"Round":"1\u202e"}}})",
         "the tag Round holds U+202E, which turns the writing: write it without"},
        {R"({"round":{"games":[{"board":3,"tags":{"Black":"Ba\uffffker"}}]}})",
         "board 3: the tag Black holds U+FFFF, which is no character: write it without"},
        {R"({"hold":{"game":"x","why":"a\nb"}})", "\"why\" holds a line break: write it without"},
        {R"({"board":3,"arbiter":{"do":"adjourn","sealed":"Nf3\n[Event \"x\"]"}})",
         "\"sealed\" holds a line break: write it without"},
        {R"({"board":3,"claim":"w","on":"repetition","move":"Nf3\u0007"})",
         "\"move\" holds the control character U+0007: write it without"},
        {many_tags(65), "a game has at most 64 tags, and this would be 65"},
        {R"({"board":1,"tags":{"Board":"2"}})",
         "the tag Board cannot be set: it follows from the game and its table"},
        {R"({"board":1,"arbiter":{"do":"tags","tags":{"Board":"2"}}})",
         "tags are corrected with \"tags\" beside \"board\""},
        {R"({"round":{"games":[]}})", "\"games\" of a round must be a list of games"},
        {R"({"round":{"games":[{"tags":{}}]}})",
         "\"board\" is missing: the number of the board that is meant"},
        {R"({"round":{"ask":"changes","games":[{"tags":{}}]}})",
         "\"board\" is missing: the number of the board that is meant"},
        {R"({"round":{"ask":"all","games":[{"board":3}]}})",
         "\"ask\" of a round must be \"changes\" or \"boards\""},
        {R"({"round":{"games":[{"board":3,"start":"8/8"}]}})", "board 3: start is no position to play from"},
        {R"({"round":{"games":[{"board":3,"players":1}]}})",
         "board 3: \"players\" is nothing that can be armed"},
    };
    for (const auto& [line, why] : refused) {
        CAPTURE(line);
        const auto command = parse_control_line(line, usual());
        REQUIRE(!command);
        CHECK(command.error().starts_with(why));
    }
}
