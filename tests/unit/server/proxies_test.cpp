#include "daemon/server/proxies.hpp"

#include "daemon/server/own_networks.hpp"
#include "tests/catch.hpp"

#include <arpa/inet.h>
#include <array>
#include <ifaddrs.h>
#include <memory>

using namespace adoube::server;

namespace {

Address address(const char* text) { return boost::asio::ip::make_address(text); }
std::string client(const Proxies& proxies, const char* peer, std::string_view forwarded_for) {
    return proxies.client(address(peer), forwarded_for).to_string();
}

} // namespace

TEST_CASE("addresses and networks are trusted, of both kinds; the error names the entry that is none") {
    const auto proxies = Proxies(Networks::parse({"127.0.0.1", "10.1.2.3/8", "::1", "fd00::/8"}).value());
    for (const char* one : {"127.0.0.1", "10.200.0.1", "::1", "fd12::9", "::ffff:10.0.0.1"}) {
        CAPTURE(one);
        CHECK(proxies.trusts(address(one)));
    }
    for (const char* one : {"127.0.0.2", "11.0.0.1", "::2", "fe80::1", "0.0.0.0"}) {
        CAPTURE(one);
        CHECK(!proxies.trusts(address(one)));
    }
    for (const char* wrong :
         {"", "localhost", "10.0.0.0/33", "10.0.0/8", "::1/129", "10.0.0.0/", "1.2.3.4/-1"}) {
        CAPTURE(wrong);
        const auto refused = Networks::parse({"127.0.0.1", wrong});
        REQUIRE_FALSE(refused);
        CHECK(refused.error().find('"' + std::string(wrong) + '"') != std::string::npos);
    }
}

TEST_CASE("an address beside this computer's own is taken for one of the internet, or all are beside it") {
    // Of each kind that it has, whatever it is.
    ifaddrs* found = nullptr;
    REQUIRE(getifaddrs(&found) == 0);
    const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> first(found, freeifaddrs);
    int tried = 0;
    for (const auto* each = found; each != nullptr; each = each->ifa_next) {
        if (each->ifa_addr == nullptr) continue;
        std::array<char, INET6_ADDRSTRLEN> text{};
        const auto family = each->ifa_addr->sa_family;
        const void* own = nullptr;
        if (family == AF_INET) own = &reinterpret_cast<const sockaddr_in*>(each->ifa_addr)->sin_addr;
        if (family == AF_INET6) own = &reinterpret_cast<const sockaddr_in6*>(each->ifa_addr)->sin6_addr;
        if (own == nullptr || inet_ntop(family, own, text.data(), text.size()) == nullptr) continue;
        CAPTURE(text.data());
        CHECK(is_in_own_network(address(text.data())));
        ++tried;
    }
    CHECK(tried > 0);
    CHECK(is_in_own_network(address("127.200.0.1"))); // 127.0.0.1/8
    for (const char* far : {"198.51.100.7", "203.0.113.1", "2001:db8::7"})
        CHECK_FALSE(is_in_own_network(address(far)));
}

TEST_CASE("from a proxy of ours, the client is the last that no proxy of ours is") {
    const auto proxies = Proxies(Networks::parse({"127.0.0.1", "10.0.0.0/8"}).value());
    CHECK(client(proxies, "127.0.0.1", "198.51.100.7") == "198.51.100.7");
    CHECK(client(proxies, "127.0.0.1", "198.51.100.7, 10.0.0.9") == "198.51.100.7");
    CHECK(client(proxies, "127.0.0.1", " 2001:db8::1 ,10.0.0.9,  10.0.0.8") == "2001:db8::1");
    CHECK(client(proxies, "127.0.0.1", "[2001:db8::1]:4711") == "2001:db8::1");
    CHECK(client(proxies, "127.0.0.1", "198.51.100.7:4711") == "198.51.100.7");
}

TEST_CASE("what a client writes itself into X-Forwarded-For is not believed") {
    const auto proxies = Proxies(Networks::parse({"127.0.0.1", "10.0.0.0/8"}).value());
    CHECK(client(proxies, "198.51.100.7", "203.0.113.1") == "198.51.100.7");
    CHECK(client(proxies, "198.51.100.7", "127.0.0.1") == "198.51.100.7");
    CHECK(client(proxies, "127.0.0.1", "203.0.113.1, 198.51.100.7") == "198.51.100.7");
    CHECK(client(proxies, "127.0.0.1", "10.0.0.1, 198.51.100.7, 10.0.0.9") == "198.51.100.7");
    CHECK(client(Proxies{}, "127.0.0.1", "203.0.113.1") == "127.0.0.1");
}

TEST_CASE("where X-Forwarded-For says nothing that can be read, the client is the last hop that is known") {
    const auto proxies = Proxies(Networks::parse({"127.0.0.1", "10.0.0.0/8"}).value());
    for (const char* said :
         {"", ",", "unknown", "198.51.100.7, unknown", "198.51.100.7,", "[2001:db8::1", "1.2.3.4.5"}) {
        CAPTURE(said);
        CHECK(client(proxies, "127.0.0.1", said) == "127.0.0.1");
    }
    CHECK(client(proxies, "127.0.0.1", "198.51.100.7, unknown, 10.0.0.9") == "10.0.0.9");
    CHECK(client(proxies, "127.0.0.1", "10.0.0.9") == "10.0.0.9");
}
