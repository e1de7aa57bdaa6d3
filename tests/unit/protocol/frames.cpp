#include "protocol/receiver.hpp"
#include "tests/catch.hpp"

#include <algorithm>
#include <random>
#include <vector>

using namespace adoube::wire;

namespace {

using Bytes = std::vector<std::uint8_t>;

template<class Message>
Bytes frame_of(const Message& message, std::uint8_t version = protocol_version) {
    std::array<std::uint8_t, max_frame> room{};
    const std::size_t length = write_frame(message, room, version);
    return {room.begin(), room.begin() + static_cast<std::ptrdiff_t>(length)};
}

/// A frame of any body, CRC valid.
Bytes frame_of_body(Bytes body) {
    const std::uint32_t crc = crc32(body);
    for (int shift = 0; shift < 32; shift += 8) body.push_back(static_cast<std::uint8_t>(crc >> shift));
    body.insert(body.begin(), 0);
    cobs_stuff(body);
    body.push_back(0);
    return body;
}

/// Counts messages and keeps acknowledgements.
struct Taken {
    std::vector<Ack> acks;
    int others = 0;
    void operator()(const Ack& ack) { acks.push_back(ack); }
    template<class Message>
    void operator()(const Message&) {
        ++others;
    }
};

void append(Bytes& to, const Bytes& more) { to.insert(to.end(), more.begin(), more.end()); }

} // namespace

TEST_CASE("the checksum is CRC-32/ISO-HDLC") {
    const std::string_view check = "123456789";
    CHECK(crc32(Bytes(check.begin(), check.end())) == 0xCBF43926u);
    CHECK(crc32({}) == 0);
}

TEST_CASE("stuffing leaves no zero byte and is undone exactly, at every length") {
    std::mt19937_64 random(1);
    for (std::size_t length = 0; length <= max_cobs_block; ++length) {
        for (const int zeros : {0, 1, 3, 256}) {
            Bytes block(length);
            for (auto& byte : block)
                byte = static_cast<std::uint8_t>(
                    static_cast<int>(random() % 256) < zeros ? 0 : random() % 255 + 1);
            Bytes stuffed = block;
            stuffed.insert(stuffed.begin(), 0);
            cobs_stuff(stuffed);
            REQUIRE(std::find(stuffed.begin(), stuffed.end(), 0) == stuffed.end());
            const auto back = cobs_unstuff(stuffed);
            REQUIRE(back);
            REQUIRE(Bytes(back->begin(), back->end()) == block);
        }
    }
}

TEST_CASE("a frame is found however the stream is cut into pieces") {
    Bytes stream;
    for (std::uint32_t n = 0; n < 20; ++n) append(stream, frame_of(Ack{n, n * 0x01010101u}));
    for (std::size_t piece = 1; piece < 40; ++piece) {
        Receiver<FromHost> receiver;
        Taken taken;
        for (std::size_t at = 0; at < stream.size(); at += piece)
            receiver.feed(std::span(stream).subspan(at, std::min(piece, stream.size() - at)), taken);
        REQUIRE(taken.acks.size() == 20);
        for (std::uint32_t n = 0; n < 20; ++n) REQUIRE(taken.acks[n] == Ack{n, n * 0x01010101u});
        REQUIRE(receiver.frames().bad() == 0);
    }
}

TEST_CASE("the longest message fits its frame exactly") {
    Events full;
    for (std::uint8_t n = 0; n < 32; ++n)
        REQUIRE(full.push({1000u + n, EventKind::lift, n, Content::occupied}));
    CHECK_FALSE(full.push({2000, EventKind::lift, 0, Content::occupied}));
    CHECK(frame_of(full).size() == 241 + frame_overhead + 2);
}

TEST_CASE("each way in which a frame is bad has its own counter, and the next frame is read") {
    const Bytes good = frame_of(Ack{1, 2});
    Bytes torn = good;
    torn.erase(torn.begin() + 5);
    Bytes flipped = good;
    flipped.at(flipped.size() - 2) ^= 0x10;
    struct Case {
        const char* what;
        Bytes bytes;
        std::uint32_t FrameCounters::*counter;
    };
    const std::vector<Case> cases{
        {"a wrong checksum", flipped, &FrameCounters::bad_crc},
        {"more bytes than a frame has", Bytes(max_frame, 0x55), &FrameCounters::too_long},
        {"very many bytes without a zero", Bytes(10'000, 0x55), &FrameCounters::too_long},
        {"a code that leads past the end", {9, 1, 2, 3}, &FrameCounters::bad_stuffing},
        {"no room for the header", {1, 1, 1, 1, 1, 1}, &FrameCounters::too_short},
    };
    for (const Case& bad : cases) {
        INFO(bad.what);
        Receiver<FromHost> receiver;
        Taken taken;
        Bytes stream = bad.bytes;
        if (stream.back() != 0) stream.push_back(0);
        append(stream, good);
        receiver.feed(stream, taken);
        CHECK(receiver.frames().*bad.counter == 1);
        CHECK(receiver.frames().bad() == 1);
        REQUIRE(taken.acks.size() == 1);
        CHECK(taken.acks[0] == Ack{1, 2});
    }
    Receiver<FromHost> receiver;
    Taken taken;
    append(torn, good);
    receiver.feed(torn, taken);
    CHECK(receiver.frames().bad() == 1);
    CHECK(taken.acks.size() == 1);
}

TEST_CASE("a whole frame that is no message for us is counted by its reason and passed over") {
    Receiver<FromHost> receiver;
    Taken taken;
    receiver.feed(frame_of(Ack{1, 2}, 9), taken);
    CHECK(receiver.messages().other_version == 1);
    CHECK(receiver.other_version() == 9);
    receiver.feed(frame_of(Hello{}), taken);
    receiver.feed(frame_of_body({protocol_version, 0xEE}), taken);
    CHECK(receiver.messages().unknown_type == 2);
    receiver.feed(
        frame_of_body({protocol_version, static_cast<std::uint8_t>(Type::ack), 1, 0, 0, 0, 2, 0, 0}), taken);
    CHECK(receiver.messages().malformed == 1);
    CHECK(receiver.messages().good == 0);
    CHECK(taken.acks.empty());
    CHECK(receiver.frames().bad() == 0);
}

TEST_CASE("bytes behind the last known field are passed over") {
    Receiver<FromHost> receiver;
    Taken taken;
    receiver.feed(frame_of_body({protocol_version, static_cast<std::uint8_t>(Type::ack), 1, 0, 0, 0, 2, 0, 0,
                                 0, 3, 0, 0, 0, 77, 78}),
                  taken);
    REQUIRE(taken.acks.size() == 1);
    CHECK(taken.acks[0] == Ack{1, 2, 3});
}

TEST_CASE("a list longer than its message can hold is malformed") {
    Bytes body{protocol_version, static_cast<std::uint8_t>(Type::events)};
    body.resize(2 + 16, 1);
    body.push_back(33);
    body.resize(2 + 17 + 224, 1);
    Receiver<FromBoard> receiver;
    Taken taken;
    receiver.feed(frame_of_body(body), taken);
    CHECK(receiver.messages().malformed == 1);
    CHECK(taken.others == 0);
}

TEST_CASE("zero bytes between frames are no frames") {
    Receiver<FromHost> receiver;
    Taken taken;
    receiver.feed(Bytes(50, 0), taken);
    CHECK(receiver.frames().bad() == 0);
    CHECK(receiver.frames().good == 0);
}

TEST_CASE("flipped, lost and doubled bytes never bring in a message that was not sent") {
    std::mt19937_64 random(7);
    std::uint32_t delivered = 0;
    std::size_t acks = 0;
    Receiver<FromHost> receiver;
    Taken taken;
    for (std::uint32_t n = 0; n < 20'000; ++n) {
        Bytes bytes = frame_of(Ack{n, ~n});
        const std::size_t at = random() % bytes.size();
        switch (random() % 4) {
        case 0: bytes[at] ^= static_cast<std::uint8_t>(1u << random() % 8); break;
        case 1: bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(at)); break;
        case 2: bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes[at]); break;
        default: ++delivered; break;
        }
        receiver.feed(bytes, taken);
        for (const Ack& ack : taken.acks) REQUIRE(ack.next_seq == ~ack.boot_id);
        acks += taken.acks.size();
        taken.acks.clear(); // chips have little memory
    }
    CHECK(acks > delivered / 2);
    CHECK(receiver.frames().bad() > 1000);
    CHECK(taken.others == 0);
}

TEST_CASE("an event that lies too far from a batch's first one goes into another batch") {
    Events batch;
    REQUIRE(batch.push({5'000'000'000, EventKind::lift, 12, Content::white_pawn}));
    CHECK_FALSE(batch.push({5'000'000'000 + 0x1'0000'0000, EventKind::drop, 28, Content::white_pawn}));
    CHECK_FALSE(batch.push({4'999'999'999, EventKind::drop, 28, Content::white_pawn}));
    REQUIRE(batch.push({5'000'000'000 + 0xFFFF'FFFF, EventKind::drop, 28, Content::white_pawn}));
    CHECK(batch[1] == Event{5'000'000'000 + 0xFFFF'FFFF, EventKind::drop, 28, Content::white_pawn});
}

TEST_CASE("sequence numbers compare across their wrap") {
    CHECK(seq_before(0xFFFF'FFFF, 0));
    CHECK_FALSE(seq_before(0, 0xFFFF'FFFF));
    CHECK_FALSE(seq_before(5, 5));
    CHECK(seq_distance(0xFFFF'FFF0, 0x10) == 0x20);
    CHECK(seq_distance(0x10, 0xFFFF'FFF0) == -0x20);
}

TEST_CASE("squares keep one content each, and a sensor tells no more than it can") {
    std::mt19937_64 random(3);
    Squares squares;
    std::array<Content, 64> expected{};
    for (int n = 0; n < 2000; ++n) {
        const auto square = static_cast<unsigned>(random() % 64);
        expected[square] = static_cast<Content>(random() % 16);
        squares.set(square, expected[square]);
        for (unsigned each = 0; each < 64; ++each) REQUIRE(squares.at(each) == expected[each]);
    }
    struct Row {
        Content content, presence, colour;
        char letter;
    };
    for (const Row row : {Row{Content::empty, Content::empty, Content::empty, '.'},
                          Row{Content::white_king, Content::occupied, Content::white, 'K'},
                          Row{Content::black_pawn, Content::occupied, Content::black, 'p'},
                          Row{Content::white, Content::occupied, Content::white, 'w'},
                          Row{Content::black, Content::occupied, Content::black, 'b'},
                          Row{Content::occupied, Content::occupied, Content::occupied, 'x'}}) {
        CHECK(seen_by(Sensing::presence, row.content) == row.presence);
        CHECK(seen_by(Sensing::colour, row.content) == row.colour);
        CHECK(seen_by(Sensing::identity, row.content) == row.content);
        CHECK(to_char(row.content) == row.letter);
        CHECK(content_from_char(row.letter, row.letter == 'b' ? Sensing::colour : Sensing::identity) ==
              row.content);
    }
    CHECK(content_from_char('b') == Content::black_bishop);
}
