#include "tests/catch.hpp"
#include "tests/places.hpp"
#include "tests/tier.hpp"

#include "daemon/drivers/dgt/messages.hpp"
#include "daemon/record/sensor_log.hpp"
#include "tools/adoube/games/import_dgt.hpp"

#include <algorithm>
#include <filesystem>
#include <random>
#include <sstream>

using namespace adoube;
using namespace adoube::tools;
namespace dgt = adoube::drivers::dgt;

namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes start_dump() {
    Bytes bytes{0x86, 0x00, 0x43, 8, 9, 10, 12, 11, 10, 9, 8};
    bytes.insert(bytes.end(), 8, 7);
    bytes.insert(bytes.end(), 32, 0);
    bytes.insert(bytes.end(), 8, 1);
    bytes.insert(bytes.end(), {2, 3, 4, 6, 5, 4, 3, 2});
    return bytes;
}
/// Right, then left minutes and seconds, and status; BCD.
Bytes clock(int rm, int rs, int lm, int ls, int status) {
    const auto byte = [](int value) { return static_cast<std::uint8_t>(value); };
    return {0x8d, 0x00, 0x0a, 0x20, byte(rm), byte(rs), 0x20, byte(lm), byte(ls), byte(status)};
}
constexpr int stopped = 0x08, left_runs = 0x09, right_runs = 0x13;
Bytes field(int from_a8, int piece) {
    return {0x8e, 0x00, 0x05, static_cast<std::uint8_t>(from_a8), static_cast<std::uint8_t>(piece)};
}
constexpr int e2 = 52, e4 = 36, e7 = 12, e5 = 28;

struct Imported {
    int status;
    std::vector<std::string> lines;
    std::string err;
};

Imported import_bytes(const std::string& content) {
    std::istringstream in(content);
    std::ostringstream out, err;
    const int status = run_import_dgt({.file = "-", .log = ""}, {in, out, err});
    Imported imported{status, {}, err.str()};
    std::istringstream lines(out.str());
    for (std::string line; std::getline(lines, line);) imported.lines.push_back(line);
    return imported;
}

Imported import_messages(const std::vector<Bytes>& messages) {
    std::string content;
    for (const Bytes& message : messages) content.append(message.begin(), message.end());
    return import_bytes(content);
}

dgt::Message message_of(const Bytes& bytes) {
    const auto results = dgt::Decoder().feed(bytes);
    REQUIRE(results.size() == 1);
    REQUIRE(results[0].has_value());
    return *results[0];
}

std::string error_of(const Bytes& bytes) {
    const auto results = dgt::Decoder().feed(bytes);
    REQUIRE(results.size() == 1);
    REQUIRE_FALSE(results[0].has_value());
    return results[0].error();
}

} // namespace

TEST_CASE("DGT: a field update names square and piece, counted from a8") {
    struct Row {
        int square, code;
        const char* name;
        char piece;
    };
    const Row rows[] = {{0, 8, "a8", 'r'},   {7, 9, "h8", 'n'},   {56, 2, "a1", 'R'}, {63, 5, "h1", 'K'},
                        {27, 12, "d5", 'q'}, {36, 11, "e4", 'k'}, {35, 6, "d4", 'Q'}, {1, 4, "b8", 'B'}};
    for (const Row& row : rows) {
        const auto update = std::get<dgt::FieldUpdate>(message_of(field(row.square, row.code)));
        CHECK(chess::to_string(update.square) == row.name);
        REQUIRE(update.piece);
        CHECK(chess::to_char(*update.piece) == row.piece);
    }
}

TEST_CASE("DGT: result pieces are no chess pieces") {
    for (int code = 13; code <= 15; ++code)
        CHECK_FALSE(std::get<dgt::FieldUpdate>(message_of(field(e4, code))).piece);
}

TEST_CASE("DGT: a clock message gives both times and the lever") {
    const auto message = message_of({0x8d, 0, 10, 0x21, 0x23, 0x45, 0x40, 0x09, 0x59, 0x13});
    CHECK(std::get<dgt::ClockTime>(message) ==
          dgt::ClockTime{.left_s = 599, .right_s = 5025, .running = true, .right_to_move = true});
}

TEST_CASE("DGT: acknowledgements and the absence of a clock are no times") {
    for (const Bytes& bytes :
         {Bytes{0x8d, 0, 10, 0x0a, 1, 2, 3, 4, 5, 0}, Bytes{0x8d, 0, 10, 0, 1, 2, 0x1a, 4, 5, 1}})
        CHECK(std::holds_alternative<dgt::ClockAcknowledgement>(message_of(bytes)));
    CHECK(std::holds_alternative<dgt::NoClock>(message_of({0x8d, 0, 10, 0, 0, 0, 0, 0, 0, 0x20})));
}

TEST_CASE("DGT: what is no message is refused with one reason each") {
    CHECK(error_of({0x8e, 0, 5, 64, 1}) == "a field update names square 64");
    CHECK(error_of({0x8e, 0, 5, 3, 16}) == "a field update names piece 10");
    CHECK(error_of({0x8e, 0, 6, 3, 1, 1}) == "message 8e has 3 bytes of data instead of 2");
    CHECK(error_of({0x86, 0, 4, 1}) == "message 86 has 1 bytes of data instead of 64");
    CHECK(error_of({0x8e, 0, 2, 5, 5}) == "message 8e has the impossible length 2");
    CHECK(error_of({1, 2, 3}) == "bytes that belong to no message");
    CHECK(error_of(clock(0x61, 0, 0, 0, 1)) == "a clock message holds digits that are no time");
    CHECK(error_of(clock(0, 0x0f, 0, 0, 1)) == "a clock message holds digits that are no time");
}

TEST_CASE("DGT: a torn message costs itself only") {
    Bytes bytes{0x8e, 0, 5, 36};
    const auto whole = field(e2, 0);
    bytes.insert(bytes.end(), whole.begin(), whole.end());
    const auto results = dgt::Decoder().feed(bytes);
    REQUIRE(results.size() == 2);
    CHECK(results[0].error() == "message 8e was cut off after 4 bytes");
    CHECK(std::holds_alternative<dgt::FieldUpdate>(results[1].value()));
}

TEST_CASE("DGT: bytes may come in pieces of any size") {
    dgt::Decoder decoder;
    std::size_t messages = 0;
    for (const std::uint8_t byte : start_dump()) messages += decoder.feed({&byte, 1}).size();
    CHECK(messages == 1);
    CHECK_FALSE(decoder.in_message());
}

TEST_CASE("DGT: any bytes at all are survived, and a message after them is read") {
    std::mt19937_64 random(tests::seed(7));
    for (int round = 0; round < 2000; ++round) {
        Bytes bytes(random() % 200);
        for (auto& byte : bytes) byte = static_cast<std::uint8_t>(random());
        dgt::Decoder decoder;
        (void)decoder.feed(bytes);
        const auto results = decoder.feed(field(e2, 1));
        REQUIRE_FALSE(results.empty());
        REQUIRE(results.back().has_value());
    }
}

TEST_CASE("import dgt: a move with its clock becomes lift, drop, what was left, press, what both have") {
    const auto imported = import_messages(
        {start_dump(), clock(3, 2, 3, 2, stopped), clock(3, 2, 3, 2, left_runs), clock(3, 2, 3, 1, left_runs),
         field(e2, 0), field(e4, 1), clock(3, 2, 3, 3, right_runs), clock(3, 1, 3, 3, right_runs),
         field(e7, 0), field(e5, 7), clock(3, 3, 3, 3, left_runs)});
    CHECK(imported.status == 0);
    CHECK(imported.err.empty());
    const std::vector<std::string> expected{
        R"({"log":"adoube-sensor-log","version":1,"sensing":"identity","laws":"2023","rate_of_play":"standard","time_control":"180+2","times":"coarse"})",
        R"({"t":0,"snapshot":"rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR"})",
        R"({"t":60,"clock":{"w":182000,"b":182000,"running":null}})",
        R"({"t":120,"clock":{"w":182000,"b":182000,"running":"w"}})",
        R"({"t":1180,"lift":"e2","piece":"P"})",
        R"({"t":1240,"drop":"e4","piece":"P"})",
        R"({"t":1300,"clock":{"w":181000,"b":182000,"running":"w"}})",
        R"({"t":1300,"press":"w"})",
        R"({"t":1300,"clock":{"w":183000,"b":182000,"running":"b"}})",
        R"({"t":2360,"lift":"e7","piece":"p"})",
        R"({"t":2420,"drop":"e5","piece":"p"})",
        R"({"t":2480,"clock":{"w":183000,"b":181000,"running":"b"}})",
        R"({"t":2480,"press":"b"})",
        R"({"t":2480,"clock":{"w":183000,"b":183000,"running":"w"}})"};
    CHECK(imported.lines == expected);
}

TEST_CASE("import dgt: White sits where the clock runs first") {
    const auto imported = import_messages(
        {clock(5, 0, 5, 0, right_runs), field(e2, 0), field(e4, 1), clock(5, 0, 5, 0, left_runs)});
    CHECK(std::ranges::count(imported.lines, R"({"t":180,"press":"w"})") == 1);
    CHECK(imported.lines.at(0).find(R"("time_control":"300")") != std::string::npos);
}

TEST_CASE("import dgt: without a clock there are no presses, readings or time control") {
    const auto imported = import_messages({start_dump(), field(e2, 0), field(e4, 1)});
    CHECK(imported.lines.size() == 4);
    CHECK(imported.lines.at(0).find("time_control") == std::string::npos);
}

TEST_CASE("import dgt: a piece exchanged without a lift is one drop, and what changes nothing is none") {
    const auto imported =
        import_messages({field(e2, 1), field(e4, 0), field(e2, 10), field(e2, 14), field(e2, 0)});
    CHECK(imported.lines.size() == 3);
    CHECK(imported.lines.at(1) == R"({"t":120,"drop":"e2","piece":"b"})");
    CHECK(imported.lines.at(2) == R"({"t":180,"lift":"e2","piece":"b"})");
}

TEST_CASE("import dgt: an arbiter's correction of the clock is a reading, and no time gone by") {
    const auto imported = import_messages(
        {clock(5, 0, 5, 0, left_runs), clock(5, 0, 7, 0, left_runs), clock(5, 0, 6, 0x59, left_runs)});
    REQUIRE(imported.lines.size() == 3);
    CHECK(imported.lines.at(2) == R"({"t":60,"clock":{"w":420000,"b":300000,"running":"w"}})");
}

TEST_CASE("import dgt: a bad line is named, and the rest is imported") {
    const auto imported = import_bytes("jgAFNAA=\nnot base64!\n\njgAFJAE=\r\njgAF\njgAFHAc=");
    CHECK(imported.status == 2);
    CHECK(imported.lines.size() == 4);
    CHECK(imported.err == "standard input:2: this line is no base64\n"
                          "standard input:5: the message of this line is cut off\n");
}

TEST_CASE("import dgt: a bad byte among raw ones is named, and the rest is imported") {
    const auto imported = import_messages({field(e2, 0), Bytes{5, 5}, field(e4, 1), Bytes{0x8e, 0}});
    CHECK(imported.status == 2);
    CHECK(imported.lines.size() == 3);
    CHECK(imported.err == "standard input:byte 6: bytes that belong to no message\n"
                          "standard input:byte 14: the last message is cut off\n");
}

TEST_CASE(
    "import dgt: a file without any message, a missing file and a log that cannot be written are told") {
    CHECK(import_bytes("").err == "standard input:1: no message of a DGT board was found\n");
    std::istringstream in;
    std::ostringstream out, err;
    CHECK(run_import_dgt({.file = "/nowhere/game", .log = ""}, {in, out, err}) == 2);
    CHECK(err.str() == "/nowhere/game: cannot be read: No such file or directory\n");
    std::istringstream bytes("jgAFNAA=\n");
    err.str("");
    CHECK(run_import_dgt({.file = "-", .log = "/nowhere/log.jsonl"}, {bytes, out, err}) == 2);
    CHECK(err.str() == "/nowhere/log.jsonl: cannot be written: No such file or directory\n");
}

TEST_CASE("import dgt: times never go back and every line is a good input, whatever the messages") {
    std::mt19937_64 random(tests::seed(11));
    const auto below = [&random](unsigned bound) { return static_cast<int>(random() % bound); };
    for (int round = 0; round < 300; ++round) {
        std::vector<Bytes> messages;
        for (int n = 0; n < 60; ++n)
            messages.push_back(below(2) ? field(below(64), below(16))
                                        : clock(below(6), below(10), below(6), below(10), below(32)));
        const auto imported = import_messages(messages);
        REQUIRE(imported.status == 0);
        REQUIRE(record::parse_header(imported.lines.at(0)).has_value());
        GameMs last_ms;
        for (std::size_t at = 1; at < imported.lines.size(); ++at) {
            const auto input = record::parse_input(imported.lines[at], record::Sensing::identity);
            REQUIRE(input.has_value());
            REQUIRE(input->t_ms >= last_ms);
            last_ms = input->t_ms;
        }
    }
}

TEST_CASE("import dgt: a recorded game keeps every touch and press") {
    const std::string file = tests::shared_data("dgt-capture/game-1.inbytes");
    if (!std::filesystem::exists(file)) {
        WARN("skipped: there is no " << file);
        return;
    }
    std::istringstream in;
    std::ostringstream out, err;
    CHECK(run_import_dgt({.file = file, .log = ""}, {in, out, err}) == 0);
    const std::string log = out.str();
    const auto count = [&](std::string_view what) {
        int n = 0;
        for (auto at = log.find(what); at != std::string::npos; at = log.find(what, at + 1)) ++n;
        return n;
    };
    CHECK(count("\"time_control\":\"180+2\"") == 1);
    CHECK(count("\"press\":\"w\"") == 29);
    CHECK(count("\"press\":\"b\"") == 28);
    CHECK(count("\"lift\"") + count("\"drop\"") == 131);
}

TEST_CASE(
    "DGT: of noise some faults are told, and the rest is not read; a game among few faults comes whole") {
    std::mt19937_64 random(adoube::tests::seed(9));
    std::string noise;
    while (noise.size() < 2'000'000) noise += static_cast<char>(random());
    for (const auto& content : {noise, std::string(300'000, '\n').replace(1, 1, "?") + "?\n", [] {
                                    std::string lines;
                                    for (int n = 0; n < 100'000; ++n) lines += "!\n";
                                    return lines;
                                }()}) {
        const auto imported = import_bytes(content);
        CHECK(imported.status != 0);
        CHECK(std::ranges::count(imported.err, '\n') <= 103);
        CHECK(imported.err.size() < 20'000);
    }
    // Stray bytes follow every tenth pair.
    std::vector<Bytes> messages{start_dump()};
    std::string content;
    for (int n = 0; n < 1'000; ++n) {
        const Bytes lifted = field(e2, 0), dropped = field(e2, 1);
        content.append(lifted.begin(), lifted.end()).append(dropped.begin(), dropped.end());
        if (n % 10 == 0) content += "\x01\x02";
    }
    const auto imported = import_bytes(content);
    CHECK(imported.lines.size() == 1 + 2'000);
}
