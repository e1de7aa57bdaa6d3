#pragma once
// Maps requests to responses. No I/O.

#include "daemon/server/document.hpp"
#include "daemon/sheet/sheet.hpp"

#include <vector>

namespace adoube::server {

struct Request {
    std::string_view method, target;
    std::string if_none_match{}; // its lines joined by commas
    std::string_view host{}, origin{};
    std::string forwarded_for{};   // X-Forwarded-For, lines joined by commas
    bool opens_feed = false;       // at /live or the desk
    bool has_secret = false;       // Authorization
    std::string accept_encoding{}; // its lines joined by commas
};

/// Bytes shared by many responses, some of them slow.
struct Shared {
    Shared() = default;
    Shared(broadcast::Text text) : keeps(std::move(text)), bytes(*keeps) {}
    /// `lasting` must live as long as the program.
    explicit Shared(std::string_view lasting) : bytes(lasting) {}

    broadcast::Text keeps;
    std::string_view bytes;
};

struct Field {
    std::string_view name; // static
    std::string value;
    friend bool operator==(const Field&, const Field&) = default;
};

/// The content is `body`, `shared`, `end`, in this order.
struct Response {
    unsigned status = 200;
    std::string type = "text/plain; charset=utf-8";
    std::string body{};
    std::string etag{};          // empty: not to be stored, unless `fields` say otherwise
    std::vector<Field> fields{}; // more of the head
    Shared shared{};
    std::string_view end{};
    std::string framed_by{}; // sites, as frame-ancestors takes them; empty: none

    std::size_t size() const { return body.size() + shared.bytes.size() + end.size(); }
};

inline constexpr std::string_view standings_path = "/standings.json";

/// The target before `?`, and the value of `name=` after it, or empty.
std::string_view path_of(std::string_view target);
std::string_view query_value(std::string_view target, std::string_view name);

/// The id in /games/ID.pgn, /games/ID.note, /games/ID.json, /games/ID.html, and in /games/ID.pdf.
std::optional<std::string_view> game_of(std::string_view path);
std::optional<std::string_view> note_of(std::string_view path);
std::optional<std::string_view> json_of(std::string_view path);
std::optional<std::string_view> sheet_of(std::string_view path);
std::optional<std::string_view> pdf_of(std::string_view path);

/// The pages of games: nothing on them does anything.
bool may_be_framed(std::string_view path);

Response sorry(unsigned status, std::string sentence);

/// `document`, or that it has not changed. `may_be_packed`: sent compressed to those who take that.
Response document_response(const Request& request, const Document& document, std::string_view type,
                           bool may_be_packed = true);

/// A public scoresheet, as it is asked for.
struct AskedSheet {
    std::shared_ptr<const broadcast::PublicGame> game;
    broadcast::Text source; // of which it is made; another text: it has changed
    sheet::Options options;
    std::string key; // of what is made of it so
};
/// The error is the answer.
std::expected<AskedSheet, Response> asked_sheet(std::string_view target, std::string_view id,
                                                broadcast::LiveRound& round);

/// What the hall signs of a game that has ended and of its PGN: the same for the same, at any time. Empty:
/// nothing is signed.
using SignGame = std::function<std::string(const broadcast::PublicGame& game, std::string_view pgn)>;

/// GET and HEAD of
///   /               the page of all boards        /board/N        the page of one board
///   /rounds         the page of the games of a round, ?round=2
///   /operator       the organiser's page, and /arbiter the arbiter's: empty without a token
///   /targets        the operator's page of the sites that are sent the games: empty without a token
///   /round.pgn      the games on the boards       /games/ID.pgn   one game
///   /games/ID.note  what was signed of it, once it has ended and is shown so; not of other daemons' games
///   /games/ID.html  its scoresheet; ?letters=de, as sheet::letters_named takes them, &times=no
///   /games/ID.pdf   the same, which pdf_sheets.hpp answers
///   /games/ID.json  one game, see public_json.hpp
///   /standings      the page of the standings     /standings.json as of standings.hpp, if there are any
///   /games.json     {"games":[…]}: all that are known by id, earlier rounds' and other daemons' too
///   /api/round      {"now":UTC ms,"round":{…}}
///   /NAME           a part of the pages: /adoube.css, /icon.svg
///   /health/live, /health/ready   see health.hpp
///   /phone, /phone.crt   how a phone comes to trust this server, see phones.hpp
///   /cloud/tournament.json, /cloud/round-N/index.json, /cloud/round-N/game-M.json   see cloud_files.hpp
/// PGN, games, scoresheets and files of the cloud come with a strong entity tag, compressed for those who
/// take that, and may be kept for two seconds.
Response respond(const Request& request, broadcast::LiveRound& round, Documents& documents, UtcMs now_utc_ms,
                 const SignGame& sign = {});

} // namespace adoube::server
