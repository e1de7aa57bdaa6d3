#include "daemon/server/request_head.hpp"

#include "daemon/boost/as_tuple.hpp"
#include "daemon/server/origin.hpp"

#include <algorithm>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/rfc7230.hpp>

namespace adoube::server {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;

constexpr std::size_t piece = 1024; // bytes per read

bool is_visible(char c) { return c > 0x20 && c < 0x7F; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Obsolete line folding (RFC 9112, 5.2).
bool is_folded(std::string_view head) {
    return head.find("\r\n ") != std::string_view::npos || head.find("\r\n\t") != std::string_view::npos;
}

/// RFC 9112, 6: one number, or chunked alone. Beast accepts lists of either and ignores an unknown coding.
std::optional<std::string> wrong_length(const Fields& fields) {
    const auto lengths = fields.count(http::field::content_length),
               codings = fields.count(http::field::transfer_encoding);
    if (lengths + codings > 1) return "This request says more than once how long it is.";
    if (lengths == 1 && !std::ranges::all_of(text(fields[http::field::content_length]), is_digit))
        return "Content-Length is no number.";
    if (codings == 0) return std::nullopt;
    if (fields.version() < 11) return "Transfer-Encoding is not for HTTP/1.0.";
    if (!boost::beast::iequals(fields[http::field::transfer_encoding], "chunked"))
        return "The only Transfer-Encoding that this server takes is chunked.";
    return std::nullopt;
}

/// RFC 9112, 3.2.
std::optional<std::string> wrong_host(const Fields& fields) {
    const auto hosts = fields.count(http::field::host);
    if (hosts > 1) return "This request says more than once where it goes.";
    if (hosts == 0 && fields.version() < 11) return std::nullopt;
    if (hosts == 0) return "This request does not say where it goes: it has no Host.";
    if (!parse_host(text(fields[http::field::host]))) return "Host is neither a name nor an address.";
    return std::nullopt;
}

/// An absolute-form target (RFC 9112, 3.2.2).
struct Absolute {
    std::string_view host, rest;
};
std::optional<Absolute> absolute(std::string_view target) {
    for (const std::string_view scheme : {"http://", "https://"}) {
        if (!boost::beast::iequals(target.substr(0, scheme.size()), scheme)) continue;
        target.remove_prefix(scheme.size());
        const auto host = target.substr(0, target.find_first_of("/?"));
        return Absolute{host, target.substr(host.size())};
    }
    return std::nullopt;
}

std::optional<std::string> ambiguous(const Fields& fields, std::string_view head) {
    if (is_folded(head)) return "A header line of this request goes on on the next one.";
    if (!std::ranges::all_of(text(fields.target()), is_visible))
        return "The address in the request has characters that must be percent-encoded.";
    if (auto wrong = wrong_length(fields)) return wrong;
    if (auto wrong = wrong_host(fields)) return wrong;
    if (const auto named = absolute(text(fields.target())); named && !parse_host(named->host))
        return "The address in the request names neither a host nor an address.";
    if (fields.count(http::field::origin) > 1) return "This request says more than once where it comes from.";
    if (fields.count(http::field::authorization) > 1) return "This request shows more than one secret.";
    return std::nullopt;
}

/// Skips an empty line before a request, which some send after a body (RFC 9112, 2.2). False: more bytes
/// needed.
bool begins(boost::beast::flat_buffer& buffer) {
    constexpr std::string_view line = "\r\n";
    const std::string_view bytes(static_cast<const char*>(buffer.data().data()), buffer.size());
    if (bytes.starts_with(line)) buffer.consume(line.size());
    return bytes.size() >= line.size() || !line.starts_with(bytes);
}

} // namespace

asio::awaitable<ReadHead> read_head(Stream& stream, boost::beast::flat_buffer& buffer, Parser& parser,
                                    const Options& options) {
    ReadHead read;
    for (bool begun = false;;) {
        begun = begun || begins(buffer);
        boost::system::error_code need;
        const auto bytes = buffer.data();
        const auto taken = !begun || buffer.size() == 0 ? 0 : parser.put(bytes, need);
        read.bytes.append(static_cast<const char*>(bytes.data()), taken);
        buffer.consume(taken);
        read.error = need == http::error::need_more ? boost::system::error_code() : need;
        // Beast counts only the bytes not yet consumed.
        if (!read.error && read.bytes.size() > options.header_bytes) read.error = http::error::header_limit;
        if (read.error || parser.is_header_done()) co_return read;
        const auto [error, size] = co_await stream.async_read_some(
            buffer.prepare(std::min(piece, buffer.max_size() - buffer.size())), as_tuple);
        read.error = error;
        if (error) co_return read;
        buffer.commit(size);
    }
}

std::optional<Response> malformed(const Parser& parser, std::string_view head, std::size_t header_count) {
    const auto& fields = parser.get();
    if (static_cast<std::size_t>(std::distance(fields.begin(), fields.end())) > header_count)
        return sorry(431, "This request has too many headers.");
    if (auto why = ambiguous(fields, head)) return sorry(400, std::move(*why));
    const bool only_asks = fields.method() == http::verb::get || fields.method() == http::verb::head;
    if (has_body(parser) && only_asks) return sorry(400, "This server takes no request with a body.");
    return std::nullopt;
}

void take_host_from_target(Fields& fields) {
    const std::string target(text(fields.target()));
    const auto named = absolute(target);
    if (!named) return;
    fields.set(http::field::host, named->host);
    fields.target((named->rest.starts_with('/') ? "" : "/") + std::string(named->rest));
}

bool has_body(const Parser& parser) { return parser.chunked() || parser.content_length().value_or(0) > 0; }

bool may_go_on(const Fields& fields) {
    const auto [first, last] = fields.equal_range(http::field::connection);
    const auto says = [&](boost::beast::string_view option) {
        return std::any_of(first, last,
                           [&](const auto& line) { return http::token_list{line.value()}.exists(option); });
    };
    return !says("close") && (fields.version() >= 11 || says("keep-alive"));
}

} // namespace adoube::server
