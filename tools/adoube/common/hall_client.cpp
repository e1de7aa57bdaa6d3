#include "tools/adoube/common/hall_client.hpp"

#include "daemon/access/token_text.hpp"
#include "daemon/boost/parse_json.hpp"
#include "daemon/files/read.hpp"
#include "daemon/server/origin.hpp"
#include "tools/adoube/common/blocking_stream.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/error.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/json.hpp>

#include <algorithm>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

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

constexpr std::size_t longest_token_file = 4096;
constexpr auto patience = 30s;               // to connect, or for an answer
constexpr auto silence = 45s;                // of a feed: the daemon pings every ten seconds
constexpr std::size_t most_bytes = 16 << 20; // of one message

std::expected<std::string, std::string> token_from(const std::string& file) {
    auto text = files::read_secret(file, longest_token_file);
    if (!text && text.error().why == files::Unreadable::Why::open_to_others)
        return unexpected("token file " + file +
                          " is open to others: have the token revoked, and keep the next with chmod 600");
    if (!text) return unexpected("token file " + file + ' ' + text.error().text);
    if (text->ends_with('\n')) text->pop_back();
    if (!access::is_token_text(*text))
        return unexpected("token file " + file +
                          " holds no token: one begins with adoube_, and a letter of it "
                          "may be mistyped or missing");
    return std::move(*text);
}

std::string sentence_in(const std::string& body, unsigned status) {
    const auto value = parse_json(body);
    const auto* object = value ? value->if_object() : nullptr;
    const auto* sentence = object ? object->if_contains("error") : nullptr;
    if (sentence && sentence->is_string()) return std::string(sentence->get_string());
    return "what answers there is no adoubed with tokens (status " + std::to_string(status) + ")";
}

/// What is wrong with a certificate, and the remedy.
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

/// The peer does not speak TLS.
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
        : hall_(std::move(hall)), bearer_("Bearer " + std::move(token)), in_the_clear_(in_the_clear) {}

    std::expected<void, std::string> trust(const std::string& ca) {
        ERR_clear_error();
        SSL_CTX_set_min_proto_version(tls_.get(), TLS1_2_VERSION);
        SSL_CTX_set_verify(tls_.get(), SSL_VERIFY_PEER, nullptr);
        const int done = ca.empty() ? SSL_CTX_set_default_verify_paths(tls_.get())
                                    : SSL_CTX_load_verify_locations(tls_.get(), ca.c_str(), nullptr);
        if (done == 1) return {};
        const auto found = ERR_get_error();
        const auto error = ERR_SYSTEM_ERROR(found)
                               ? error_code(ERR_GET_REASON(found), boost::system::system_category())
                               : error_code(static_cast<int>(found), asio::error::get_ssl_category());
        return unexpected("--ca " + ca + " holds no certificate: " + error.message());
    }

    /// Retries on a new connection if the hall closed the kept one.
    std::expected<HallAnswer, End> ask(const HallRequest& what) {
        const auto request = request_of(what);
        for (;;) {
            const bool is_new = !kept_;
            if (is_new) {
                auto connected = connect();
                if (!connected) return unexpected(std::move(connected.error()));
                kept_ = std::move(*connected);
            }
            auto response = exchange(request);
            if (!response || !response->keep_alive()) kept_.reset();
            if (!response && !is_new) continue;
            if (!response)
                return unexpected(End{
                    "the daemon ended before it answered: look whether it was done, then ask again", false});
            if (leads_to_tls(*response)) return unexpected(needs_https());
            return HallAnswer{response->result_int(), std::move(response->body())};
        }
    }
    /// For requests that must not be sent twice: `ask` retries on a kept connection.
    void begin_anew() { kept_.reset(); }

    End watch(const std::string& resume, const std::function<void(const std::string&)>& take) {
        auto connected = connect();
        if (!connected) return std::move(connected.error());
        websocket::stream<BlockingStream&, false> feed(**connected);
        feed.set_option(websocket::stream_base::decorator(
            [this](websocket::request_type& request) { request.set(http::field::authorization, bearer_); }));
        feed.read_message_max(most_bytes);
        websocket::response_type response;
        error_code error;
        (*connected)->expires_after(patience);
        feed.handshake(response, host(), "/api/arbiter/live" + resume, error);
        if (error == websocket::error::upgrade_declined) {
            if (leads_to_tls(response)) return needs_https();
            const auto status = response.result_int();
            return End{sentence_in(response.body(), status), status != 429 && status < 500};
        }
        if (error) return End{cannot(error.message()), false};
        (*connected)->expires_in_silence(silence);
        for (beast::flat_buffer buffer;; buffer.clear()) {
            feed.read(buffer, error);
            if (error == websocket::error::closed &&
                feed.reason().code == websocket::close_code::policy_error)
                return End{std::string(feed.reason().reason.data(), feed.reason().reason.size()), true};
            if (error) return End{"the feed from " + named() + " ended: " + error.message(), false};
            take(beast::buffers_to_string(buffer.data()));
        }
    }

  private:
    using Request = http::request<http::string_body>;
    using Response = http::response<http::string_body>;

    std::string host() const {
        const bool is_v6 = hall_.host.find(':') != std::string::npos;
        const auto name = is_v6 ? '[' + hall_.host + ']' : hall_.host;
        return hall_.port == (hall_.https ? 443 : 80) ? name : name + ':' + std::to_string(hall_.port);
    }
    std::string named() const { return (hall_.https ? "https://" : "http://") + host(); }
    std::string cannot(const std::string& why) const {
        return "no daemon answers at " + named() + ": " + why;
    }

    /// Without TLS only to this computer, unless --in-the-clear.
    std::expected<std::unique_ptr<BlockingStream>, End> connect() {
        auto stream = std::make_unique<BlockingStream>();
        error_code error;
        const auto found =
            tcp::resolver(stream->get_executor()).resolve(hall_.host, std::to_string(hall_.port), error);
        if (error) return unexpected(End{cannot(error.message()), false});
        const bool stays_here = std::ranges::all_of(
            found, [](const auto& each) { return each.endpoint().address().is_loopback(); });
        if (!hall_.https && !stays_here && !in_the_clear_)
            return unexpected(End{
                named() + " would get the token in the clear, for everybody on the way to read: use https, "
                          "or say --in-the-clear",
                true});
        stream->expires_after(patience);
        stream->connect(found, error);
        if (error) return unexpected(End{cannot(error.message()), false});
        if (hall_.https)
            if (auto end = shake_hands(*stream)) return unexpected(std::move(*end));
        return stream;
    }

    std::optional<End> shake_hands(BlockingStream& stream) {
        SSL& ssl = stream.use_tls(*tls_);
        error_code error;
        (void)asio::ip::make_address(hall_.host, error);
        const bool is_name = error.failed();
        if (is_name) {
            SSL_set_tlsext_host_name(&ssl, hall_.host.c_str());
            SSL_set1_host(&ssl, hall_.host.c_str());
        } else {
            X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(&ssl), hall_.host.c_str());
        }
        stream.shake_hands(error);
        if (!error) return std::nullopt;
        const auto verdict = SSL_get_verify_result(&ssl);
        if (verdict != X509_V_OK) return End{named() + ": " + trouble_with(verdict), true};
        if (is_no_tls(error))
            return End{named() + " does not speak TLS: set [tls] there, or ask for it as http://", true};
        return End{cannot(error.message()), false};
    }

    Request request_of(const HallRequest& asked) const {
        Request request(asked.post ? http::verb::post : http::verb::get, asked.target, 11, asked.body);
        request.set(http::field::host, host());
        request.set(http::field::authorization, bearer_);
        if (asked.post) request.set(http::field::content_type, asked.type);
        request.prepare_payload();
        return request;
    }

    /// Empty if the kept connection ends first.
    std::optional<Response> exchange(const Request& request) {
        error_code unsent, error;
        kept_->expires_after(patience);
        http::write(*kept_, request, unsent);
        beast::flat_buffer buffer;
        http::response_parser<http::string_body> parser;
        parser.body_limit(most_bytes);
        http::read(*kept_, buffer, parser, error);
        if (unsent || error) return std::nullopt;
        return parser.release();
    }

    /// adoubed's answer to a plain request with a token, or a proxy's to any.
    static bool leads_to_tls(const Response& response) {
        return (response.result() == http::status::upgrade_required &&
                response[http::field::upgrade].starts_with("TLS/")) ||
               (response.result_int() / 100 == 3 && response[http::field::location].starts_with("https://"));
    }
    End needs_https() const { return {named() + " speaks TLS only: ask for it as https://", true}; }

    server::Origin hall_;
    std::string bearer_;
    bool in_the_clear_;
    std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> tls_{SSL_CTX_new(TLS_client_method()), SSL_CTX_free};
    std::unique_ptr<BlockingStream> kept_; // from the last request
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
