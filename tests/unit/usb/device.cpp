#include "firmware/usb/device.hpp"
#include "tests/tier.hpp"
#include "tests/unit/usb/control_host.hpp"

#include <map>
#include <random>
#include <utility>

using namespace adoube::usb;

namespace {

class Bus final : public Controller {
  public:
    void send(Endpoint endpoint, std::span<const Byte> packet, bool data1) override {
        REQUIRE(is_in(endpoint));
        Slot& slot = slots_[endpoint];
        REQUIRE(slot.is != Slot::armed);
        slot = {Slot::armed, data1, {packet.begin(), packet.end()}};
    }
    void receive(Endpoint endpoint, bool data1) override {
        REQUIRE(!is_in(endpoint));
        REQUIRE(slots_[endpoint].is != Slot::armed);
        slots_[endpoint] = {Slot::armed, data1, {}};
    }
    void stall(Endpoint endpoint) override {
        slots_[endpoint] = {Slot::stalled, false, {}};
        if (number(endpoint) == 0)
            slots_[Endpoint::control_out] = slots_[Endpoint::control_in] = {Slot::stalled, false, {}};
    }
    void cancel(Endpoint endpoint) override { slots_[endpoint] = {}; }
    void open_data_endpoints(bool open) override { is_open = open; }
    void set_address(Byte to) override { address = to; }

    enum class Answer { packet, nak, stall };
    struct Read {
        Answer answer;
        Bytes packet;
        bool operator==(const Read&) const = default;
    };
    /// One IN token. A wrong toggle would repeat a packet and must not occur.
    Read in(Device& device, Endpoint endpoint) {
        REQUIRE((number(endpoint) == 0 || is_open));
        const Slot slot = slots_[endpoint];
        if (slot.is == Slot::stalled) return {Answer::stall, {}};
        if (slot.is == Slot::empty) return {Answer::nak, {}};
        REQUIRE(slot.data1 == std::exchange(toggles_[endpoint], !toggles_[endpoint]));
        slots_[endpoint] = {};
        device.on_sent(endpoint);
        return {Answer::packet, slot.packet};
    }
    Answer out(Device& device, Endpoint endpoint, const Bytes& packet) {
        REQUIRE((number(endpoint) == 0 || is_open));
        const Slot slot = slots_[endpoint];
        if (slot.is == Slot::stalled) return Answer::stall;
        if (slot.is == Slot::empty) return Answer::nak;
        REQUIRE(slot.data1 == std::exchange(toggles_[endpoint], !toggles_[endpoint]));
        slots_[endpoint] = {};
        device.on_received(endpoint, packet);
        return Answer::packet;
    }
    /// A request without data; false if stalled.
    bool request(Device& device, Byte type, Byte request, Byte value, Byte index) {
        const Byte setup[8] = {type, request, value, 0, index, 0, 0, 0};
        device.on_setup(setup);
        toggles_[Endpoint::control_in] = true;
        return in(device, Endpoint::control_in).answer == Answer::packet;
    }
    void expect_data0(std::initializer_list<Endpoint> endpoints) {
        for (const Endpoint endpoint : endpoints) toggles_[endpoint] = false;
    }

    Byte address = 0;
    bool is_open = false;

  private:
    struct Slot {
        enum { empty, armed, stalled } is = empty;
        bool data1 = false;
        Bytes packet;
    };
    std::map<Endpoint, Slot> slots_;
    std::map<Endpoint, bool> toggles_; // the host's, of the next packet
};

struct Plugged {
    Bus bus;
    Device device{bus, test_product, test_board_id};

    Plugged() {
        device.on_reset();
        REQUIRE(bus.request(device, 0x00, 5, 7, 0));
        REQUIRE(bus.address == 7);
        configure();
    }
    void configure() {
        REQUIRE(bus.request(device, 0x00, 9, 1, 0));
        bus.expect_data0({Endpoint::cdc_in, Endpoint::cdc_out, Endpoint::vendor_in, Endpoint::vendor_out});
        REQUIRE(bus.is_open);
        REQUIRE(device.take_closed(Line::cdc));
        REQUIRE(device.take_closed(Line::vendor));
    }
    Bytes in(Endpoint endpoint) {
        const auto read = bus.in(device, endpoint);
        REQUIRE(read.answer == Bus::Answer::packet);
        return read.packet;
    }
    bool naks(Endpoint endpoint) { return bus.in(device, endpoint).answer == Bus::Answer::nak; }
    Bytes read(Line line) {
        Bytes bytes(1000);
        bytes.resize(device.read(line, bytes));
        return bytes;
    }
};

Bytes numbered(std::size_t length, Byte first = 0) {
    Bytes bytes(length);
    for (Byte& byte : bytes) byte = first++;
    return bytes;
}

} // namespace

TEST_CASE("what is written comes in packets, and an empty one ends a full one") {
    Plugged board;
    CHECK(board.naks(Endpoint::vendor_in));
    board.device.write(Line::vendor, numbered(128));
    CHECK(board.in(Endpoint::vendor_in) == numbered(64));
    CHECK(board.in(Endpoint::vendor_in) == numbered(64, 64));
    CHECK(board.in(Endpoint::vendor_in).empty());
    CHECK(board.naks(Endpoint::vendor_in));
    board.device.write(Line::vendor, numbered(5));
    CHECK(board.in(Endpoint::vendor_in) == numbered(5));
    CHECK(board.naks(Endpoint::vendor_in));
}

TEST_CASE("no more packets are taken than there is room for, and none is lost") {
    Plugged board;
    Byte sent = 0;
    while (board.bus.out(board.device, Endpoint::cdc_out, numbered(64, sent)) == Bus::Answer::packet)
        sent += 64;
    CHECK(board.bus.out(board.device, Endpoint::vendor_out, {1, 2, 3}) ==
          Bus::Answer::packet); // the other goes on
    CHECK(board.read(Line::cdc) == numbered(256));
    CHECK(board.bus.out(board.device, Endpoint::cdc_out, {9}) == Bus::Answer::packet);
    CHECK(board.read(Line::cdc) == Bytes{9});
    CHECK(board.read(Line::vendor) == Bytes{1, 2, 3});
}

TEST_CASE("a line that nobody reads does not hold up the other") {
    Plugged board;
    while (board.device.room(Line::cdc) >= 64) board.device.write(Line::cdc, numbered(64));
    for (int round = 0; round < 100; ++round) {
        board.device.write(Line::vendor, numbered(50));
        CHECK(board.in(Endpoint::vendor_in) == numbered(50));
    }
}

TEST_CASE("a halted endpoint stalls, and loses nothing") {
    Plugged board;
    board.device.write(Line::vendor, numbered(70));
    CHECK(board.bus.request(board.device, 0x02, 3, 0, 0x83));
    CHECK(board.bus.in(board.device, Endpoint::vendor_in).answer == Bus::Answer::stall);
    board.device.write(Line::vendor, numbered(10, 70));
    CHECK(board.bus.in(board.device, Endpoint::vendor_in).answer == Bus::Answer::stall);
    CHECK(board.bus.request(board.device, 0x02, 1, 0, 0x83));
    board.bus.expect_data0({Endpoint::vendor_in});
    CHECK(board.in(Endpoint::vendor_in) == numbered(64));
    CHECK(board.in(Endpoint::vendor_in) == numbered(16, 64));

    CHECK(board.bus.request(board.device, 0x02, 3, 0, 0x03));
    CHECK(board.bus.out(board.device, Endpoint::vendor_out, {1}) == Bus::Answer::stall);
    CHECK(board.bus.request(board.device, 0x02, 1, 0, 0x03));
    board.bus.expect_data0({Endpoint::vendor_out});
    CHECK(board.bus.out(board.device, Endpoint::vendor_out, {2}) == Bus::Answer::packet);
    CHECK(board.read(Line::vendor) == Bytes{2});
    CHECK(!board.device.take_closed(Line::vendor)); // the line went on
}

TEST_CASE("clearing a halt that was not there offers the packet anew, as DATA0") {
    Plugged board;
    board.device.write(Line::cdc, numbered(100));
    CHECK(board.in(Endpoint::cdc_in) == numbered(64)); // the next is DATA1
    CHECK(board.bus.request(board.device, 0x02, 1, 0, 0x82));
    board.bus.expect_data0({Endpoint::cdc_in});
    CHECK(board.in(Endpoint::cdc_in) == numbered(36, 64));
}

TEST_CASE("a line ends with its terminal, its interface, the configuration, sleep or a bus reset") {
    Plugged board;
    bool cdc = true, vendor = true;
    bool begins_anew = true; // with empty endpoints
    CHECK(board.bus.request(board.device, 0x21, 0x22, 1, 0));
    board.device.write(Line::cdc, numbered(200));
    board.device.write(Line::vendor, numbered(200));
    CHECK(board.bus.out(board.device, Endpoint::cdc_out, {1}) == Bus::Answer::packet);
    SECTION("terminal") {
        CHECK(board.bus.request(board.device, 0x21, 0x22, 0, 0));
        vendor = begins_anew = false;
        CHECK(board.in(Endpoint::cdc_in) == numbered(64)); // was under way
        CHECK(board.in(Endpoint::cdc_in).empty());
        CHECK(board.naks(Endpoint::cdc_in));
    }
    SECTION("interface") {
        CHECK(board.bus.request(board.device, 0x01, 11, 0, 2));
        cdc = begins_anew = false;
        CHECK(board.naks(Endpoint::vendor_in));
    }
    SECTION("configuration") { CHECK(board.bus.request(board.device, 0x00, 9, 1, 0)); }
    SECTION("reset") { board.device.on_reset(); }
    SECTION("sleep") {
        board.device.on_suspend();
        begins_anew = false;
        CHECK(board.in(Endpoint::vendor_in) == numbered(64));
        CHECK(board.in(Endpoint::vendor_in).empty());
    }
    CHECK(board.device.take_closed(Line::cdc) == cdc);
    CHECK(board.device.take_closed(Line::vendor) == vendor);
    CHECK(!board.device.take_closed(Line::cdc));
    CHECK(board.read(Line::cdc).empty() == cdc);
    if (begins_anew && board.device.configured()) CHECK(board.naks(Endpoint::cdc_in));
    if (!board.device.configured()) {
        CHECK(board.bus.address == 0);
        CHECK(!board.bus.is_open);
        board.device.write(Line::cdc, {numbered(5)}); // to nobody
        CHECK(board.bus.request(board.device, 0x00, 5, 8, 0));
        board.configure();
        CHECK(board.naks(Endpoint::cdc_in));
    }
}

TEST_CASE("whatever comes when, both streams are what was written") {
    std::mt19937 random(static_cast<unsigned>(adoube::tests::seed(3)));
    Plugged board;
    struct Stream {
        Endpoint in, out;
        Bytes written, came, sent, read;
    } streams[] = {{Endpoint::cdc_in, Endpoint::cdc_out, {}, {}, {}, {}},
                   {Endpoint::vendor_in, Endpoint::vendor_out, {}, {}, {}, {}}};
    for (int round = 0; round < 100'000; ++round) {
        const auto line = static_cast<Line>(random() % line_count);
        Stream& stream = streams[static_cast<std::size_t>(line)];
        const Bytes bytes = numbered(random() % 65, static_cast<Byte>(random()));
        const auto append = [](Bytes& to, const Bytes& what) {
            to.insert(to.end(), what.begin(), what.end());
        };
        switch (random() % 6) {
        case 0:
            if (board.device.room(line) < bytes.size()) break;
            board.device.write(line, bytes);
            append(stream.written, bytes);
            break;
        case 1: append(stream.came, board.bus.in(board.device, stream.in).packet); break;
        case 2:
            if (board.bus.out(board.device, stream.out, bytes) == Bus::Answer::packet)
                append(stream.sent, bytes);
            break;
        case 3: append(stream.read, board.read(line)); break;
        default: {
            if (random() % 8 != 0) break;
            const Endpoint endpoint = random() % 2 == 0 ? stream.in : stream.out;
            if (random() % 2 == 0)
                CHECK(board.bus.request(board.device, 0x02, 3, 0, static_cast<Byte>(endpoint)));
            CHECK(board.bus.request(board.device, 0x02, 1, 0, static_cast<Byte>(endpoint)));
            board.bus.expect_data0({endpoint});
        }
        }
    }
    for (Stream& stream : streams) {
        while (!board.naks(stream.in)) {
        } // discard the rest
        REQUIRE(stream.came.size() > 10'000);
        CHECK(std::equal(stream.came.begin(), stream.came.end(), stream.written.begin()));
        REQUIRE(stream.read.size() > 10'000);
        CHECK(std::equal(stream.read.begin(), stream.read.end(), stream.sent.begin()));
    }
}
