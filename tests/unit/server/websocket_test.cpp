#include "daemon/server/websocket.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"

#include <random>

using namespace adoube::server::websocket;

namespace {

std::string masked(int first, std::string_view payload) {
    std::string bytes{static_cast<char>(first), static_cast<char>(0x80 | payload.size()), 9, 8, 7, 6};
    for (std::size_t n = 0; n < payload.size(); ++n)
        bytes += static_cast<char>(payload[n] ^ static_cast<char>(9 - n % 4));
    return bytes;
}

} // namespace

TEST_CASE("a browser accepts the handshake: the example of RFC 6455, section 1.3") {
    CHECK(accept_key("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
}

TEST_CASE("a frame's length takes 7, 16 or 64 bits: the examples of RFC 6455, section 5.7, and the edges") {
    CHECK(frame(Opcode::text, "Hello") == "\x81\x05Hello");
    const struct {
        std::size_t size;
        std::string head;
    } sizes[]{{0, std::string("\x82\x00", 2)},
              {125, "\x82\x7d"},
              {126, std::string("\x82\x7e\x00\x7e", 4)},
              {65'535, "\x82\x7e\xff\xff"},
              {65'536, std::string("\x82\x7f\x00\x00\x00\x00\x00\x01\x00\x00", 10)}};
    for (const auto& [size, head] : sizes) {
        CAPTURE(size);
        const std::string bytes = frame(Opcode::binary, std::string(size, 'x'));
        CHECK(bytes.starts_with(head));
        CHECK(bytes.size() == head.size() + size);
    }
}

TEST_CASE("a close says its code, and no more of its reason than fits a control frame") {
    CHECK(close_frame(Close::try_again_later, "slow") == "\x88\x06\x03\xf5slow");
    CHECK(close_frame(Close::normal, std::string(500, 'x')).size() == 2 + 125);
}

TEST_CASE("control frames are read however their bytes are cut") {
    const std::string bytes = masked(0x89, "are you there?") + masked(0x8a, "") + masked(0x88, "\x03\xe8");
    for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
        CAPTURE(piece);
        FrameReader reader;
        std::vector<Received> all;
        for (std::size_t at = 0; at < bytes.size(); at += piece) {
            const auto some = reader.feed(std::string_view(bytes).substr(at, piece));
            REQUIRE(some);
            all.insert(all.end(), some->begin(), some->end());
        }
        REQUIRE(all.size() == 3);
        CHECK(all[0].opcode == Opcode::ping);
        CHECK(all[0].payload == "are you there?");
        CHECK(all[1].opcode == Opcode::pong);
        CHECK(all[2].opcode == Opcode::close);
        CHECK(all[2].payload == "\x03\xe8");
    }
}

TEST_CASE("what breaks the protocol, or is data, is refused with its code") {
    const struct {
        std::string bytes;
        Close code;
    } wrong[]{
        {"\x89\x05hello", Close::protocol_error},    // not masked
        {masked(0xc9, "x"), Close::protocol_error},  // a reserved bit
        {masked(0x09, "x"), Close::protocol_error},  // a ping in pieces
        {"\x89\xfe\x01\x01", Close::protocol_error}, // a ping of 257 bytes
        {masked(0x83, "x"), Close::protocol_error},  // unknown opcode
        {masked(0x81, "hello"), Close::unsupported_data},
        {masked(0x82, "hello"), Close::unsupported_data},
        {"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff", Close::unsupported_data}, // a text of 2^63 bytes
    };
    for (const auto& [bytes, code] : wrong) {
        CAPTURE(bytes);
        const auto read = FrameReader().feed(bytes);
        REQUIRE_FALSE(read);
        CHECK(read.error().code == code);
        CHECK_FALSE(read.error().reason.empty());
    }
}

TEST_CASE("a message is read whole, however it and its frames are cut, also around a ping") {
    const std::string bytes = masked(0x01, "{\"id\":1,") + masked(0x89, "ping") + masked(0x00, "\"call\":") +
                              masked(0x80, "\"eboards\"}") + masked(0x81, "short");
    for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
        CAPTURE(piece);
        FrameReader reader(100);
        std::vector<Received> all;
        for (std::size_t at = 0; at < bytes.size(); at += piece) {
            const auto some = reader.feed(std::string_view(bytes).substr(at, piece));
            REQUIRE(some);
            all.insert(all.end(), some->begin(), some->end());
        }
        REQUIRE(all.size() == 3);
        CHECK(all[0].opcode == Opcode::ping);
        CHECK(all[1].opcode == Opcode::text);
        CHECK(all[1].payload == "{\"id\":1,\"call\":\"eboards\"}");
        CHECK(all[2].payload == "short");
    }
}

TEST_CASE("a message that is too long, out of order or no text is refused with its code") {
    const struct {
        std::string bytes;
        Close code;
    } wrong[]{
        {masked(0x01, std::string(60, 'x')) + masked(0x80, std::string(60, 'x')), Close::message_too_big},
        {std::string("\x81\xfe\x01\x00....", 8), Close::message_too_big}, // 256 bytes
        {std::string("\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff....", 14), Close::message_too_big}, // 2^63
        {masked(0x80, "x"), Close::protocol_error}, // goes on from nothing
        {masked(0x01, "x") + masked(0x81, "y"), Close::protocol_error},
        {masked(0x82, "x"), Close::unsupported_data},
    };
    for (const auto& [bytes, code] : wrong) {
        CAPTURE(bytes);
        const auto read = FrameReader(100).feed(bytes);
        REQUIRE_FALSE(read);
        CHECK(read.error().code == code);
    }
    CHECK(FrameReader(100).feed(masked(0x81, std::string(100, 'x'))));
}

TEST_CASE("empty pieces of a message, which count as no message, come without end") {
    FrameReader reader(100);
    std::string pieces = masked(0x01, "x");
    for (std::size_t piece = 2; piece < FrameReader::most_pieces; ++piece) pieces += masked(0x00, "");
    REQUIRE(reader.feed(pieces));
    const auto whole = reader.feed(masked(0x80, "y")); // the last that it may have
    REQUIRE(whole);
    CHECK(whole->at(0).payload == "xy");
    REQUIRE(reader.feed(pieces)); // counted anew
    const auto endless = reader.feed(masked(0x00, "") + masked(0x00, ""));
    REQUIRE_FALSE(endless);
    CHECK(endless.error().code == Close::message_too_big);
}

TEST_CASE("any bytes end in frames, a refusal, or the wait for more") {
    std::mt19937_64 random(adoube::tests::seed(6455));
    for (int round = 0; round < 20'000; ++round) {
        FrameReader reader;
        for (int piece = 0; piece < 8; ++piece) {
            std::string bytes(random() % 40, '\0');
            for (char& byte : bytes) byte = static_cast<char>(random());
            if (!bytes.empty() && random() % 2 == 0) bytes[0] = static_cast<char>(0x88 + random() % 3);
            const auto read = reader.feed(bytes);
            if (!read) break;
            for (const Received& control : *read) REQUIRE(control.payload.size() <= 125);
        }
    }
}
