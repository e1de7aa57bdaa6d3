#pragma once
// What is not for everybody. The server passes on text and bytes; only the desk knows what they are and who
// may have them.

#include "daemon/access/authorization.hpp"
#include "daemon/access/shares.hpp"
#include "daemon/server/feed.hpp"
#include "daemon/server/router.hpp"

#include <boost/asio/awaitable.hpp>

namespace adoube::server {

class Viewer;

/// The views must outlive the answer.
struct DeskRequest {
    std::string_view method, target;
    access::Shown shown;
    std::string address; // the client, by which wrong tokens are counted
    std::string body{};
};

struct Pass {
    access::TokenHash token{};
    access::Grant grant;
    access::Shares::Place place{}; // of a viewer
};

class Desk {
  public:
    /// A line of the control socket.
    static constexpr std::size_t longest_body = 256 * 1024; // a round of some hundred boards

    virtual ~Desk() = default;

    /// Never true for a public path.
    virtual bool has(std::string_view path) const = 0;
    virtual bool is_feed(std::string_view path) const = 0;

    /// Of a request without its body: how long that may be, or why nothing of it is read.
    virtual std::expected<std::size_t, Response> may_send(const DeskRequest& head) = 0;
    virtual boost::asio::awaitable<Response> answer(DeskRequest request) = 0;

    /// Whether the client may have the feed, or why not. The handshake's answer names access::feed_protocol
    /// if `request` offers it.
    virtual std::expected<Pass, Response> admit(const DeskRequest& request) = 0;
    /// Feeds a viewer, first with what it missed; closes it once its pass is no longer good.
    virtual void join(const std::shared_ptr<Viewer>& viewer, Pass pass, const Resume& resume) = 0;
    virtual void leave(const std::shared_ptr<Viewer>& viewer) = 0;

    /// Of one that has joined.
    static constexpr std::size_t longest_message = 1024;
    virtual void hear(const std::shared_ptr<Viewer>& viewer, std::string_view message) = 0;
};

} // namespace adoube::server
