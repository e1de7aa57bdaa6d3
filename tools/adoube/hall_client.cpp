#include "tools/adoube/hall_client.hpp"

#include "daemon/access/token_text.hpp"
#include "daemon/server/origin.hpp"
#include "tools/adoube/files.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/ssl/impl/src.hpp> // nobody else here speaks TLS by Asio
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <boost/json.hpp>

#include <algorithm>
#include <sys/stat.h>

namespace adoube::tools {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using asio::ip::tcp;
using boost::system::error_code;
using namespace std::chrono_literals;
using std::unexpected;

constexpr auto as_tuple = asio::as_tuple(asio::use_awaitable);
constexpr auto patience = 30s;               // for a connection, or an answer
constexpr auto silence = 45s;                // of a feed: the daemon pings every ten seconds
constexpr std::size_t most_bytes = 16 << 20; // of one message

std::expected<std::string, std::string> token_from(const std::string& file) {
    struct stat status {};
    if (::stat(file.c_str(), &status) == 0 && (status.st_mode & (S_IRWXG | S_IRWXO)) != 0)
        return unexpected("token file " + file +
                          " is open to others: have the token revoked, and keep the next with chmod 600");
    auto text = read_file(file);
    if (!text) return text;
    if (text->ends_with('\n')) text->pop_back();
    if (!access::is_token_text(*text))
        return unexpected("token file " + file +
                          " holds no token: one begins with adoube_, and a letter of it "
                          "may be mistyped or missing");
    return text;
}

std::string sentence_in(const std::string& body, unsigned status) {
    error_code error;
    const auto value = boost::json::parse(body, error);
    const auto* object = error ? nullptr : value.if_object();
    const auto* sentence = object ? object->if_contains("error") : nullptr;
    if (sentence && sentence->is_string()) return std::string(sentence->get_string());
    return "what answers there is no adoubed with tokens (status " + std::to_string(status) + ")";
}

/// Why a certificate is not taken: what is the matter with it, and what to do.
std::string trouble_with(long verdict) {
    switch (verdict) {
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
        return "its certificate is for another name: ask for it by the name that stands in there";
    case X509_V_ERR_CERT_HAS_EXPIRED:
        return "its certificate has expired: have it renewed, and see that the clock here is right";
    case X509_V_ERR_CERT_NOT_YET_VALID:
        return "its certificate is not valid yet: see that the clock here is right";
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
        return "nobody who is trusted here vouches for its certificate: name who does with --ca";
    default:
        return std::string("its certificate is not taken (") + X509_verify_cert_error_string(verdict) + ")";
    }
}

/// What comes where TLS is expected is none.
bool is_no_tls(error_code error) {
    if (error.category() != asio::error::get_ssl_category()) return false;
    switch (ERR_GET_REASON(static_cast<unsigned long>(error.value()))) {
    case SSL_R_WRONG_VERSION_NUMBER:
    case SSL_R_HTTP_REQUEST:
    case SSL_R_PACKET_LENGTH_TOO_LONG: return true;
    default: return false;
    }
}

} // namespace

std::string HallAnswer::sentence() const { return sentence_in(body, status); }

class HallClient::Connection {
  public:
    Connection(server::Origin hall, std::string token, bool in_the_clear)
        : hall_(std::move(hall)), bearer_("Bearer " + std::move(token)), in_the_clear_(in_the_clear),
          tls_(asio::ssl::context::tls_client) {}

    std::expected<void, std::string> trust(const std::string& ca) {
        error_code error;
        SSL_CTX_set_min_proto_version(tls_.native_handle(), TLS1_2_VERSION);
        tls_.set_verify_mode(asio::ssl::verify_peer, error);
        if (ca.empty())
            tls_.set_default_verify_paths(error);
        else
            tls_.load_verify_file(ca, error);
        if (error) return unexpected("--ca " + ca + " holds no certificate: " + error.message());
        return {};
    }

    std::expected<HallAnswer, End> ask(const HallRequest& request) {
        std::expected<HallAnswer, End> answer;
        run([&]() -> asio::awaitable<void> {
            if (hall_.https) // not ?:, of which g++ 12 destroys both halves
                answer = co_await asked(request, kept_tls_);
            else
                answer = co_await asked(request, kept_plain_);
        });
        return answer;
    }
    /// What is not to be said twice is said on a connection of its own.
    void begin_anew() {
        kept_tls_.reset();
        kept_plain_.reset();
    }

    End watch(const std::string& resume, const std::function<void(const std::string&)>& take) {
        End end;
        run([&]() -> asio::awaitable<void> {
            if (hall_.https)
                end = co_await watched<Tls>(resume, take);
            else
                end = co_await watched<Plain>(resume, take);
        });
        return end;
    }

  private:
    using Plain = beast::tcp_stream;
    using Tls = asio::ssl::stream<beast::tcp_stream>;

    template<class Work>
    void run(Work work) {
        context_.restart();
        asio::co_spawn(context_, work, asio::detached);
        context_.run();
    }

    std::string host() const {
        const bool is_v6 = hall_.host.find(':') != std::string::npos;
        const auto name = is_v6 ? '[' + hall_.host + ']' : hall_.host;
        return hall_.port == (hall_.https ? 443 : 80) ? name : name + ':' + std::to_string(hall_.port);
    }
    std::string named() const { return (hall_.https ? "https://" : "http://") + host(); }
    std::string cannot(const std::string& why) const {
        return "no daemon answers at " + named() + ": " + why;
    }

    template<class Stream>
    Stream make_stream() {
        if constexpr (std::is_same_v<Stream, Tls>)
            return Stream(context_, tls_);
        else
            return Stream(context_);
    }

    /// Nothing, or why there is no connection. What is not in TLS goes no further than this computer.
    template<class Stream>
    asio::awaitable<std::optional<End>> connect(Stream& stream) {
        tcp::resolver resolver(context_);
        const auto [unknown, found] =
            co_await resolver.async_resolve(hall_.host, std::to_string(hall_.port), as_tuple);
        if (unknown) co_return End{cannot(unknown.message()), false};
        const bool stays_here = std::ranges::all_of(
            found, [](const auto& each) { return each.endpoint().address().is_loopback(); });
        if (!hall_.https && !stays_here && !in_the_clear_)
            co_return End{
                named() + " would get the token in the clear, for everybody on the way to read: use https, "
                          "or say --in-the-clear",
                true};
        auto& socket = beast::get_lowest_layer(stream);
        socket.expires_after(patience);
        const auto [refused, endpoint] = co_await socket.async_connect(found, as_tuple);
        if (refused) co_return End{cannot(refused.message()), false};
        if constexpr (std::is_same_v<Stream, Tls>) co_return co_await shake_hands(stream);
        co_return std::nullopt;
    }

    asio::awaitable<std::optional<End>> shake_hands(Tls& stream) {
        error_code is_name;
        (void)asio::ip::make_address(hall_.host, is_name);
        auto* const ssl = stream.native_handle();
        if (is_name) {
            SSL_set_tlsext_host_name(ssl, hall_.host.c_str());
            SSL_set1_host(ssl, hall_.host.c_str());
        } else {
            X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), hall_.host.c_str());
        }
        const auto [error] = co_await stream.async_handshake(asio::ssl::stream_base::client, as_tuple);
        if (!error) co_return std::nullopt;
        const auto verdict = SSL_get_verify_result(ssl);
        if (verdict != X509_V_OK) co_return End{named() + ": " + trouble_with(verdict), true};
        if (is_no_tls(error))
            co_return End{named() + " does not speak TLS: set [tls] there, or ask for it as http://", true};
        co_return End{cannot(error.message()), false};
    }

    http::request<http::string_body> request_of(const HallRequest& asked) const {
        http::request<http::string_body> request(asked.post ? http::verb::post : http::verb::get,
                                                 asked.target, 11, asked.body);
        request.set(http::field::host, host());
        request.set(http::field::authorization, bearer_);
        if (asked.post) request.set(http::field::content_type, asked.type);
        request.prepare_payload();
        return request;
    }

    /// Where a connection was kept, and the hall has ended it meanwhile, on another.
    template<class Stream>
    asio::awaitable<std::expected<HallAnswer, End>> asked(const HallRequest& what,
                                                          std::unique_ptr<Stream>& kept) {
        const auto request = request_of(what);
        for (;;) {
            const bool is_new = !kept;
            if (is_new) {
                kept = std::make_unique<Stream>(make_stream<Stream>());
                if (const auto end = co_await connect(*kept)) {
                    kept.reset();
                    co_return unexpected(*end);
                }
            }
            beast::get_lowest_layer(*kept).expires_after(patience);
            const auto [unsent, sent] = co_await http::async_write(*kept, request, as_tuple);
            beast::flat_buffer buffer;
            http::response_parser<http::string_body> parser;
            parser.body_limit(most_bytes);
            const auto [error, size] = co_await http::async_read(*kept, buffer, parser, as_tuple);
            if (unsent || error) {
                kept.reset();
                if (!is_new) continue;
                const End ended{"the daemon ended before it answered: look whether it was done, then ask "
                                "again",
                                false};
                co_return unexpected(ended);
            }
            auto& response = parser.get();
            if (!response.keep_alive()) kept.reset();
            if (leads_to_tls(response)) co_return unexpected(needs_https());
            co_return answer_of(response);
        }
    }

    static HallAnswer answer_of(http::response<http::string_body>& response) {
        return {response.result_int(), std::move(response.body())};
    }
    /// What adoubed says to a request with a token, or a proxy to any.
    template<class Response>
    static bool leads_to_tls(const Response& response) {
        return response.body().starts_with("This server speaks TLS") ||
               (response.result_int() / 100 == 3 && response[http::field::location].starts_with("https://"));
    }
    End needs_https() const { return {named() + " speaks TLS only: ask for it as https://", true}; }

    template<class Stream>
    asio::awaitable<End> watched(const std::string& resume,
                                 const std::function<void(const std::string&)>& take) {
        websocket::stream<Stream> feed(make_stream<Stream>());
        if (auto end = co_await connect(feed.next_layer())) co_return std::move(*end);
        beast::get_lowest_layer(feed).expires_never(); // from here on the feed looks after time itself
        feed.set_option(websocket::stream_base::timeout{patience, silence, true});
        feed.set_option(websocket::stream_base::decorator(
            [this](websocket::request_type& request) { request.set(http::field::authorization, bearer_); }));
        feed.read_message_max(most_bytes);
        websocket::response_type response;
        const auto [refused] =
            co_await feed.async_handshake(response, host(), "/api/arbiter/live" + resume, as_tuple);
        if (refused == websocket::error::upgrade_declined) {
            if (leads_to_tls(response)) co_return needs_https();
            const auto status = response.result_int();
            co_return End{sentence_in(response.body(), status), status != 429 && status < 500};
        }
        if (refused) co_return End{cannot(refused.message()), false};
        for (beast::flat_buffer buffer;; buffer.clear()) {
            const auto [error, size] = co_await feed.async_read(buffer, as_tuple);
            if (error == websocket::error::closed &&
                feed.reason().code == websocket::close_code::policy_error)
                co_return End{std::string(feed.reason().reason.data(), feed.reason().reason.size()), true};
            if (error) co_return End{"the feed from " + named() + " ended: " + error.message(), false};
            take(beast::buffers_to_string(buffer.data()));
        }
    }

    server::Origin hall_;
    std::string bearer_;
    bool in_the_clear_;
    asio::ssl::context tls_;
    asio::io_context context_{1};
    std::unique_ptr<Plain> kept_plain_; // of the last request
    std::unique_ptr<Tls> kept_tls_;
};

HallClient::HallClient(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
HallClient::~HallClient() = default;
HallClient::HallClient(HallClient&&) noexcept = default;
HallClient& HallClient::operator=(HallClient&&) noexcept = default;

std::expected<HallClient, std::string> HallClient::make(const HallOptions& options) {
    auto url = options.url;
    if (url.ends_with('/')) url.pop_back();
    auto hall = server::parse_origin(url);
    if (!hall)
        return unexpected("\"" + options.url +
                          "\" is no address of a hall: write it as https://hall.example");
    if (options.token_file.empty()) return unexpected("--token-file is missing: where your token is");
    auto token = token_from(options.token_file);
    if (!token) return unexpected(token.error());
    auto connection = std::make_unique<Connection>(std::move(*hall), std::move(*token), options.in_the_clear);
    if (const auto trusts = connection->trust(options.ca); !trusts) return unexpected(trusts.error());
    return HallClient(std::move(connection));
}

std::expected<std::string, std::string> HallClient::command(const std::string& line) {
    connection_->begin_anew();
    auto answer = connection_->ask({.post = true, .target = "/api/command", .body = line});
    if (!answer) return unexpected(answer.error().why);
    if (answer->status != 200) return unexpected(answer->sentence());
    return std::move(answer->body);
}

std::expected<HallAnswer, HallClient::End> HallClient::ask(const HallRequest& request) {
    return connection_->ask(request);
}

HallClient::End HallClient::watch(const std::string& resume,
                                  const std::function<void(const std::string&)>& take) {
    return connection_->watch(resume, take);
}

} // namespace adoube::tools
