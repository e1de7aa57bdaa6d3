#include "daemon/chess/position.hpp"
#include "daemon/drivers/chessnut/reports.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"

#include <random>

using namespace adoube;
namespace chessnut = adoube::drivers::chessnut;

namespace {

using Report = std::vector<std::uint8_t>;

/// The start position, as the maker writes it.
Report start_report(std::uint8_t length) {
    Report report{0x01, length, 0x58, 0x23, 0x31, 0x85, 0x44, 0x44, 0x44, 0x44};
    report.insert(report.end(), 16, 0x00);
    report.insert(report.end(), {0x77, 0x77, 0x77, 0x77, 0xa6, 0xc9, 0x9b, 0x6a});
    report.insert(report.end(), {0x12, 0x34, 0x00, 0x00});
    report.resize(2U + length);
    return report;
}

} // namespace

TEST_CASE("a Chessnut board's squares are named otherwise than from h8, the low half of a byte first") {
    for (const auto length : {std::uint8_t{0x24}, std::uint8_t{0x3d}}) {
        auto report = start_report(length);
        if (length == 0x3d) report.resize(65);
        chessnut::Decoder decoder;
        const auto results = decoder.feed(report);
        REQUIRE(results.size() == 1);
        const auto& squares = std::get<chessnut::Pieces>(results[0].value()).squares;
        const auto start = chess::Position::start();
        for (std::size_t at = 0; at < 64; ++at)
            CHECK(squares[at] == start.at(static_cast<chess::Square>(at)));
        CHECK(!decoder.in_message());
    }
}

TEST_CASE("a Chessnut board's battery is read otherwise than its maker or picochess say") {
    struct {
        Report report;
        int percent;
        bool charging;
    } const rows[] = {{{0x2a, 0x02, 0x50, 0x00}, 80, false},
                      {{0x2a, 0x02, 0xd0, 0x00}, 80, true},
                      {{0x2a, 0x02, 0x50, 0x01}, 80, true},
                      {{0x2a, 0x02, 0x00, 0x00}, 0, false}};
    for (const auto& row : rows) {
        const auto results = chessnut::Decoder().feed(row.report);
        REQUIRE(results.size() == 1);
        const auto battery = std::get<chessnut::Battery>(results[0].value());
        CHECK(battery.percent == row.percent);
        CHECK(battery.charging == row.charging);
    }
}

TEST_CASE("a report of a Chessnut board that says what no board says is believed, or costs the next") {
    struct {
        const char* what;
        Report bytes;
        const char* told;
    } const rows[] = {
        {"no piece",
         [] {
             auto report = start_report(0x3d);
             report[9] = 0xd0;
             return report;
         }(),
         "a report that says what no board says"},
        {"battery", {0x2a, 0x02, 0x70, 0x00}, "a report that says what no board says"},
        {"another length", {0x01, 0x25}, "bytes that belong to no report"},
        {"chopped",
         [] {
             auto report = start_report(0x3d);
             report.resize(30);
             return report;
         }(),
         "a report that says what no board says"},
        {"unknown", {0x77, 0x01}, "bytes that belong to no report"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.what);
        auto bytes = row.bytes;
        const auto whole = start_report(0x3d);
        bytes.insert(bytes.end(), whole.begin(), whole.end());
        const auto results = chessnut::Decoder().feed(bytes);
        REQUIRE(results.size() == 2);
        CHECK(results[0].error() == row.told);
        CHECK(std::holds_alternative<chessnut::Pieces>(results[1].value()));
    }
}

TEST_CASE("some bytes from a Chessnut board are not survived, or the reports after them are not read") {
    std::mt19937_64 random(tests::seed(13));
    for (int round = 0; round < 500; ++round) {
        Report bytes(random() % 300);
        constexpr std::uint8_t likely[] = {0x01, 0x24, 0x3d, 0x2a, 0x02, 0x23, 0x21, 0x00};
        for (auto& byte : bytes)
            byte = random() % 2 == 0 ? static_cast<std::uint8_t>(random()) : likely[random() % 8];
        chessnut::Decoder decoder, by_bytes;
        const auto told = decoder.feed(bytes).size();
        std::size_t count = 0;
        for (const auto byte : bytes) count += by_bytes.feed({&byte, 1}).size();
        REQUIRE(count == told);
        std::size_t read = 0;
        for (int n = 0; n < 4; ++n)
            for (const auto& result : decoder.feed(start_report(0x3d)))
                read += result && std::holds_alternative<chessnut::Pieces>(*result);
        REQUIRE(read >= 2);
    }
}
