#pragma once
// What the server shows and takes that is not for everybody. To the server it is text and bytes: who may have
// it, and what it is, is known only behind this.

#include "daemon/access/authorization.hpp"
#include "daemon/access/rights.hpp"
#include "daemon/server/feed.hpp"
#include "daemon/server/router.hpp"

#include <boost/asio/awaitable.hpp>

namespace adoube::server {

class Viewer;

/// Who asks for what. What is viewed must outlive the answer.
struct DeskRequest {
    std::string_view method, target;
    access::Shown shown;
    std::string address; // where it comes from: what wrong tokens are counted by
    std::string body{};
};

/// With what somebody was let in.
struct Pass {
    access::TokenHash token{};
    access::Grant grant;
};

class Desk {
  public:
    /// A request's body is no longer: a line of the control socket.
    static constexpr std::size_t longest_body = 16 * 1024;

    virtual ~Desk() = default;

    /// Whether an address belongs here; the public ones never do.
    virtual bool has(std::string_view path) const = 0;
    /// Whether it is that of the feed, which is a WebSocket.
    virtual bool is_feed(std::string_view path) const = 0;

    virtual boost::asio::awaitable<Response> answer(DeskRequest request) = 0;

    /// Whether somebody may have the feed, or why not. The answer to the handshake then names
    /// access::feed_protocol where `request` offers it.
    virtual std::expected<Pass, Response> admit(const DeskRequest& request) = 0;
    /// From now on a viewer gets what its pass is for: first what it missed. It is closed when the pass is no
    /// longer good.
    virtual void join(const std::shared_ptr<Viewer>& viewer, const Pass& pass, const Resume& resume) = 0;
    virtual void leave(const std::shared_ptr<Viewer>& viewer) = 0;
};

} // namespace adoube::server
