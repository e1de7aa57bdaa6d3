// Any text as X-Forwarded-For, Origin and Host, one per line: strangers keep their address, nothing before
// the last stranger is believed, and only our pages are welcome.

#include "daemon/server/origin.hpp"
#include "daemon/server/proxies.hpp"
#include "tests/fuzz/fuzz.hpp"

#include <algorithm>

using namespace adoube;
using fuzz::promise;
using server::Address;

namespace {

std::string_view next_line(std::string_view& text) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

void check_client(std::string_view forwarded_for) {
    static const auto proxies =
        server::Proxies(server::Networks::parse({"127.0.0.1", "10.0.0.0/8", "fd00::/8"}).value());
    const Address stranger = boost::asio::ip::make_address("198.51.100.7"),
                  ours = boost::asio::ip::make_address("127.0.0.1");
    promise(proxies.client(stranger, forwarded_for) == stranger, "a stranger stays who he is");
    const Address client = proxies.client(ours, forwarded_for);
    promise(server::plain(client) == client, "an address has one form");
    const std::string behind = std::string(forwarded_for) + ", 198.51.100.7, 10.0.0.9";
    promise(proxies.client(ours, behind) == stranger, "what stands before the last stranger is not believed");
    if (proxies.trusts(client)) return;
    promise(proxies.client(ours, client.to_string()) == client, "a client can be written and read again");
}

void check_page(std::string_view origin, std::string_view host) {
    const std::vector<server::Origin> named{{true, "live.example.org", 443}};
    const auto from = server::parse_origin(origin);
    const auto here = server::parse_host(host);
    const bool is_from_here = from && here && from->host == here->host;
    if (server::is_welcome(origin, host, named))
        promise(is_from_here || (from && from->host == "live.example.org"),
                "no page of another site is welcome");
    if (server::is_own_name(host, named)) promise(here.has_value(), "a name of ours can be read");
    if (!here) return;
    const auto is_plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_' ||
               c == ':';
    };
    promise(!here->host.empty() && std::ranges::all_of(here->host, is_plain),
            "a name is one that can be written down");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto forwarded_for = next_line(text), origin = next_line(text), host = next_line(text);
    check_client(forwarded_for);
    check_page(origin, host);
    check_page(host, origin);
    return 0;
}
