// Endpoint 0 requests in each state of USB 2.0 9.1: which are answered; all others stall.

#include "tests/tier.hpp"
#include "tests/unit/usb/control_host.hpp"

#include <random>
#include <string>

using namespace adoube::usb;

namespace {

enum State { fresh, addressed, configured };

ControlHost host_in(State state) {
    ControlHost host;
    if (state == addressed) host.addressed();
    if (state == configured) host.configured();
    return host;
}

Bytes utf16(const std::string& text) {
    Bytes bytes{static_cast<Byte>(2 + 2 * text.size()), 3};
    for (const char letter : text) {
        bytes.push_back(static_cast<Byte>(letter));
        bytes.push_back(0);
    }
    return bytes;
}
template<std::size_t Size>
Bytes vector(const std::array<Byte, Size>& bytes) {
    return {bytes.begin(), bytes.end()};
}
Bytes first(Bytes bytes, std::size_t length) {
    bytes.resize(length);
    return bytes;
}

} // namespace

TEST_CASE("requests that are answered with data") {
    struct Row {
        const char* what;
        State from; // and later states
        Setup request;
        Bytes answer;
    };
    const Row rows[] = {
        {"device", fresh, {0x80, 6, 0x0100, 0, 64}, vector(device_descriptor)},
        {"its first eight bytes", fresh, {0x80, 6, 0x0100, 0, 8}, first(vector(device_descriptor), 8)},
        {"configuration", fresh, {0x80, 6, 0x0200, 0, 255}, vector(test_configuration)},
        {"its head", fresh, {0x80, 6, 0x0200, 0, 9}, first(vector(test_configuration), 9)},
        {"exactly one packet of it", fresh, {0x80, 6, 0x0200, 0, 64}, first(vector(test_configuration), 64)},
        {"BOS", fresh, {0x80, 6, 0x0F00, 0, 0xFFFF}, vector(bos_descriptor)},
        {"languages", fresh, {0x80, 6, 0x0300, 0, 255}, {4, 3, 0x09, 0x04}},
        {"manufacturer", fresh, {0x80, 6, 0x0301, 0x0409, 255}, utf16("Adoube")},
        {"product", fresh, {0x80, 6, 0x0302, 0x0409, 255}, utf16("Adoube test")},
        {"serial number", fresh, {0x80, 6, 0x0303, 0x0409, 255}, utf16("0123456789abcdef")},
        {"interface name", fresh, {0x80, 6, 0x0304, 0x0409, 255}, utf16("Adoube link")},
        {"Microsoft OS 2.0 set", fresh, {0xC0, 2, 0, 7, 178}, vector(microsoft_descriptors)},
        {"status of the device", addressed, {0x80, 0, 0, 0, 2}, {0, 0}},
        {"status of endpoint 0", addressed, {0x82, 0, 0, 0, 2}, {0, 0}},
        {"status of endpoint 0, IN", addressed, {0x82, 0, 0, 0x80, 2}, {0, 0}},
        {"status of an interface", configured, {0x81, 0, 0, 2, 2}, {0, 0}},
        {"status of an endpoint", configured, {0x82, 0, 0, 0x83, 2}, {0, 0}},
        {"alternate setting", configured, {0x81, 10, 0, 1, 1}, {0}},
        {"line coding", configured, {0xA1, 0x21, 0, 0, 7}, {0x00, 0xC2, 0x01, 0x00, 0, 0, 8}},
    };
    for (const Row& row : rows)
        for (int state = fresh; state <= configured; ++state) {
            INFO(row.what << " in state " << state);
            auto host = host_in(static_cast<State>(state));
            const auto answer = host.read(row.request);
            if (state < row.from)
                CHECK(!answer);
            else
                CHECK(answer == row.answer);
        }
}

TEST_CASE("an empty packet ends what is shorter than asked for and fills its last packet") {
    const Product product{"Adoube of thirty-one letters ok", test_configuration}; // 31: 64 bytes
    Control control(product, 1);
    CHECK(control.setup({0x80, 6, 0x0302, 0x0409, 255}).packet.size() == 64);
    const Step empty = control.sent();
    CHECK(empty.what == Step::Do::send);
    CHECK(empty.packet.empty());
    CHECK(!empty.data1);
    CHECK(control.sent().what == Step::Do::receive);

    CHECK(control.setup({0x80, 6, 0x0302, 0x0409, 64}).packet.size() == 64);
    CHECK(control.sent().what == Step::Do::receive); // all asked for
}

TEST_CASE("a name too long is cut, not overrun") {
    const Product product{"Adoube of many more than one and thirty letters", test_configuration};
    Control control(product, 1);
    const Step step = control.setup({0x80, 6, 0x0302, 0x0409, 255});
    CHECK(step.packet.size() == 64);
    CHECK(step.packet[0] == 64);
}

TEST_CASE("requests that are refused, in every state") {
    const Setup rows[] = {
        {0x80, 6, 0x0600, 0, 10},      // device qualifier: full speed only
        {0x80, 6, 0x0700, 0, 10},      // other speed
        {0x80, 6, 0x0101, 0, 18},      // a second device
        {0x80, 6, 0x0201, 0, 9},       // a second configuration
        {0x80, 6, 0x0100, 1, 18},      // a language where none applies
        {0x80, 6, 0x0302, 0x0407, 64}, // an unknown language
        {0x80, 6, 0x0305, 0x0409, 64}, // no such string
        {0x80, 6, 0x03EE, 0, 18},      // Microsoft OS 1.0
        {0x80, 6, 0x0400, 0, 9},       // a lone interface
        {0x81, 6, 0x2200, 0, 9},       // a report descriptor
        {0x00, 7, 0x0100, 0, 18},      // SET_DESCRIPTOR
        {0x82, 12, 0, 0x81, 2},        // SYNCH_FRAME
        {0x00, 3, 1, 0, 0},            // remote wake-up
        {0x00, 3, 2, 0x0100, 0},       // a test mode
        {0x00, 1, 1, 0, 0},
        {0x00, 5, 128, 0, 0}, // no such address
        {0x00, 5, 9, 1, 0},
        {0x00, 5, 9, 0, 1},
        {0x00, 9, 2, 0, 0}, // no such configuration
        {0x00, 9, 0x0101, 0, 0},
        {0x00, 9, 1, 1, 0},
        {0x01, 11, 1, 0, 0}, // no such alternate setting
        {0x01, 11, 0, 3, 0}, // no such interface
        {0x81, 10, 0, 3, 1},
        {0x81, 0, 0, 3, 2},
        {0x81, 0, 1, 0, 2},
        {0x82, 0, 0, 0x04, 2}, // no such endpoint
        {0x82, 0, 0, 0x01, 2},
        {0x82, 0, 0, 0x0183, 2},
        {0x02, 3, 0, 0x00, 0}, // halt of endpoint 0
        {0x02, 3, 1, 0x83, 0}, // no such feature
        {0x02, 1, 1, 0x83, 0},
        {0x02, 1, 0, 0x04, 0},
        {0x21, 0x20, 0, 0, 6}, // a line coding too short, too long, for another interface
        {0x21, 0x20, 0, 0, 8},
        {0x21, 0x20, 0, 1, 7},
        {0x21, 0x22, 4, 0, 0}, // undefined control lines
        {0x21, 0x22, 0, 2, 0},
        {0x21, 0x23, 0xFFFF, 0, 0}, // break
        {0xA1, 0x00, 0, 0, 8},      // encapsulated commands
        {0x22, 0x20, 0, 0, 7},
        {0xC0, 1, 1, 2, 255}, // WebUSB: no landing page, so no URL
        {0xC0, 2, 0, 8, 4},   // Microsoft OS 2.0: no alternate enumeration
        {0x40, 2, 0, 7, 0},
        {0xC1, 2, 0, 7, 178},
        {0x60, 0, 0, 0, 0},
        {0x1F, 0, 0, 0, 0},
    };
    for (const State state : {fresh, addressed, configured})
        for (const Setup& row : rows) {
            INFO("type " << int{row.type} << " request " << int{row.request} << " value " << row.value
                         << " index " << row.index << " length " << row.length << " in state " << state);
            auto host = host_in(state);
            CHECK(host.control.setup(row).what == Step::Do::stall);
            CHECK(host.control.take_changes().restarted == 0);
            CHECK(host.control.configured() == (state == configured));
            CHECK(host.read({0x80, 6, 0x0100, 0, 18})); // the next is answered
        }
}

TEST_CASE("an address holds from the end of its status stage on") {
    ControlHost host;
    host.control.setup({0x00, 5, 77, 0, 0});
    CHECK(host.control.address() == 0);
    host.control.sent();
    CHECK(host.control.address() == 77);

    host.control.setup({0x00, 5, 78, 0, 0}); // never finished
    CHECK(host.read({0x80, 8, 0, 0, 1}) == Bytes{0});
    CHECK(host.control.address() == 77);
    CHECK(host.write({0x00, 5, 0, 0, 0})); // back to the default state
    CHECK(!host.read({0x80, 8, 0, 0, 1}));
}

TEST_CASE("a configuration is chosen, told, and left again") {
    ControlHost host;
    CHECK(!host.write({0x00, 9, 1, 0, 0})); // needs an address
    host.addressed();
    CHECK(host.read({0x80, 8, 0, 0, 1}) == Bytes{0});
    CHECK(host.write({0x00, 9, 1, 0, 0}));
    CHECK(host.read({0x80, 8, 0, 0, 1}) == Bytes{1});
    const auto begun = host.control.take_changes();
    for (const Endpoint endpoint : data_endpoints) CHECK((begun.restarted & Control::bit(endpoint)) != 0);
    CHECK(begun.closed == 7);
    CHECK(!host.write({0x00, 5, 10, 0, 0})); // no other address now
    CHECK(host.write({0x00, 9, 0, 0, 0}));
    CHECK(!host.control.configured());
    CHECK(!host.read({0x81, 10, 0, 1, 1}));
}

TEST_CASE("halts are set, told and cleared, endpoint by endpoint") {
    auto host = host_in(configured);
    for (const Endpoint endpoint : data_endpoints) {
        const auto address = static_cast<Byte>(endpoint);
        INFO("endpoint " << int{address});
        CHECK(host.write({0x02, 3, 0, address, 0}));
        CHECK(host.control.halted(endpoint));
        CHECK(host.control.take_changes().restarted == Control::bit(endpoint));
        for (const Endpoint other : data_endpoints)
            CHECK(host.read({0x82, 0, 0, static_cast<Byte>(other), 2}) == Bytes{Byte{other == endpoint}, 0});
        CHECK(host.write({0x02, 1, 0, address, 0}));
        CHECK(!host.control.halted(endpoint));
        CHECK(host.control.take_changes().restarted == Control::bit(endpoint));
    }
    CHECK(host.write({0x02, 1, 0, 0x80, 0})); // endpoint 0 is never halted
    CHECK(host.control.take_changes().restarted == 0);

    CHECK(host.write({0x02, 3, 0, 0x83, 0}));
    SECTION("choosing the interface clears them") { CHECK(host.write({0x01, 11, 0, 2, 0})); }
    SECTION("choosing the configuration clears them") { CHECK(host.write({0x00, 9, 1, 0, 0})); }
    SECTION("a bus reset clears them") { host.control.reset(); }
    CHECK(!host.control.halted(Endpoint::vendor_in));
}

TEST_CASE("choosing an interface restarts its endpoints and ends what they carried") {
    auto host = host_in(configured);
    CHECK(host.write({0x01, 11, 0, 2, 0}));
    const auto changes = host.control.take_changes();
    CHECK(changes.restarted == (Control::bit(Endpoint::vendor_in) | Control::bit(Endpoint::vendor_out)));
    CHECK(changes.closed == 4);
}

TEST_CASE("the serial port keeps its line coding, and ends when its terminal goes") {
    auto host = host_in(configured);
    const Bytes coding{0x80, 0x25, 0, 0, 2, 1, 7};
    CHECK(host.write({0x21, 0x20, 0, 0, 7}, coding));
    CHECK(host.read({0xA1, 0x21, 0, 0, 7}) == coding);
    CHECK(!host.write({0x21, 0x20, 0, 0, 7}, {1, 2, 3})); // cut short
    CHECK(host.read({0xA1, 0x21, 0, 0, 7}) == coding);

    CHECK(host.write({0x21, 0x22, 3, 0, 0}));
    CHECK(host.control.terminal_ready());
    CHECK(host.control.take_changes().closed == 0);
    CHECK(host.write({0x21, 0x22, 2, 0, 0}));
    CHECK(!host.control.terminal_ready());
    CHECK(host.control.take_changes().closed == 2);
    CHECK(host.write({0x21, 0x22, 0, 0, 0}));
    CHECK(host.control.take_changes().closed == 0); // once
}

TEST_CASE("a bus reset leads back to the default state") {
    auto host = host_in(configured);
    CHECK(host.write({0x21, 0x22, 1, 0, 0}));
    host.control.reset();
    CHECK(host.control.address() == 0);
    CHECK(!host.control.configured());
    CHECK(!host.control.terminal_ready());
    CHECK(host.control.take_changes().closed == 7);
}

TEST_CASE("whatever a host asks, and however it breaks off, the next proper request is answered") {
    std::mt19937 random(static_cast<unsigned>(adoube::tests::seed(1)));
    const auto any = [&](std::initializer_list<unsigned> usual) {
        return random() % 4 == 0 ? random() : usual.begin()[random() % usual.size()];
    };
    ControlHost host;
    for (int round = 0; round < 200'000; ++round) {
        const Setup request{
            static_cast<Byte>(any({0x80, 0x00, 0x01, 0x81, 0x02, 0x82, 0x21, 0xA1, 0xC0})),
            static_cast<Byte>(any({0, 1, 3, 5, 6, 8, 9, 10, 11, 0x20, 0x21, 0x22, 2})),
            static_cast<std::uint16_t>(any({0, 1, 0x0100, 0x0200, 0x0300, 0x0302, 0x0F00})),
            static_cast<std::uint16_t>(any({0, 1, 2, 7, 0x81, 0x02, 0x82, 0x03, 0x83, 0x0409})),
            static_cast<std::uint16_t>(any({0, 1, 2, 7, 18, 64, 178, 255}))};
        Step step = host.control.setup(request);
        int steps = 0;
        while (step.what == Step::Do::send || step.what == Step::Do::receive) {
            REQUIRE(++steps < 10);
            REQUIRE(step.packet.size() <= max_packet);
            if (random() % 16 == 0) break; // the host breaks off
            const Bytes data(random() % 65);
            step = step.what == Step::Do::send ? host.control.sent() : host.control.received(data);
        }
        if (round % 16 == 0) REQUIRE(host.read({0x80, 6, 0x0100, 0, 64}) == vector(device_descriptor));
        if (random() % 1000 == 0) host.control.reset();
        REQUIRE(host.control.address() <= 127);
        REQUIRE((!host.control.configured() || host.control.address() != 0));
    }
}
