#pragma once
// The head of a request, read by Beast within limits, and what of RFC 9112 Beast lets pass: where two readers
// may not agree where a request ends, or where it goes, it is not answered but refused.

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
    std::string bytes; // of the head, as they came
};

/// Reads until the head is whole, and not beyond it: what follows stays in `buffer`.
boost::asio::awaitable<ReadHead> read_head(Stream& stream, boost::beast::flat_buffer& buffer, Parser& parser,
                                           const Options& options);

/// What no request may be like, whatever it asks for. After such a one nobody knows where the next begins.
std::optional<Response> malformed(const Parser& parser, std::string_view head, std::size_t header_count);

/// Of a request that is not malformed: where its target names a host, that is its Host, whatever that said,
/// and the target is what follows (RFC 9112, 3.2.2).
void take_host_from_target(Fields& fields);

bool has_body(const Parser& parser);
/// Whether another request may follow this one (RFC 9112, 9.3). To be asked before the body is read.
bool may_go_on(const Fields& fields);

} // namespace adoube::server
