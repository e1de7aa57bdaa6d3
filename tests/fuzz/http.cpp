// Any bytes from a browser, over a socket pair in memory: whole requests get whole responses, a WebSocket
// whole frames; cutting the stream changes nothing, and the server ends.

#include "daemon/server/admission.hpp"
#include "daemon/server/http_session.hpp"
#include "daemon/server/viewer.hpp"
#include "tests/fuzz/fuzz.hpp"
#include "tests/unit/broadcast/games.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include <algorithm>
#include <array>
#include <sys/socket.h>
#include <unistd.h>

using namespace adoube;
using namespace adoube::server;
using fuzz::promise;
namespace asio = boost::asio;
namespace http = boost::beast::http;

namespace {

Documents& documents() {
    static Documents all;
    return all;
}

Feed& feed() {
    static Feed feed = [] {
        Feed some("run-1");
        some.publish(broadcast::game_with("open-b1", 1, {"e4", "e5", "Nf3"}));
        some.publish(broadcast::game_with("open-b2", 2, {"d4"}));
        some.flush();
        return some;
    }();
    return feed;
}

asio::awaitable<void> serve(std::shared_ptr<Connection> connection, bool& ended) {
    static const Options options;
    Stats stats;
    Admission wall(options, stats);
    Guest guest{asio::ip::address_v4::loopback()};
    RequestHandlers handlers{
        .options = options,
        .stats = stats,
        .refuse = [&](const Request& request) { return wall.refuse(guest, request, Gate::Time{}); },
        .answer = [](const Request& request) { return respond(request, feed().round(), documents(), {}); }};
    auto upgrade = co_await serve_http(connection, std::move(handlers));
    if (upgrade) {
        const auto viewer = std::make_shared<Viewer>(connection, ViewerLimits{});
        viewer->send(feed().welcome(upgrade->resume));
        co_return viewer->run(upgrade->early, [&ended](const auto&) { ended = true; });
    }
    ended = true;
}

class Browser {
  public:
    Browser() {
        std::array<int, 2> ends{};
        promise(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()) == 0, "there are sockets");
        ours_ = ends[0];
        asio::ip::tcp::socket socket(io_, asio::ip::tcp::v4(), ends[1]);
        const auto connection = std::make_shared<Connection>(std::move(socket));
        asio::co_spawn(io_, serve(connection, ended_), asio::detached);
    }
    ~Browser() { ::close(ours_); }

    std::string say(std::string_view bytes, std::size_t piece) {
        for (; !bytes.empty() && !ended_; bytes.remove_prefix(std::min(piece, bytes.size()))) {
            // The server may have hung up.
            (void)::send(ours_, bytes.data(), std::min(piece, bytes.size()), MSG_NOSIGNAL);
            listen();
        }
        ::shutdown(ours_, SHUT_WR);
        listen();
        promise(ended_, "after the last byte the server comes to its end");
        return std::move(heard_);
    }

  private:
    /// Until neither side has more to say.
    void listen() {
        std::array<char, 65'536> bytes;
        for (bool busy = true; busy;) {
            busy = io_.poll() > 0;
            const auto count = ::recv(ours_, bytes.data(), bytes.size(), 0);
            if (count <= 0) continue;
            busy = true;
            heard_.append(bytes.data(), static_cast<std::size_t>(count));
        }
    }

    asio::io_context io_{1};
    int ours_ = -1;
    bool ended_ = false;
    std::string heard_;
};

void check_body(const http::response<http::string_body>& response) {
    const auto status = response.result_int();
    promise(status == 200 || status == 304 || status == 400 || status == 403 || status == 404 ||
                status == 405 || status == 421 || status == 426 || status == 429 || status == 431,
            "a response has a status that is known here");
    promise(response.count("Content-Security-Policy") == 1, "every response says what a page may load");
    if (status < 400 || response.body().empty()) return;
    promise(response.body().back() == '\n', "a refusal ends its line");
    fuzz::promise_sentence(std::string_view(response.body()).substr(0, response.body().size() - 1));
}

void check_frames(std::string_view bytes) {
    while (!bytes.empty()) {
        promise(bytes.size() >= 2, "a frame is whole");
        const auto first = static_cast<unsigned char>(bytes[0]),
                   second = static_cast<unsigned char>(bytes[1]);
        promise(first == 0x81 || first == 0x88 || first == 0x8A, "a message, a close or a pong");
        promise(second < 127, "of a length that was not masked, and short");
        const std::size_t head = second == 126 ? 4 : 2;
        promise(bytes.size() >= head, "a frame is whole");
        const std::size_t length =
            second == 126 ? static_cast<unsigned char>(bytes[2]) * 256u + static_cast<unsigned char>(bytes[3])
                          : second;
        promise(bytes.size() - head >= length, "a frame is whole");
        bytes.remove_prefix(head + length);
        promise(first != 0x88 || bytes.empty(), "after the close nothing is said");
    }
}

/// Removes one response; false if WebSocket frames follow.
bool check_response(std::string_view& bytes) {
    http::response_parser<http::string_body> parser;
    parser.eager(true);
    parser.body_limit(std::uint64_t{1} << 24);
    // A response to HEAD has no body; what follows shows it.
    const auto head_end = bytes.find("\r\n\r\n");
    promise(head_end != std::string_view::npos, "a response has a head");
    const auto behind = bytes.substr(head_end + 4);
    const bool upgrade = bytes.starts_with("HTTP/1.1 101 ");
    parser.skip(!upgrade && (behind.empty() || behind.starts_with("HTTP/1.1 ")));
    boost::system::error_code error;
    const auto taken = parser.put(asio::buffer(bytes.data(), bytes.size()), error);
    promise(!error && parser.is_done(), "a response is whole");
    bytes.remove_prefix(taken);
    if (!upgrade) check_body(parser.get());
    return !upgrade;
}

void check(std::string_view bytes) {
    while (!bytes.empty())
        if (!check_response(bytes)) return check_frames(bytes);
}

/// Without WebSocket frames: a later fault may take back pongs.
std::string_view answers_of(std::string_view heard) { return heard.substr(0, heard.find("HTTP/1.1 101 ")); }

bool is_fault_or_nothing(std::string_view answers) {
    return answers.empty() || answers.starts_with("HTTP/1.1 400 ") || answers.starts_with("HTTP/1.1 431 ");
}

/// A fault within an endless request may be told or not; of two in one request, either is told.
bool same_but_for_a_fault(std::string_view one, std::string_view other) {
    if (one == other) return true;
    const auto same = static_cast<std::size_t>(std::ranges::mismatch(one, other).in1 - one.begin());
    const auto answer = (one.size() > other.size() ? one : other).rfind("HTTP/1.1 ", same);
    if (answer == std::string_view::npos) return false;
    return is_fault_or_nothing(one.substr(std::min(answer, one.size()))) &&
           is_fault_or_nothing(other.substr(std::min(answer, other.size())));
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto whole = Browser().say(bytes, 32'768), pieces = Browser().say(bytes, 61);
    check(whole);
    check(pieces);
    const auto one = answers_of(whole), other = answers_of(pieces);
    promise(same_but_for_a_fault(one, other), "cutting the stream changes nothing");
    return 0;
}
