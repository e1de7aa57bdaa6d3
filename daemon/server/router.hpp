#pragma once
// Which address answers what. No I/O: a request in, a response out.

#include "daemon/broadcast/live_round.hpp"

namespace adoube::server {

struct Request {
    std::string_view method, target, if_none_match;
    std::string_view host{}, origin{};
    std::string forwarded_for{}; // X-Forwarded-For, its lines joined by commas
    bool opens_feed = false;     // a WebSocket at /live
    bool has_secret = false;     // Authorization
};

/// Bytes that many are sent at the same time, and some of them slowly.
struct Shared {
    Shared() = default;
    Shared(broadcast::Text text) : keeps(std::move(text)), bytes(*keeps) {}
    /// Bytes that last as long as the program.
    explicit Shared(std::string_view lasting) : bytes(lasting) {}

    broadcast::Text keeps;
    std::string_view bytes;
};

/// Its content is `body`, `shared` and `end`.
struct Response {
    unsigned status = 200;
    std::string type = "text/plain; charset=utf-8";
    std::string body{};
    std::string etag{};   // empty: data of this moment, never to be stored
    std::string fields{}; // further header lines, each with its CRLF
    Shared shared{};
    std::string_view end{};

    std::size_t size() const { return body.size() + shared.bytes.size() + end.size(); }
};

/// The part of a target before `?`, and the value of `name=` behind it (empty where there is none).
std::string_view path_of(std::string_view target);
std::string_view query_value(std::string_view target, std::string_view name);

/// The id of the game whose PGN has this address.
std::optional<std::string_view> game_of(std::string_view path);

/// One sentence for people.
Response sorry(unsigned status, std::string sentence);

/// GET and HEAD of
///   /               the page of all boards        /board/N        the page of one board
///   /round.pgn      the games on the boards       /games/ID.pgn   one game
///   /api/round      {"now":UTC ms,"round":{…}}    /NAME           a part of the pages
Response respond(const Request& request, broadcast::LiveRound& round, UtcMs now_utc_ms);

/// The status line and the headers, empty line included. Over TLS browsers are told to come by TLS only.
std::string head_of(const Response& response, bool keep_alive, bool over_tls = false);

} // namespace adoube::server
