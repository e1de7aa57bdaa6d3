// Every command, byte for byte.

#include "daemon/dgt_port/port.hpp"
#include "squares.hpp"
#include "tests/catch.hpp"

using namespace adoube;
using dgt_port::Clocks;
using dgt_port::Port;
using tests::start_squares;
using Bytes = std::vector<std::uint8_t>;

namespace {

constexpr std::uint64_t second_us = 1'000'000;

constexpr std::array<std::uint8_t, 64> start_fields = [] {
    std::array<std::uint8_t, 64> fields{8, 9, 10, 12, 11, 10, 9, 8, 7, 7, 7, 7, 7, 7, 7, 7};
    for (std::size_t file = 0; file < 8; ++file) {
        fields[48 + file] = 1;
        fields[56 + file] = static_cast<std::uint8_t>(fields[file] - 6);
    }
    return fields;
}();

Bytes with_start(Bytes before, const Bytes& after = {}) {
    before.insert(before.end(), start_fields.begin(), start_fields.end());
    before.insert(before.end(), after.begin(), after.end());
    return before;
}

Bytes bus(Bytes bytes) {
    unsigned sum = 0;
    for (const auto byte : bytes) sum += byte;
    bytes.push_back(sum & 0x7f);
    return bytes;
}

Bytes operator+(Bytes left, const Bytes& right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

/// Two boards are 01025 and 01026, which the maker's description gives the addresses 08 01 and 08 02.
struct Tried {
    explicit Tried(std::size_t boards = 1) : port(identities(boards)) {
        for (std::size_t board = 0; board < boards; ++board) {
            port.stand(board, start_squares, now_us);
            port.show(board, Clocks{5400, 5399, {}, chess::Side::white}, now_us);
        }
    }
    static std::vector<dgt_port::Identity> identities(std::size_t boards) {
        std::vector<dgt_port::Identity> all;
        for (std::size_t board = 0; board < boards; ++board)
            all.push_back({"0102" + std::to_string(5 + board), "Club board"});
        return all;
    }

    Bytes ask(const Bytes& bytes) {
        port.received(bytes, now_us);
        return port.take(1 << 20);
    }
    Bytes put(const char* square, const char* piece) {
        squares[static_cast<std::size_t>(*chess::square_from(square))] = chess::piece_from_char(*piece);
        port.stand(0, squares, now_us);
        return port.take(1 << 20);
    }
    Bytes show(const std::optional<Clocks>& clocks) {
        port.show(0, clocks, now_us);
        return port.take(1 << 20);
    }
    Bytes tick_after(std::uint64_t us) {
        port.tick(now_us += us);
        return port.take(1 << 20);
    }

    Port port;
    dgt_port::Squares squares = start_squares;
    SteadyUs now_us{5 * second_us};
};

const Bytes clocks_at_start{0x8d, 0, 10, 0x01, 0x29, 0x59, 0x01, 0x30, 0x00, 0x10};

} // namespace

TEST_CASE("a command to a single board is not answered as a DGT board answers it") {
    const Bytes nothing;
    const struct {
        Bytes command, answer;
    } table[] = {
        {{0x40}, nothing},
        {{0x41}, clocks_at_start},
        {{0x42}, with_start({0x86, 0, 67})},
        {{0x43}, clocks_at_start},
        {{0x44}, nothing},
        {{0x45}, {0x91, 0, 8, '0', '1', '0', '2', '5'}},
        {{0x46}, {0x90, 0, 5, 0x08, 0x01}},
        {{0x47}, {0x92, 0, 13, 'C', 'l', 'u', 'b', ' ', 'b', 'o', 'a', 'r', 'd'}},
        {{0x4a}, nothing},
        {{0x4b}, clocks_at_start},
        {{0x4c}, nothing}, // no battery is known
        {{0x4d}, {0x93, 0, 5, 1, 8}},
        {{0x4e}, nothing},
        {{0x55}, {0xa2, 0, 13, '0', '0', '0', '0', '0', '0', '1', '0', '2', '5'}},
        {{0x60, 4, 1, 0, 63, 0}, nothing},
        {{0x2b, 3, 3, 9, 0}, nothing},             // no acknowledgements without clock messages
        {{0x50, 0x51, 0x52, 0x53, 0x54}, nothing}, // of boards with 100 squares
        {{0x00, 0x0a, 0x0d, 0x20, 0x3f, 0x48, 0x4f, 0x56, 0x7f}, nothing},
    };
    for (const auto& [command, answer] : table) {
        CHECK(Tried().ask(command) == answer);
        Tried again;
        CHECK(again.ask(command + Bytes{0x4d}).size() == answer.size() + 5); // and the next is heard
    }
}

TEST_CASE("the memory of changes is told wrongly") {
    Tried tried;
    const auto answer = tried.ask({0x49});
    REQUIRE(answer.size() == 3 + 4 + 64 + 1 + 1);
    CHECK(answer[0] == 0x8f);
    CHECK((answer[1] << 7 | answer[2]) == static_cast<int>(answer.size()));
    CHECK(answer.back() == 0x6b);
}

TEST_CASE("the battery is told wrongly") {
    Tried tried;
    tried.port.charge(0, dgt_port::Battery{87, false});
    CHECK(tried.ask({0x4c}) == Bytes{0xa0, 0, 12, 87, 0x7f, 0x7f, 0, 0, 0, 0, 0, 2});
    tried.port.charge(0, dgt_port::Battery{100, true});
    CHECK(tried.ask({0x4c}) == Bytes{0xa0, 0, 12, 100, 0x7f, 0x7f, 0, 0, 0, 0, 0, 1});
}

TEST_CASE("field updates come in other modes than those for them, or are missing in one") {
    for (const auto mode : {0x43, 0x44, 0x4b}) {
        Tried tried;
        tried.ask({static_cast<std::uint8_t>(mode)});
        CHECK(tried.put("e2", "-") == Bytes{0x8e, 0, 5, 52, 0});
        CHECK(tried.put("e2", "-").empty());
        CHECK(tried.put("e4", "P") == Bytes{0x8e, 0, 5, 36, 1});
        CHECK(tried.put("e4", "n") == Bytes{0x8e, 0, 5, 36, 0, 0x8e, 0, 5, 36, 9}); // never one on another
        tried.ask({0x40});
        CHECK(tried.put("e4", "-").empty());
    }
    Tried untold;
    CHECK(untold.put("e2", "-").empty());
    untold.ask({0x44});
    untold.ask({0x4a});
    CHECK(untold.put("e2", "P").empty());
}

TEST_CASE("a change between the dump and the updates is lost for the program") {
    Tried tried;
    tried.ask({0x42});
    tried.put("e2", "-");
    tried.put("e4", "P");
    CHECK(tried.ask({0x44}) == Bytes{0x8e, 0, 5, 52, 0, 0x8e, 0, 5, 36, 1});
    CHECK(tried.ask({0x44}).empty());
    Tried not_dumped;
    not_dumped.put("e2", "-");
    CHECK(not_dumped.ask({0x44}).empty());
}

TEST_CASE("clock messages come at other times, or with other bits, than a DGT clock's") {
    const auto message = [](Bytes data) { return Bytes{0x8d, 0, 10} + data; };
    const struct {
        std::optional<Clocks> clocks;
        Bytes message;
    } table[] = {
        {Clocks{5400, 5400, chess::Side::white, chess::Side::white}, message({1, 0x30, 0, 1, 0x30, 0, 0x11})},
        {Clocks{5399, 5400, chess::Side::black, chess::Side::black},
         message({1, 0x30, 0, 1, 0x29, 0x59, 0x0b})},
        {Clocks{61, 7, {}, chess::Side::black}, message({0, 0, 7, 0, 1, 1, 0x0a})},
        {Clocks{0, 7, {}, chess::Side::white}, message({0, 0, 7, 0x50, 0, 0, 0x10})},
        {Clocks{5, 0, chess::Side::black, chess::Side::black}, message({0x40, 0, 0, 0, 0, 5, 0x0b})},
        {Clocks{36'000, 35'999, {}, chess::Side::white}, message({9, 0x59, 0x59, 9, 0x59, 0x59, 0x10})},
        {std::nullopt, message({0, 0, 0, 0, 0, 0, 0x20})},
    };
    for (const auto& [clocks, expected] : table) {
        Tried on_change;
        on_change.ask({0x4b});
        CHECK(on_change.show(clocks) == expected);
        CHECK(on_change.show(clocks).empty());
        CHECK(on_change.tick_after(60 * second_us).empty());
        CHECK(on_change.ask({0x41}) == expected);

        Tried every_second;
        every_second.ask({0x43});
        CHECK(every_second.show(clocks) == expected);
        CHECK(every_second.tick_after(second_us - 1).empty());
        CHECK(every_second.tick_after(1) == expected);

        for (const auto mode : {0x40, 0x44}) {
            Tried without;
            without.ask({static_cast<std::uint8_t>(mode)});
            CHECK(without.show(clocks).empty());
            CHECK(without.tick_after(60 * second_us).empty());
        }
    }
}

TEST_CASE("a clock's command is not acknowledged, or is taken for another") {
    for (const auto mode : {0x43, 0x4b}) {
        Tried tried;
        tried.ask({static_cast<std::uint8_t>(mode)});
        CHECK(tried.ask({0x2b, 3, 3, 9, 0}) == Bytes{0x8d, 0, 10, 0x0a, 0x10, 0x09, 0x0a, 0x20, 0, 0});
        for (const std::uint8_t command : Bytes{1, 2, 3, 8, 10, 11, 12})
            CHECK(tried.ask({0x2b, 4, 3, command, 0, 0}) ==
                  Bytes{0x8d, 0, 10, 0x0a, 0x10, command, 0x0a, 0, 0, 0});
        CHECK(tried.ask({0x2b, 0}).empty());
        CHECK(tried.ask({0x2b, 2, 7, 9}).empty());
    }
}

TEST_CASE("a bus is not answered as boards on one answer it") {
    const Bytes own{8, 1}, update{0x85, 0, 6, 8, 1};
    const auto on_bus = [&](std::uint8_t command) { return bus(Bytes{command} + own); };
    const auto clock = bus({0x84, 0, 13, 8, 1, 0x01, 0x29, 0x59, 0x01, 0x30, 0x00, 0x10});
    const auto dump = bus(with_start({0x83, 0, 70, 8, 1}));
    Tried tried;
    CHECK(tried.ask(on_bus(0x81)) == clock);
    CHECK(tried.ask(on_bus(0x82)) == dump);
    const auto at_first = tried.ask(on_bus(0x83));
    CHECK(at_first.size() == 6 + 4 + 64 + 1);
    CHECK(tried.ask(on_bus(0x84)) == at_first);
    CHECK(tried.ask(on_bus(0x83)) == bus(update));
    CHECK(tried.ask(on_bus(0x85)) == bus({0x88, 0, 6, 8, 1}));
    CHECK(tried.ask(on_bus(0x86)) == bus({0x86, 0, 6, 8, 1})); // not told as changes yet
    CHECK(tried.ask(on_bus(0x83)).size() == 6 + 1 + 64);
    CHECK(tried.ask(on_bus(0x86)).size() == 6 + 1 + 64);
    tried.put("e2", "-");
    tried.put("e4", "P");
    CHECK(tried.ask(on_bus(0x83)) == bus({0x85, 0, 10, 8, 1, 0x50, 52, 0x51, 36}));
    CHECK(tried.ask(on_bus(0x87)) == bus({0x87, 0, 6, 8, 1}));
    CHECK(tried.ask(on_bus(0x8b)) == bus({0x89, 0, 8, 8, 1, 1, 8}));
    CHECK(tried.ask(on_bus(0x8d)).size() == 6 + 13 + 70);
    CHECK(tried.ask(on_bus(0x8c)).empty()); // 50 squares of a board for draughts
    for (std::uint8_t newer = 0x8e; newer <= 0x9f; ++newer) CHECK(tried.ask(on_bus(newer)).empty());
    CHECK(tried.ask(on_bus(0x89)).empty());
    CHECK(tried.ask(on_bus(0x83)).size() == 6 + 4 + 64); // switched on anew
}

TEST_CASE("a board on a bus answers what is damaged, or is another's") {
    Tried tried;
    for (std::uint8_t command = 0x81; command <= 0x8d; ++command) {
        const auto whole = bus({command, 8, 1});
        for (std::size_t byte = 1; byte < 4; ++byte)
            for (int bit = 0; bit < 7; ++bit) {
                auto damaged = whole;
                damaged[byte] = static_cast<std::uint8_t>(damaged[byte] ^ 1 << bit);
                CHECK(tried.ask(damaged).empty());
            }
        CHECK(tried.ask(bus({command, 8, 2})).empty());
        if (command != 0x87) CHECK(tried.ask(bus({command, 0, 0})).empty());
        if (command == 0x88) tried.ask(bus({0x87, 8, 1})); // it has left the bus, and comes back with this
    }
    CHECK(tried.ask(bus({0x87, 8, 1})) == bus({0x87, 0, 6, 8, 1}));
}

TEST_CASE("boards on one bus answer for each other, or not all to a ping to all") {
    Tried tried(2);
    const auto first = bus({0x87, 0, 6, 8, 1}), second = bus({0x87, 0, 6, 8, 2});
    const auto all = bus({0x87, 0, 0});
    CHECK(tried.ask(all) == first + second);
    CHECK(tried.ask(bus({0x8a, 8, 1})) == first);
    CHECK(tried.ask(all) == second);
    CHECK(tried.ask(all) == first + second);
    CHECK(tried.ask(bus({0x82, 8, 2})) == bus(with_start({0x83, 0, 70, 8, 2})));
    for (const std::uint8_t single : Bytes{0x42, 0x45, 0x43, 0x4b, 0x41}) CHECK(tried.ask({single}).empty());
    CHECK(tried.ask(bus({0x88, 0, 0})).empty());
    CHECK(tried.ask(all) == first + second);
}

TEST_CASE("a board goes from the bus to a single line, or back, at the wrong command") {
    Tried tried;
    const auto ping = bus({0x87, 8, 1}), answer = bus({0x87, 0, 6, 8, 1});
    CHECK(tried.ask(ping) == answer); // as when switched on
    CHECK(tried.ask({0x45}).size() == 8);
    CHECK(tried.ask(ping).empty()); // only takes it to the bus
    CHECK(tried.ask(ping) == answer);
    tried.ask({0x44});
    CHECK_FALSE(tried.put("e2", "-").empty());
    tried.ask({0x4a});
    CHECK(tried.put("e2", "P").empty());
    CHECK(tried.ask(ping) == answer);
    CHECK(tried.ask(bus({0x88, 8, 1})).empty());
    CHECK(tried.ask(ping).empty());
    CHECK(tried.ask(ping) == answer);
}

TEST_CASE("the next program finds a mode, half a command, or bytes of the last one") {
    Tried tried;
    tried.port.received(Bytes{0x43, 0x42, 0x2b, 0x0b, 0x03}, tried.now_us);
    tried.port.program_left();
    CHECK(tried.port.take(100).empty());
    CHECK(tried.put("e2", "-").empty());
    CHECK(tried.ask({0x4d}).size() == 5);
    CHECK(tried.ask({0x44}).empty());
}

TEST_CASE("a program that does not read takes memory without end, or misses what it needs later") {
    Tried tried;
    tried.ask({0x42, 0x44});
    for (int time = 0; tried.port.dropped() == 0; ++time) {
        REQUIRE(time < 100'000);
        tried.squares[28] = time % 2 ? std::nullopt : chess::piece_from_char('Q');
        tried.port.stand(0, tried.squares, tried.now_us);
    }
    tried.squares[28] = chess::piece_from_char('N');
    tried.squares[12].reset();
    tried.port.stand(0, tried.squares, tried.now_us);
    CHECK(tried.port.has_bytes());
    tried.port.take(100);
    CHECK(tried.port.take(100) == Bytes{0x8e, 0, 5, 52, 0, 0x8e, 0, 5, 36, 3}); // from what was read last
}
