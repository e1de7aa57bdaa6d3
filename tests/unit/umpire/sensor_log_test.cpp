#include "daemon/record/sensor_log.hpp"
#include "tests/catch.hpp"

#include <ranges>

using namespace adoube;
using namespace adoube::record;

namespace {

const std::string header_start = R"({"log":"adoube-sensor-log","version":1,"sensing":)";
const std::string snapshot_start(16, 'x');

struct Refused {
    const char* line;
    const char* reason; // a part of it
};

} // namespace

TEST_CASE("a line of the sensor log does not come back as it was written") {
    const std::string lines[] = {
        R"({"t":1200,"lift":"e2"})",
        R"({"t":1750,"drop":"e4","side":"w"})",
        R"({"t":1750,"drop":"e4","piece":"P"})",
        R"({"t":2100,"press":"w"})",
        R"({"t":900,"adjust":"b"})",
        R"({"t":2000,"offer":"w"})",
        R"({"t":2500,"accept":"b"})",
        R"({"t":2500,"decline":"b"})",
        R"({"t":9000,"resign":"b"})",
        R"({"t":9000,"flag":"w"})",
        R"({"t":9000,"claim":"w","on":"repetition"})",
        R"({"t":9000,"claim":"b","on":"fifty","move":"Nf3"})",
        R"({"t":3000,"snapshot":"rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR"})",
        R"({"t":3000,"snapshot":"................................................................","lever":"w"})",
        R"({"t":3000,"gap":"overflow"})",
        R"({"t":3000,"clock":{"w":5390000,"b":5400000,"running":"b"}})",
        R"({"t":3000,"clock":{"w":5390000,"b":-20,"running":null}})",
        R"({"t":3000,"mask":"e4","on":true})",
        R"({"t":3000,"board":"B17"})",
        R"({"t":3000,"call":"w"})",
        R"({"t":5000,"arbiter":{"do":"position","fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1"}})",
        R"({"t":5000,"arbiter":{"do":"move","san":"e4"}})",
        R"({"t":5000,"arbiter":{"do":"takeback","plies":2}})",
        R"({"t":5000,"arbiter":{"do":"result","result":"1-0"}})",
        R"({"t":5000,"arbiter":{"do":"result","result":"*"}})",
        R"({"t":5000,"arbiter":{"do":"result","result":"+/-"}})",
        R"({"t":5000,"arbiter":{"do":"result","result":"-/-"}})",
        R"({"t":5000,"arbiter":{"do":"time","w":3600000,"b":3500000}})",
        R"({"t":5000,"arbiter":{"do":"promoted","square":"e8","piece":"N"}})",
        R"({"t":5000,"arbiter":{"do":"dismiss","incident":12}})",
        R"({"t":5000,"arbiter":{"do":"pause"}})",
        R"({"t":5000,"arbiter":{"do":"resume"}})",
        R"({"t":5000,"arbiter":{"do":"adjourn","sealed":"Nf3"}})",
        R"({"t":5000,"arbiter":{"do":"tags","tags":{"Black":"","White":"Ann Adams"}}})",
    };
    for (const auto& line : lines) {
        INFO(line);
        const auto input = parse_input(line, Sensing::identity);
        REQUIRE(input);
        CHECK(to_line(*input) == line);
    }
}

TEST_CASE("a header loses what it says") {
    const std::string line =
        R"({"log":"adoube-sensor-log","version":1,"sensing":"colour","laws":"2009","rate_of_play":"blitz","supervised":false,)"
        R"("time_control":"180+2","clock":false,"clock_mode":"delay","start":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","chess960":true,)"
        R"("blind":true,"times":"coarse","start_time":"2026-11-20T14:00:00Z","tags":{"Black":"B","White":"A"}})";
    const auto header = parse_header(line);
    REQUIRE(header);
    CHECK(to_line(*header) == line);
    CHECK(header->sensing == Sensing::colour);
    CHECK(header->laws == laws::Edition::laws_2009);
    CHECK(header->clock_mode == ClockMode::delay);
    CHECK(header->coarse_times);
    CHECK(header->tags.at("White") == "A");
}

TEST_CASE("the defaults of a header are not those of the contract") {
    const auto header = parse_header(header_start + R"("presence"})");
    REQUIRE(header);
    CHECK(header->laws == laws::Edition::laws_2023);
    CHECK(header->rate_of_play == laws::RateOfPlay::standard);
    CHECK(header->supervised);
    CHECK(header->clock);
    CHECK(header->clock_mode == ClockMode::increment);
    CHECK(!header->coarse_times);
    CHECK(!parse_header(header_start + R"("presence","times":"rough"})"));
    CHECK(header->time_control.empty());
    CHECK(header->start_fen.empty());
}

TEST_CASE("an unknown key of an input is not ignored") {
    CHECK(parse_input(R"({"t":1,"lift":"e2","strength":17,"note":{"a":[1]}})", Sensing::presence));
}

TEST_CASE("a snapshot's b is read as the wrong piece") {
    const std::string line = R"({"t":0,"snapshot":"b)" + std::string(63, '.') + "\"}";
    const auto a8 = static_cast<std::size_t>(index(*chess::square_from("a8")));
    const auto colour = parse_input(line, Sensing::colour);
    REQUIRE(colour);
    CHECK(std::get<Snapshot>(colour->what).squares[a8] == Seen{Side::black, {}});
    const auto identity = parse_input(line, Sensing::identity);
    REQUIRE(identity);
    CHECK(std::get<Snapshot>(identity->what).squares[a8] == Seen{Side::black, chess::PieceType::bishop});
    CHECK(!parse_input(line, Sensing::presence));
}

TEST_CASE("a square of a snapshot is not what was seen on it, or another one is changed with it") {
    std::vector<std::optional<Seen>> all{std::nullopt, Seen{}};
    for (const auto side : {Side::white, Side::black}) {
        all.emplace_back(Seen{side, {}});
        for (const auto type : chess::all_piece_types) all.emplace_back(Seen{side, type});
    }
    Snapshot snapshot;
    std::vector<std::optional<Seen>> seen(64);
    for (std::size_t n = 0; n < 64 * all.size(); ++n) {
        const auto at = n * 37 % 64;
        snapshot.squares[at] = seen[at] = all[(n / 64 + n) % all.size()];
        INFO("change " << n);
        CHECK(std::ranges::equal(std::views::iota(0, 64), seen, {}, [&](std::size_t square) {
            return std::as_const(snapshot).squares[square];
        }));
    }
}

TEST_CASE("a bad line is taken, or refused without naming what is wrong") {
    const Refused refused[] = {
        {"", "JSON"},
        {"garbage", "JSON"},
        {R"({"t":1,"lift":"e2")", "JSON"},
        {R"({"t":1,"lift":"e2"} x)", "JSON"},
        {"[1,2]", "object"},
        {R"({"t":1,"lift":"e2","lift":"e4"})", "a key stands twice"},
        {R"({"t":1,"clock":{"w":1,"b":2,"w":3}})", "a key stands twice"},
        {R"({"lift":"e2"})", "\"t\" is missing"},
        {R"({"t":-1,"lift":"e2"})", "\"t\" must be from 0 to "},
        {R"({"t":1.5,"lift":"e2"})", "whole number"},
        {R"({"t":"1","lift":"e2"})", "whole number"},
        {R"({"t":99999999999999999999,"lift":"e2"})", "whole number"},
        {R"({"t":1})", "no input"},
        {R"({"t":1,"lft":"e2"})", "unknown input \"lft\""},
        {R"({"t":1,"lift":"e9"})", "\"e9\" is no square"},
        {R"({"t":1,"lift":7})", "must be a text"},
        {R"({"t":1,"drop":"e4","piece":"X"})", "\"X\" is no piece"},
        {R"({"t":1,"drop":"e4","side":"x"})", "no side"},
        {R"({"t":1,"press":"white"})", "no side"},
        {R"({"t":1,"claim":"w","on":"boredom"})", "boredom"},
        {R"({"t":1,"claim":"w"})", "\"on\" is missing"},
        {R"({"t":1,"snapshot":"xx"})", "64"},
        {R"({"t":1,"gap":"dog"})", "dog"},
        {R"({"t":1,"clock":5})", "object"},
        {R"({"t":1,"clock":{"w":1}})", "\"b\" is missing"},
        {R"({"t":1,"arbiter":{"do":"shout"}})", "shout"},
        {R"({"t":1,"arbiter":{"do":"position","fen":"8/8 w"}})", ""},
        {R"({"t":1,"arbiter":{"do":"result","result":"2-0"}})", "2-0"},
        {R"({"t":1,"arbiter":{"do":"promoted","square":"e8","piece":"K"}})", "not promoted"},
        {R"({"t":1,"arbiter":{"do":"takeback","plies":0}})", "\"plies\" must be from 1 to 10000"},
        {R"({"t":1,"claim":"w","on":"hunger"})", "\"on\" cannot be \"hunger\": use one of "},
    };
    for (const auto& [line, reason] : refused) {
        INFO(line);
        const auto input = parse_input(line, Sensing::identity);
        REQUIRE(!input);
        INFO(input.error());
        CHECK(input.error().find(reason) != std::string::npos);
    }
}

TEST_CASE("a bad header is taken, or refused without naming what is wrong") {
    const std::pair<std::string, const char*> refused[] = {
        {R"({"t":1,"lift":"e2"})", "no header"},
        {R"({"log":"other","version":1,"sensing":"presence"})", "no header"},
        {R"({"log":"adoube-sensor-log","version":2,"sensing":"presence"})", "version"},
        {R"({"log":"adoube-sensor-log","version":1})", "\"sensing\" is missing"},
        {header_start + R"("presence","sensing":"colour"})", "a key stands twice"},
        {header_start + R"("smell"})", "smell"},
        {header_start + R"("presence","laws":"1972"})", "1972"},
        {header_start + R"("presence","laws":2023})", "must be a text"},
        {header_start + R"("presence","rate_of_play":"bullet"})", "bullet"},
        {header_start + R"("presence","start":"nonsense"})", "start"},
        {header_start + R"("presence","clock":"no"})", "true or false"},
        {header_start + R"("presence","tags":{"White":1}})", "White"},
    };
    for (const auto& [line, reason] : refused) {
        INFO(line);
        const auto header = parse_header(line);
        REQUIRE(!header);
        INFO(header.error());
        CHECK(header.error().find(reason) != std::string::npos);
    }
}
