#include "daemon/server/http_session.hpp"

#include "daemon/boost/as_tuple.hpp"
#include "daemon/server/request_head.hpp"
#include "daemon/server/response_head.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/write.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <charconv>

namespace adoube::server {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;

constexpr std::size_t unread_limit = 65'536;

asio::awaitable<bool> write(Connection& connection, const Response& response, bool with_body,
                            bool keep_alive) {
    std::string own = head_of(response, keep_alive, connection.stream.is_tls());
    if (with_body) own += response.body;
    std::array<asio::const_buffer, 3> bytes{asio::buffer(own), asio::buffer(response.shared.bytes),
                                            asio::buffer(response.end)};
    if (!with_body) bytes[1] = bytes[2] = {};
    const auto [error, size] = co_await asio::async_write(connection.stream, bytes, as_tuple);
    co_return !error;
}

/// Gives the other side time to read: closing with bytes unread would discard the answer.
asio::awaitable<void> hang_up(Connection& connection) {
    connection.stream.end_writing();
    connection.expires_after(std::chrono::seconds(2));
    std::array<char, 1024> bytes;
    for (std::size_t unread = 0; unread < unread_limit;) {
        const auto [error, size] = co_await connection.stream.async_read_some(asio::buffer(bytes), as_tuple);
        if (error) break;
        unread += size;
    }
    connection.cut();
}

/// Empty where nobody is left to tell: end of input or a failed socket.
std::optional<Response> objection(error_code error) {
    static const auto* of_http = &make_error_code(http::error::end_of_stream).category();
    if (error.category() != *of_http || error == http::error::end_of_stream ||
        error == http::error::partial_message)
        return std::nullopt;
    if (error == http::error::header_limit) return sorry(431, "The headers of this request are too long.");
    return sorry(400, "This is no HTTP request.");
}

/// The lines of one name, with commas between them.
std::string joined(const Fields& fields, const char* name) {
    std::string all;
    const auto [first, last] = fields.equal_range(name);
    for (auto line = first; line != last; ++line)
        all += (line == first ? "" : ",") + std::string(text(line->value()));
    return all;
}

Request request_of(const Fields& fields, const RequestHandlers& handlers) {
    Request request{.method = text(fields.method_string()),
                    .target = text(fields.target()),
                    .if_none_match = joined(fields, "If-None-Match"),
                    .host = text(fields[http::field::host]),
                    .origin = text(fields[http::field::origin]),
                    .forwarded_for = {},
                    .has_secret = fields.count(http::field::authorization) > 0};
    const auto path = path_of(request.target);
    const bool is_feed = path == handlers.feed || (handlers.desk && handlers.desk->is_feed(path));
    request.opens_feed = is_feed && fields.method() == http::verb::get;
    request.forwarded_for = joined(fields, "X-Forwarded-For");
    request.accept_encoding = joined(fields, "Accept-Encoding");
    return request;
}

Resume resume_from(std::string_view target) {
    Resume resume{std::string(query_value(target, "epoch"))};
    const std::string_view seq = query_value(target, "seq");
    if (std::from_chars(seq.data(), seq.data() + seq.size(), resume.seq).ec != std::errc())
        resume.epoch.clear();
    const std::string_view board = query_value(target, "board");
    int number = 0;
    const auto [end, error] = std::from_chars(board.data(), board.data() + board.size(), number);
    if (error == std::errc() && end == board.data() + board.size() && number > 0) resume.board = number;
    return resume;
}

asio::awaitable<bool> shake_hands(Connection& connection, const Fields& fields, bool for_desk) {
    const bool chosen = for_desk && access::offers_feed(text(fields[http::field::sec_websocket_protocol]));
    const auto head = head_of_websocket(text(fields[http::field::sec_websocket_key]),
                                        chosen ? access::feed_protocol : std::string_view());
    const auto [error, size] = co_await asio::async_write(connection.stream, asio::buffer(head), as_tuple);
    co_return !error;
}

/// Empty for a valid WebSocket handshake (RFC 6455, 4.2.1).
std::optional<Response> wrong_handshake(const Fields& request) {
    if (!boost::beast::websocket::is_upgrade(request) ||
        request[http::field::sec_websocket_version] != "13") {
        Response response = sorry(426, "This address is for a WebSocket of version 13 (RFC 6455).");
        response.fields = {{"Upgrade", "websocket"}, {"Sec-WebSocket-Version", "13"}};
        return response;
    }
    if (request[http::field::sec_websocket_key].size() != 24)
        return sorry(400, "Sec-WebSocket-Key is no key.");
    return std::nullopt;
}

// --- the desk ---

DeskRequest desk_request(const RequestHandlers& handlers, const Fields& fields, const Request& request) {
    return {.method = request.method,
            .target = request.target,
            .shown = {.authorization = text(fields[http::field::authorization]),
                      .websocket_protocol = text(fields[http::field::sec_websocket_protocol])},
            .address = handlers.client ? handlers.client(request) : std::string()};
}

/// RFC 9112, 7.1.1; Beast accepts any byte between quotes.
void check_chunk_extension(std::uint64_t, boost::beast::string_view extension, error_code& error) {
    const auto is_control = [](unsigned char c) { return (c < 0x20 && c != '\t') || c == 0x7F; };
    if (std::ranges::any_of(extension, is_control)) error = http::error::bad_chunk_extension;
}

asio::awaitable<std::optional<Response>> at_desk(Connection& connection, const RequestHandlers& handlers,
                                                 boost::beast::flat_buffer& buffer, Parser& parser,
                                                 const Request& request) {
    const auto too_long = [] { return sorry(413, "The body of this request is too long."); };
    auto asked = desk_request(handlers, parser.get(), request); // before trailers add fields
    const auto longest = handlers.desk->may_send(asked);
    if (!longest) co_return longest.error();
    if (parser.content_length().value_or(0) > *longest) co_return too_long();
    parser.body_limit(*longest);
    if (!parser.is_done()) {
        auto check = check_chunk_extension;
        parser.on_chunk_header(check);
        const auto [error, size] = co_await http::async_read(connection.stream, buffer, parser, as_tuple);
        if (error == http::error::body_limit) co_return too_long();
        if (const auto response = objection(error)) co_return *response;
        if (error) co_return std::nullopt;
    }
    connection.expires_after(handlers.options.request_timeout);
    asked.body = std::move(parser.get().body());
    co_return co_await handlers.desk->answer(std::move(asked));
}

} // namespace

asio::awaitable<std::optional<Upgrade>> serve_http(std::shared_ptr<Connection> connection,
                                                   RequestHandlers handlers) {
    const Options& options = handlers.options;
    boost::beast::flat_buffer buffer(options.header_bytes + 1024);
    for (bool keep_alive = true; keep_alive;) {
        connection->expires_after(options.request_timeout);
        handlers.set_waiting(true);
        Parser parser;
        parser.header_limit(static_cast<std::uint32_t>(options.header_bytes));
        parser.body_limit(boost::none); // a body is read only once its taker is known
        const auto [error, head] = co_await read_head(connection->stream, buffer, parser, options);
        connection->expires_after(options.request_timeout);
        if (const auto response = objection(error)) {
            ++handlers.stats.requests_refused;
            co_await write(*connection, *response, true, false);
            break;
        }
        if (error) break;
        handlers.set_waiting(false);
        auto refusal = malformed(parser, head, options.header_count);
        if (!refusal) take_host_from_target(parser.get());
        const auto& fields = parser.get();
        const Request request = request_of(fields, handlers);
        const bool for_desk = handlers.desk && handlers.desk->has(path_of(request.target));
        handlers.stats.requests_refused += refusal.has_value();
        keep_alive = !refusal && may_go_on(fields);
        if (!refusal) refusal = handlers.refuse(request);
        if (!refusal && request.opens_feed) refusal = wrong_handshake(fields);
        std::optional<Pass> pass;
        if (!refusal && request.opens_feed && for_desk) {
            auto admitted = handlers.desk->admit(desk_request(handlers, fields, request));
            if (admitted)
                pass = std::move(*admitted);
            else
                refusal = std::move(admitted.error());
        }
        if (!refusal && request.opens_feed) {
            if (!co_await shake_hands(*connection, fields, for_desk)) break;
            co_return Upgrade{resume_from(request.target), boost::beast::buffers_to_string(buffer.data()),
                              std::move(pass)};
        }
        auto response = std::move(refusal);
        if (!response && for_desk) {
            response = co_await at_desk(*connection, handlers, buffer, parser, request);
            if (!response) break;
        }
        if (!response && handlers.answer_later)
            if (auto later = handlers.answer_later(request)) response = co_await std::move(*later);
        if (!response) response = handlers.answer(request);
        const bool all_read = parser.is_done() || !has_body(parser);
        keep_alive = keep_alive && all_read && response->status != 429;
        if (!co_await write(*connection, *response, fields.method() != http::verb::head, keep_alive)) break;
    }
    handlers.set_waiting(true);
    co_await hang_up(*connection);
    co_return std::nullopt;
}

} // namespace adoube::server
