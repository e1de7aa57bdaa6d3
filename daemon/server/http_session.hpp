#pragma once
// HTTP on one connection, until a request opens the live feed. All templates of Beast live behind this
// header.

#include "daemon/server/connection.hpp"
#include "daemon/server/desk.hpp"
#include "daemon/server/feed.hpp"
#include "daemon/server/options.hpp"
#include "daemon/server/router.hpp"
#include "daemon/server/stats.hpp"

#include <boost/asio/awaitable.hpp>
#include <functional>

namespace adoube::server {

/// A viewer at the feed, as `/live?epoch=…&seq=…`, with `&board=7` at that of one board, or at the desk's,
/// already answered with 101.
struct Upgrade {
    Resume resume;
    std::string early;        // bytes after the request
    std::optional<Pass> pass; // the desk's
};

struct RequestHandlers {
    const Options& options;
    Stats& stats;
    /// Also called for the feed; empty: may be answered.
    std::function<std::optional<Response>(const Request&)> refuse;
    std::function<Response(const Request&)> answer;
    /// Where it answers, `answer` does not; for what takes time. The request outlives the answer.
    std::function<std::optional<boost::asio::awaitable<Response>>(const Request&)> answer_later{};
    Desk* desk = nullptr;
    std::function<std::string(const Request&)> client{};
    /// A request has come; or it is answered, or refused.
    std::function<void(bool waits)> set_waiting = [](bool) {};
    std::string_view feed = "/live"; // its path
};

/// Empty where the connection has ended.
boost::asio::awaitable<std::optional<Upgrade>> serve_http(std::shared_ptr<Connection> connection,
                                                          RequestHandlers handlers);

} // namespace adoube::server
