#include "daemon/server/admission.hpp"

namespace adoube::server {
namespace {

bool is_loopback(const std::string& address) {
    boost::system::error_code error;
    const auto known = boost::asio::ip::make_address(address, error);
    return !error && known.is_loopback();
}

Response too_many_requests() {
    Response response = sorry(429, "Too many requests come from your address: wait a moment.");
    response.fields = {{"Retry-After", "5"}};
    return response;
}

Response too_many_connections() {
    return sorry(503, "Too many connections come from your address already; try again later.");
}

} // namespace

bool is_readable_on_the_way(const Options& options) {
    return !is_loopback(options.address) && !options.tls && options.trusted_proxies.none();
}

Admission::Admission(const Options& options, Stats& stats)
    : options_(options), stats_(stats), names_matter_(is_loopback(options.address)), gate_(options.gate) {}

std::optional<Response> Admission::refuse(Guest& guest, Gate::Time now) {
    guest.peer = plain(guest.peer);
    if (options_.trusted_proxies.trusts(guest.peer)) return std::nullopt;
    if (!enter(guest, guest.peer, now)) return too_many_connections();
    if (!ask(guest.peer, now)) return too_many_requests();
    return std::nullopt;
}

std::optional<Response> Admission::refuse(Guest& guest, const Request& request, Gate::Time now) {
    const Address client = options_.trusted_proxies.client(guest.peer, request.forwarded_for);
    if (!ask(client, now)) return too_many_requests();
    if (auto response = refuse_stranger(request)) return response;
    if (request.opens_feed && !guest.place && !enter(guest, client, now)) return too_many_connections();
    return std::nullopt;
}

std::optional<Response> Admission::refuse_stranger(const Request& request) {
    if (names_matter_ && !request.host.empty() && !is_own_name(request.host, options_.origins)) {
        ++stats_.strangers_refused;
        return sorry(421, "This server does not go by the name that you asked for: use its address, or let "
                          "origins in its configuration name it.");
    }
    if (request.opens_feed && !request.origin.empty() &&
        !is_welcome(request.origin, request.host, options_.origins)) {
        ++stats_.strangers_refused;
        return sorry(403, "The live feed is not for pages of another site, unless origins in the "
                          "configuration of this server names it.");
    }
    return std::nullopt;
}

std::string Admission::name_of(const Guest& guest, const Request& request) const {
    return client_of(address_of(guest, request)).to_string();
}

Address Admission::address_of(const Guest& guest, const Request& request) const {
    return options_.trusted_proxies.client(guest.peer, request.forwarded_for);
}

bool Admission::ask(const Address& client, Gate::Time now) {
    if (gate_.ask(client, now)) return true;
    ++stats_.requests_too_many;
    tell_of(client, "asks too often");
    return false;
}

bool Admission::enter(Guest& guest, const Address& client, Gate::Time now) {
    guest.place = gate_.enter(client, now);
    if (guest.place) return true;
    ++stats_.connections_refused;
    tell_of(client, "has too many connections");
    return false;
}

void Admission::tell_of(const Address& client, const std::string& why) {
    if (options_.tell && gate_.is_news(client))
        options_.tell(client.to_string() + " " + why + " and is held back", false);
}

bool is_from_this_computer(const Options& options, const Guest& guest, const Request& request) {
    const auto asked = parse_host(request.host);
    const auto peer = plain(guest.peer);
    return asked && (is_loopback(asked->host) || asked->host == "localhost") && peer.is_loopback() &&
           !options.trusted_proxies.trusts(peer) && request.forwarded_for.empty();
}

Response use_https(const Request& request) {
    Response response = sorry(426, "This server speaks TLS: its address begins with https://.");
    response.fields = {{"Upgrade", "TLS/1.2, HTTP/1.1"}}; // RFC 2817, 4.2
    // Redirect browsers, but let programs that send a secret in the clear fail visibly.
    if ((request.method == "GET" || request.method == "HEAD") && parse_host(request.host) &&
        request.target.starts_with('/') && !request.has_secret && !request.opens_feed) {
        response.status = 308;
        response.fields = {
            {"Location", "https://" + std::string(request.host) + std::string(request.target)}};
    }
    return response;
}

} // namespace adoube::server
