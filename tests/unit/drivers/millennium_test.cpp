#include "daemon/chess/position.hpp"
#include "daemon/drivers/millennium/messages.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"

#include <bit>
#include <random>

using namespace adoube;
namespace millennium = adoube::drivers::millennium;

namespace {

using Results = std::vector<std::expected<millennium::Message, std::string>>;

/// Checksum and parity, by the description: apart from what is tested.
std::vector<std::uint8_t> on_the_line(const std::string& text, bool parity = true) {
    unsigned sum = 0;
    for (const char each : text) sum ^= static_cast<unsigned>(each);
    constexpr char digits[] = "0123456789ABCDEF";
    const auto frame = text + digits[sum / 16] + digits[sum % 16];
    std::vector<std::uint8_t> bytes(frame.begin(), frame.end());
    for (auto& byte : bytes)
        if (parity && std::popcount(byte) % 2 == 0) byte |= 0x80;
    return bytes;
}

std::string status_text() { return "sRNBKQBNRPPPPPPPP" + std::string(32, '.') + "pppppppprnbkqbnr"; }

bool is_status(const Results& results) {
    return results.size() == 1 && results[0] && std::holds_alternative<millennium::Status>(*results[0]);
}

} // namespace

TEST_CASE("a command to a Millennium board has another checksum or parity than its maker says") {
    CHECK(millennium::encoded("V") == "\xD6\xB5\xB6");
    for (const std::string command : {"S", "X", "R01"}) {
        const auto bytes = on_the_line(command);
        CHECK(millennium::encoded(command) == std::string(bytes.begin(), bytes.end()));
    }
}

TEST_CASE("a Millennium board's version is read from other digits") {
    const std::string_view told = "v010374";
    const auto results =
        millennium::Decoder().feed({reinterpret_cast<const std::uint8_t*>(told.data()), told.size()});
    REQUIRE(results.size() == 1);
    const auto version = std::get<millennium::Version>(results[0].value());
    CHECK(version.major == 1);
    CHECK(version.minor == 3);
}

TEST_CASE("a Millennium board's squares are named otherwise than from h1 along the ranks") {
    for (const bool parity : {true, false}) {
        const auto results = millennium::Decoder().feed(on_the_line(status_text(), parity));
        REQUIRE(is_status(results));
        const auto start = chess::Position::start();
        const auto& squares = std::get<millennium::Status>(*results[0]).squares;
        for (std::size_t at = 0; at < 64; ++at)
            CHECK(squares[at] == start.at(static_cast<chess::Square>(at)));
    }
}

TEST_CASE("what is damaged on a Millennium board's line is taken for a message, or costs the next") {
    struct {
        const char* what;
        void (*damage)(std::vector<std::uint8_t>&);
        const char* told;
    } const rows[] = {
        {"wrong checksum", [](auto& bytes) { bytes[66] = '4'; }, "a message whose checksum is wrong"},
        {"wrong parity", [](auto& bytes) { bytes[9] ^= 0x01; }, "characters that belong to no message"},
        {"chopped", [](auto& bytes) { bytes.resize(40); }, "characters that belong to no message"},
        {"its beginning lost", [](auto& bytes) { bytes.erase(bytes.begin(), bytes.begin() + 20); },
         "characters that belong to no message"},
        {"no piece", [](auto& bytes) { bytes[30] = 'Z' | 0x80; }, "characters that belong to no message"},
        {"lower-case digits", [](auto& bytes) { bytes[65] = 'a'; }, "characters that belong to no message"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.what);
        auto bytes = on_the_line(status_text());
        row.damage(bytes);
        const auto whole = on_the_line(status_text());
        bytes.insert(bytes.end(), whole.begin(), whole.end());
        const auto results = millennium::Decoder().feed(bytes);
        REQUIRE(results.size() == 2);
        CHECK(results[0].error() == row.told);
        CHECK(std::holds_alternative<millennium::Status>(results[1].value()));
    }
}

TEST_CASE("a report between a command and its answer hides one of the two") {
    auto bytes = on_the_line("x");
    for (const auto& text : {status_text(), std::string("l"), std::string("r0114")})
        for (const auto byte : on_the_line(text)) bytes.push_back(byte);
    millennium::Decoder decoder;
    std::size_t messages = 0;
    for (const auto byte : bytes)
        for (const auto& result : decoder.feed({&byte, 1})) messages += result.has_value();
    CHECK(messages == 4);
    CHECK(!decoder.in_message());
}

TEST_CASE("some bytes from a Millennium board's line are not survived, or a message after them is not read") {
    std::mt19937_64 random(tests::seed(11));
    for (int round = 0; round < 500; ++round) {
        std::vector<std::uint8_t> bytes(random() % 300);
        const std::string_view likely = "svrlxw.KQRNBPkqrnbp0123456789ABCDEF";
        for (auto& byte : bytes)
            byte = random() % 2 == 0 ? static_cast<std::uint8_t>(random())
                                     : static_cast<std::uint8_t>(likely[random() % likely.size()]);
        millennium::Decoder decoder, by_bytes;
        auto told = decoder.feed(bytes);
        std::size_t count = 0;
        for (const auto byte : bytes) count += by_bytes.feed({&byte, 1}).size();
        REQUIRE(count == told.size());
        bool read = false;
        for (int twice = 0; twice < 2; ++twice)
            for (const auto& result : decoder.feed(on_the_line(status_text())))
                read |= result && std::holds_alternative<millennium::Status>(*result);
        REQUIRE(read);
    }
}
