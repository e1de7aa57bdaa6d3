#include "daemon/server/gate.hpp"

#include "tests/catch.hpp"

using namespace adoube::server;
using namespace std::chrono_literals;

namespace {

Address address(const char* text) { return boost::asio::ip::make_address(text); }
constexpr Gate::Time start{};

} // namespace

TEST_CASE(
    "an address has as many connections as it may, and another when one is gone; others do not notice") {
    Gate gate({.connections_per_address = 2});
    auto first = gate.enter(address("192.0.2.1"), start);
    const auto second = gate.enter(address("192.0.2.1"), start);
    CHECK(first);
    CHECK(second);
    CHECK(!gate.enter(address("192.0.2.1"), start));
    CHECK(gate.enter(address("192.0.2.2"), start));
    first = {};
    CHECK(gate.enter(address("192.0.2.1"), start));
}

TEST_CASE("a network of IPv6 that one customer has counts as one address, and IPv4 inside IPv6 as itself") {
    Gate gate({.connections_per_address = 1});
    const auto one = gate.enter(address("2001:db8:1:2::1"), start);
    CHECK(!gate.enter(address("2001:db8:1:2:ffff::9"), start));
    CHECK(gate.enter(address("2001:db8:1:3::1"), start));
    const auto mapped = gate.enter(address("::ffff:192.0.2.1"), start);
    CHECK(!gate.enter(address("192.0.2.1"), start));
    CHECK(gate.enter(address("::ffff:192.0.2.2"), start));
}

TEST_CASE("requests may come in a burst, then only as fast as the burst fills up again") {
    Gate gate({.requests_burst = 10, .requests_per_s = 2});
    const auto phone = address("192.0.2.1");
    for (int n = 0; n < 10; ++n) CHECK(gate.ask(phone, start));
    CHECK(!gate.ask(phone, start));
    CHECK(!gate.ask(phone, start + 499ms));
    CHECK(gate.ask(phone, start + 500ms));
    CHECK(!gate.ask(phone, start + 501ms));
    int asked = 0;
    for (auto at = start + 1min; gate.ask(phone, at);) ++asked;
    CHECK(asked == 10);
    CHECK(gate.ask(address("192.0.2.2"), start));
}

TEST_CASE("a hall of 200 phones behind one address is let in, all in the same second") {
    Gate gate(GateLimits{});
    std::vector<Gate::Place> places;
    for (int phone = 0; phone < 200; ++phone) {
        for (int connection = 0; connection < 7; ++connection) {
            places.push_back(gate.enter(address("192.0.2.1"), start));
            CHECK((places.back() && gate.ask(address("192.0.2.1"), start)));
        }
        for (int request = 0; request < 14; ++request) CHECK(gate.ask(address("192.0.2.1"), start));
    }
}

TEST_CASE("who is held back is news once, and again only after it was forgotten") {
    Gate gate({.requests_burst = 1, .requests_per_s = 1});
    const auto phone = address("192.0.2.1");
    CHECK(gate.ask(phone, start));
    CHECK(!gate.ask(phone, start));
    CHECK(gate.is_news(phone));
    CHECK(!gate.is_news(phone));
    gate.tidy(start + 500ms);
    CHECK(!gate.is_news(phone));
    gate.tidy(start + 2s);
    CHECK(gate.remembered() == 0);
    CHECK(gate.ask(phone, start + 2s));
    CHECK(gate.is_news(phone));
}

TEST_CASE("however many addresses come, no more are remembered than the limit; none that is connected is "
          "forgotten") {
    Gate gate({.connections_per_address = 1, .remembered = 100});
    std::vector<Gate::Place> places;
    for (unsigned n = 0; n < 50; ++n)
        places.push_back(gate.enter(boost::asio::ip::address_v4(0x0A00'0000 + n * 37), start));
    for (unsigned n = 0; n < 5'000; ++n) gate.ask(boost::asio::ip::address_v4(0x0A00'0000 + n * 7919), start);
    CHECK(gate.remembered() == 100);
    for (unsigned n = 0; n < 50; ++n)
        CHECK(!gate.enter(boost::asio::ip::address_v4(0x0A00'0000 + n * 37), start));
}
