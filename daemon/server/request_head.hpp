#pragma once
// Reads a request's head by Beast and adds the checks of RFC 9112 that Beast skips: a request is refused
// where two readers may disagree on where it ends or goes (request smuggling).

#include "daemon/server/options.hpp"
#include "daemon/server/router.hpp"
#include "daemon/server/stream.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

namespace adoube::server {

using Parser = boost::beast::http::request_parser<boost::beast::http::string_body>;
using Fields = boost::beast::http::request<boost::beast::http::string_body>;

inline std::string_view text(boost::beast::string_view view) { return {view.data(), view.size()}; }

struct ReadHead {
    boost::system::error_code error;
    std::string bytes; // as received
};

/// Reads no further than the head: what follows stays in `buffer`.
boost::asio::awaitable<ReadHead> read_head(Stream& stream, boost::beast::flat_buffer& buffer, Parser& parser,
                                           const Options& options);

/// The refusal of a malformed request; where the next one begins is then unknown.
std::optional<Response> malformed(const Parser& parser, std::string_view head, std::size_t header_count);

/// In a well-formed request, a host in the target replaces Host (RFC 9112, 3.2.2).
void take_host_from_target(Fields& fields);

bool has_body(const Parser& parser);
/// Whether another request may follow (RFC 9112, 9.3). Call before the body is read.
bool may_go_on(const Fields& fields);

} // namespace adoube::server
