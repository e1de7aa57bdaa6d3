#pragma once
// HTTP on one connection: requests are answered until one asks for the live feed, or the connection ends.
// Beast reads the requests, within limits; all of its templates live behind this header.

#include "daemon/server/connection.hpp"
#include "daemon/server/feed.hpp"
#include "daemon/server/router.hpp"

#include <boost/asio/awaitable.hpp>
#include <functional>

namespace adoube::server {

/// A viewer at `/live?epoch=…&seq=…` that was answered with 101.
struct Upgrade {
    Resume resume;
    std::string early; // bytes that came behind the request
};

struct HttpEnd {
    std::optional<Upgrade> upgrade; // else the connection is done with
    bool refused = false;           // what came was not HTTP, or more than the limits allow
};

using Answer = std::function<Response(const Request&)>;

boost::asio::awaitable<HttpEnd> serve_http(std::shared_ptr<Connection> connection,
                                           std::chrono::milliseconds request_timeout, Answer answer);

} // namespace adoube::server
