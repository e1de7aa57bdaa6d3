#pragma once
// HTTP on one connection: requests are answered until one asks for the live feed, or the connection ends.
// Beast reads the requests, within limits; all of its templates live behind this header.

#include "daemon/server/connection.hpp"
#include "daemon/server/desk.hpp"
#include "daemon/server/feed.hpp"
#include "daemon/server/options.hpp"
#include "daemon/server/router.hpp"
#include "daemon/server/stats.hpp"

#include <boost/asio/awaitable.hpp>
#include <functional>

namespace adoube::server {

/// A viewer at `/live?epoch=…&seq=…`, or at the desk's feed, that was answered with 101.
struct Upgrade {
    Resume resume;
    std::string early;        // bytes that came behind the request
    std::optional<Pass> pass; // of the desk
};

/// What a connection finds behind its requests.
struct RequestHandlers {
    const Options& options;
    Stats& stats;
    /// Asked of every request, also of one for the feed; nothing where it may be answered.
    std::function<std::optional<Response>(const Request&)> refuse;
    std::function<Response(const Request&)> answer;
    /// What is not for everybody; null: there is none.
    Desk* desk = nullptr;
    /// Who asks, to the desk.
    std::function<std::string(const Request&)> client{};
};

/// Nothing where the connection is done with.
boost::asio::awaitable<std::optional<Upgrade>> serve_http(std::shared_ptr<Connection> connection,
                                                          RequestHandlers handlers);

} // namespace adoube::server
