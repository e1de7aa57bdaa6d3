#include "daemon/dgt_port/command_reader.hpp"
#include "tests/catch.hpp"

#include <random>

using namespace adoube;
using dgt_port::Asked;
using dgt_port::AskedOnBus;
using dgt_port::CommandReader;
using dgt_port::Request;
using Bytes = std::vector<std::uint8_t>;

TEST_CASE("commands are taken apart wrongly, or not as soon as they are whole") {
    const struct {
        Bytes bytes;
        std::vector<Request> requests;
    } table[] = {
        {{0x42}, {Asked{0x42, {}}}},
        {{0x4b, 0x4d}, {Asked{0x4b, {}}, Asked{0x4d, {}}}},
        {{0x2b, 0x03, 0x03, 0x09, 0x00}, {Asked{0x2b, {0x03, 0x09, 0x00}}}},
        {{0x2b, 0x00, 0x42}, {Asked{0x2b, {}}, Asked{0x42, {}}}},
        {{0x60, 0x04, 0x01, 0x0c, 0x1c, 0x00, 0x42},
         {Asked{0x60, {0x01, 0x0c, 0x1c, 0x00}}, Asked{0x42, {}}}},
        {{0x81, 0x10, 0x06, 0x17}, {AskedOnBus{0x81, 0x10 << 7 | 0x06}}}, // the maker's own example
        {{0x87, 0x00, 0x00, 0x07}, {AskedOnBus{0x87, 0}}},
        {{0x87, 0x00, 0x00, 0x08}, {}},                                // wrong sum
        {{0x87, 0x00, 0x87, 0x00, 0x00, 0x07}, {AskedOnBus{0x87, 0}}}, // cut, then whole
        {{0x2b, 0x03, 0x03, 0x87, 0x00, 0x00, 0x07}, {AskedOnBus{0x87, 0}}},
    };
    for (const auto& [bytes, requests] : table) {
        CHECK(CommandReader().feed(bytes, SteadyUs(1)) == requests);
        CommandReader byte_by_byte;
        std::vector<Request> got;
        for (const auto byte : bytes)
            for (auto& request : byte_by_byte.feed({&byte, 1}, SteadyUs(1)))
                got.push_back(std::move(request));
        CHECK(got == requests);
    }
}

TEST_CASE("half a command swallows what comes long after it, or from the next program") {
    CommandReader reader;
    const Bytes half{0x2b, 0x0b, 0x03}, whole{0x42};
    CHECK(reader.feed(half, SteadyUs(1'000'000)).empty());
    CHECK(reader.feed(whole, SteadyUs(1'500'000)).empty()); // may belong to it
    CHECK(reader.feed(whole, SteadyUs(2'000'001)) == std::vector<Request>{Asked{0x42, {}}});
    CHECK(reader.feed(half, SteadyUs(2'000'002)).empty());
    reader.reset();
    CHECK(reader.feed(whole, SteadyUs(2'000'003)) == std::vector<Request>{Asked{0x42, {}}});
}
