// Of any bytes, only the requests that a strict RFC 9112 reader finds are run, so that none can be smuggled
// behind another.

#include "daemon/server/http_session.hpp"
#include "tests/catch.hpp"
#include "tests/tier.hpp"
#include "tests/unit/server/strict_reader.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>

#include <array>
#include <random>
#include <sys/socket.h>
#include <unistd.h>

using namespace adoube;
using namespace adoube::server;
namespace asio = boost::asio;

namespace {

struct Run {
    std::vector<StrictRequest> requests;
    std::string answers;
};

bool only_asks(std::string_view method) { return method == "GET" || method == "HEAD"; }

/// Accepts anything sent to /desk.
struct OpenDesk : Desk {
    explicit OpenDesk(Run& run) : run_(run) {}

    bool has(std::string_view path) const override { return path == "/desk"; }
    bool is_feed(std::string_view) const override { return false; }
    std::expected<std::size_t, Response> may_send(const DeskRequest&) override { return longest_body; }
    asio::awaitable<Response> answer(DeskRequest request) override {
        run_.requests.push_back({.method = std::string(request.method),
                                 .target = std::string(request.target),
                                 .host = request.address,
                                 .authorization = std::string(request.shown.authorization),
                                 .body = request.body});
        co_return Response{.body = "taken\n"};
    }
    std::expected<Pass, Response> admit(const DeskRequest&) override {
        return std::unexpected(sorry(404, "There is no feed."));
    }
    void join(const std::shared_ptr<Viewer>&, Pass, const Resume&) override {}
    void leave(const std::shared_ptr<Viewer>&) override {}
    void hear(const std::shared_ptr<Viewer>&, std::string_view) override {}

  private:
    Run& run_;
};

asio::awaitable<void> serve(std::shared_ptr<Connection> connection, Run& run, Desk& desk) {
    static const Options options;
    Stats stats;
    RequestHandlers handlers{.options = options,
                             .stats = stats,
                             .refuse = [](const Request&) { return std::nullopt; },
                             .answer =
                                 [&](const Request& request) {
                                     if (only_asks(request.method))
                                         run.requests.push_back({.method = std::string(request.method),
                                                                 .target = std::string(request.target),
                                                                 .host = std::string(request.host)});
                                     return Response{.body = "shown\n"};
                                 },
                             .desk = &desk,
                             .client = [](const Request& request) { return std::string(request.host); }};
    co_await serve_http(connection, std::move(handlers));
}

/// Sends the bytes in pieces, then half-closes.
Run run_of(std::string_view bytes, std::size_t piece = 32'768) {
    Run run;
    OpenDesk desk(run);
    asio::io_context io{1};
    std::array<int, 2> ends{};
    REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends.data()) == 0);
    const auto connection =
        std::make_shared<Connection>(asio::ip::tcp::socket(io, asio::ip::tcp::v4(), ends[1]));
    asio::co_spawn(io, serve(connection, run, desk), asio::detached);
    const auto listen = [&] {
        std::array<char, 16'384> heard;
        io.poll();
        for (ssize_t count = 0; (count = ::recv(ends[0], heard.data(), heard.size(), 0)) > 0; io.poll())
            run.answers.append(heard.data(), static_cast<std::size_t>(count));
    };
    for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
        if (::send(ends[0], bytes.data(), std::min(piece, bytes.size()), MSG_NOSIGNAL) < 0) break;
        listen();
    }
    ::shutdown(ends[0], SHUT_WR);
    listen();
    ::close(ends[0]);
    io.run();
    return run;
}

/// What the server must run: the strict reader's requests up to the first not taken.
std::vector<StrictRequest> strictly(std::string_view bytes) {
    std::vector<StrictRequest> requests;
    while (auto read = read_strictly(bytes)) {
        auto& request = read->first;
        const bool for_desk = request.target.substr(0, request.target.find('?')) == "/desk";
        const bool asks = only_asks(request.method);
        // Only the desk reads bodies, and only short ones.
        if (request.has_body && (asks || !for_desk || request.body.size() > Desk::longest_body)) break;
        const bool last = request.last;
        request.has_body = request.last = false;
        if (!for_desk) request.authorization = {};
        if (for_desk || asks) requests.push_back(std::move(request));
        if (last) break;
        bytes = read->second;
    }
    return requests;
}

constexpr std::string_view smuggled = "GET /smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";

/// This status and a closed connection: nothing behind it is run.
void is_refused(const std::string& bytes, const char* status) {
    CAPTURE(bytes);
    const auto run = run_of(bytes + std::string(smuggled));
    CHECK(run.requests.empty());
    CHECK(run.answers.starts_with(std::string("HTTP/1.1 ") + status));
    CHECK(run.answers.find("Connection: close") != std::string::npos);
    CHECK(run.answers.find("HTTP/1.1 ", 1) == std::string::npos);
}

template<class T, std::size_t count>
const T& any(const std::array<T, count>& of, std::mt19937_64& random) {
    return of[random() % count];
}

constexpr std::array<const char*, 8> methods{"GET", "POST", "POST", "POST", "HEAD", "PUT", "get", "P OST"};
constexpr std::array<const char*, 14> targets{"/desk",
                                              "/desk",
                                              "/desk",
                                              "/desk?a=b",
                                              "/",
                                              "/x\xC3\xA9",
                                              "*",
                                              "http://a/",
                                              "http://a:80/desk",
                                              "HTTPS://[::1]/desk?a=b",
                                              "http://a?b",
                                              "http://u@a/desk",
                                              "http:///desk",
                                              "http://a\\@b/desk"};
constexpr std::array<const char*, 6> versions{"HTTP/1.1", "HTTP/1.1", "HTTP/1.1",
                                              "HTTP/1.0", "HTTP/1.2", "http/1.1"};
constexpr std::array<const char*, 10> hosts{"Host: localhost\r\n",    "Host: localhost\r\n",
                                            "Host: localhost\r\n",    "host:[::1]:80\t\r\n",
                                            "Host : localhost\r\n",   "Host: \r\n",
                                            "Host: a b\r\n",          "Host: a:99999\r\n",
                                            "Host: a\r\nHost: a\r\n", ""};
constexpr std::array<const char*, 34> framings{
    "Content-Length: 5\r\n",
    "Content-Length: 5\r\n",
    "content-length:5\r\n",
    "Content-Length: 0\r\n",
    "Content-Length: 005\r\n",
    "Content-Length: +5\r\n",
    "Content-Length: -5\r\n",
    "Content-Length: 0x5\r\n",
    "Content-Length: 5, 5\r\n",
    "Content-Length: 5,\r\n",
    "Content-Length: \r\n",
    "Content-Length: 18446744073709551621\r\n",
    "Content-Length: 5\r\nContent-Length: 5\r\n",
    "Content-Length: 5\r\nContent-Length: 0\r\n",
    "Content-Length : 5\r\n",
    "Content-Length:\r\n 5\r\n",
    "Content-Length: 5\n",
    "Content-Length: 5\r",
    "Transfer-Encoding: chunked\r\n",
    "Transfer-Encoding: chunked\r\n",
    "transfer-encoding:\tCHUNKED \r\n",
    "Transfer-Encoding: xchunked\r\n",
    "Transfer-Encoding: identity\r\n",
    "Transfer-Encoding: gzip\r\n",
    "Transfer-Encoding: gzip, chunked\r\n",
    "Transfer-Encoding: chunked, gzip\r\n",
    "Transfer-Encoding: chunked, chunked\r\n",
    "Transfer-Encoding: chunked;a=b\r\n",
    "Transfer-Encoding: \r\n",
    "Transfer-Encoding:\r\n chunked\r\n",
    "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n",
    "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
    "Transfer-Encoding: gzip\r\nContent-Length: 5\r\n",
    "X-Transfer-Encoding: chunked\r\n"};
constexpr std::array<const char*, 8> others{"Connection: close\r\n",
                                            "Connection: keep-alive\r\nConnection: close\r\n",
                                            "Connection: a,,\r\n",
                                            "Connection: a b\r\n",
                                            "Authorization: Bearer b\r\n",
                                            "X: y\r\n folded\r\n",
                                            "X\0: y\r\n",
                                            "Connection: keep-alive\r\n"};
constexpr std::array<const char*, 14> bodies{"hello",
                                             "5\r\nhello\r\n0\r\n\r\n",
                                             "5\r\nhello\r\n0\r\n\r\n",
                                             "5;a=b\r\nhello\r\n00\r\n\r\n",
                                             "5 ;\ta = \"q\\\"\" ;c\r\nhello\r\n0;d\r\n\r\n",
                                             "5;a=\"\n\"\r\nhello\r\n0\r\n\r\n",
                                             "5;\r\nhello\r\n0\r\n\r\n",
                                             "5\nhello\n0\n\n",
                                             "+5\r\nhello\r\n0\r\n\r\n",
                                             "0x5\r\nhello\r\n0\r\n\r\n",
                                             "5\r\nhello0\r\n\r\n",
                                             "10000000000000005\r\nhello\r\n0\r\n\r\n",
                                             "5\r\nhello\r\n0\r\nAuthorization: Bearer a\r\nHost: b\r\n\r\n",
                                             "5\r\nhello\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n"};

/// Half are valid, but for rare oddities.
std::string any_request(std::mt19937_64& random) {
    const auto seldom = [&] { return random() % 8 == 0; };
    const bool fits = random() % 2 == 0, chunked = random() % 2 == 0;
    std::string request = std::string(seldom() ? "\r\n" : "") + (seldom() ? any(methods, random) : "POST") +
                          ' ' + (seldom() ? any(targets, random) : "/desk") + ' ' +
                          (seldom() ? any(versions, random) : "HTTP/1.1") + "\r\n";
    const char* length = chunked ? "Transfer-Encoding: chunked\r\n" : "Content-Length: 5\r\n";
    std::array<std::string, 3> fields{seldom() ? any(hosts, random) : hosts[0],
                                      fits ? length : any(framings, random),
                                      seldom() ? any(others, random) : ""};
    std::ranges::shuffle(fields, random);
    for (const auto& field : fields) request += field;
    return request + "\r\n" + (fits ? bodies[chunked] : any(bodies, random));
}

void spoil(std::string& bytes, std::mt19937_64& random) {
    constexpr std::string_view telling("\r\n \t:;,=\"\\05aZ\0\x7F\xFF", 17);
    const auto at = random() % bytes.size();
    const char byte = telling[random() % telling.size()];
    switch (random() % 4) {
    case 0: bytes[at] = byte; break;
    case 1: bytes.insert(at, 1, byte); break;
    case 2: bytes.erase(at, 1); break;
    default: bytes.resize(at + 1);
    }
}

} // namespace

TEST_CASE("where a request ends, or where it goes, is not as RFC 9112 has it: 400, and nothing behind it "
          "is run") {
    for (const char* framing : {"Transfer-Encoding: xchunked",
                                "Transfer-Encoding: identity",
                                "Transfer-Encoding: gzip",
                                "Transfer-Encoding: gzip, chunked",
                                "Transfer-Encoding: chunked, identity",
                                "Transfer-Encoding: chunked, chunked",
                                "Transfer-Encoding: ",
                                "Transfer-Encoding: \"chunked\"",
                                "Transfer-Encoding: chunked;q=1",
                                "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked",
                                "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked",
                                "Transfer-Encoding : chunked",
                                "Transfer-Encoding:\r\n chunked",
                                "Transfer-Encoding: chunked\r\nContent-Length: 0",
                                "Content-Length: 0\r\nTransfer-Encoding: chunked",
                                "Transfer-Encoding: gzip\r\nContent-Length: 0",
                                "Content-Length: 0\r\nContent-Length: 0",
                                "Content-Length: 0\r\nContent-Length: 44",
                                "Content-Length: 0, 0",
                                "Content-Length: 0,",
                                "Content-Length: +0",
                                "Content-Length: -1",
                                "Content-Length: 0x0",
                                "Content-Length: 0.0",
                                "Content-Length: ",
                                "Content-Length: 0 0",
                                "Content-Length: 18446744073709551616",
                                "Content-Length : 0",
                                "Content-Length:\r\n 0",
                                "X: a\r\n b",
                                "X: a\r\n\tb",
                                "X: a\nY: b",
                                "X: a\rY: b",
                                " X: a",
                                "X",
                                ": a",
                                "X Y: a",
                                "Connection: close, a b"})
        for (const char* method : {"POST", "GET"})
            is_refused(std::string(method) + " /desk HTTP/1.1\r\nHost: localhost\r\n" + framing + "\r\n\r\n",
                       "400");
    for (const char* host :
         {"", "Host: a\r\nHost: a\r\n", "Host: a\r\nhost: b\r\n", "Host:\r\n", "Host: a b\r\n",
          "Host: a/b\r\n", "Host: u@a\r\n", "Host: a, b\r\n", "Host: a:b\r\n", "Host: a:1:2\r\n",
          "Host: a:65536\r\n", "Host: [::1\r\n", "Host: [a]\r\n", "Host: http://a\r\n"})
        is_refused(std::string("GET / HTTP/1.1\r\n") + host + "\r\n", "400");
    for (const char* line :
         {"POST /desk HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "GET / HTTP/1.1\nHost: a\n\n",
          "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n",
          "GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n", "GET /\xC3\xA9 HTTP/1.1\r\nHost: a\r\n\r\n",
          "GET / HTTP/2.0\r\nHost: a\r\n\r\n", "GET /\r\n\r\n"})
        is_refused(line, "400");
}

TEST_CASE(
    "a chunk that is none is not run, nor what follows it; an extension and trailers count for nothing") {
    const std::string head = "POST /desk HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
    for (const char* chunks :
         {"+5\r\nhello\r\n0\r\n\r\n", "0x5\r\nhello\r\n0\r\n\r\n", "5\nhello\r\n0\r\n\r\n",
          "5\r\nhello0\r\n\r\n", " 5\r\nhello\r\n0\r\n\r\n", "5 \r\nhello\r\n0\r\n\r\n",
          "5;a=\"\n\"\r\nhello\r\n0\r\n\r\n", "5;a=\"\r\"\r\nhello\r\n0\r\n\r\n", "5;\r\nhello\r\n0\r\n\r\n",
          "10000000000000005\r\nhello\r\n0\r\n\r\n", "0;a=\"\n\"\r\n\r\n", "0\r\n: a\r\n\r\n",
          "0\r\nContent-Length: 5\r\n\r\n"})
        is_refused(head + chunks, "400");
    const auto run =
        run_of(head + "5;a=\"b\\\"\"\r\nhello\r\n0\r\nAuthorization: Bearer a\r\nConnection: close\r\n\r\n" +
               std::string(smuggled));
    REQUIRE(run.requests.size() == 2);
    CHECK(run.requests[0].body == "hello");
    CHECK(run.requests[0].authorization.empty());
}

TEST_CASE("a request is answered whose name has a port, or which is of HTTP/1.0 and has none") {
    for (const char* request :
         {"GET / HTTP/1.1\r\nHost: Hall-PC.club.example:8080\r\n\r\n",
          "GET / HTTP/1.1\r\nHost:[::1]\t\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
          "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
          "POST /desk HTTP/1.1\r\nHost: a\r\nContent-Length: 005\r\n\r\nhello",
          "POST /desk HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: CHUNKED\r\n\r\n0\r\n\r\n"})
        CHECK(run_of(request).requests.size() == 1);
}

TEST_CASE(
    "a request that names its host in its target is not served, or is taken for one to the host that Host "
    "says") {
    struct Case {
        const char *target, *host, *path;
    };
    for (const auto& [target, host, path] :
         {Case{"http://hall.example/desk?a=b", "hall.example", "/desk?a=b"},
          {"HTTP://Hall.example:8080/", "Hall.example:8080", "/"},
          {"https://[::1]:443/desk", "[::1]:443", "/desk"},
          {"http://hall.example", "hall.example", "/"},
          {"http://hall.example?a=/b", "hall.example", "/?a=/b"},
          {"/http://a/", "localhost", "/http://a/"}})
        for (const char* fields :
             {" HTTP/1.1\r\nHost: localhost\r\n\r\n", " HTTP/1.0\r\nHost: localhost\r\n\r\n"}) {
            CAPTURE(target, fields);
            const auto run = run_of(std::string("GET ") + target + fields);
            REQUIRE(run.requests.size() == 1);
            CHECK(run.requests[0].host == host);
            CHECK(run.requests[0].target == path);
        }
    for (const char* target :
         {"http://", "http:///desk", "http://u@a/desk", "http://a:b/desk", "http://a b/desk",
          "http://a,b/desk", "http://[::1/desk", "http://a#b", "http://a\\b/desk"})
        is_refused(std::string("GET ") + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n", "400");
    for (const char* hosts : {"", "Host: a\r\nHost: a\r\n", "Host: a b\r\n"})
        is_refused(std::string("GET http://localhost/desk HTTP/1.1\r\n") + hosts + "\r\n", "400");
}

TEST_CASE("an empty line before a request hinders it, or more than one counts for nothing") {
    const std::string post = "POST /desk HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
                      get = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
    for (const std::size_t piece : {1, 2, 3, 1000}) {
        CHECK(run_of("\r\n" + get, piece).requests.size() == 1);
        CHECK(run_of(post + "\r\n" + get, piece).requests.size() == 2);
        CHECK(run_of("\r\n", piece).answers.empty());
    }
    for (const char* before : {"\r\n\r\n", "\n", "\r", "\r\n\n", " \r\n"}) is_refused(before + get, "400");
}

TEST_CASE("a head that is too long is refused, whatever its lines are, before more of it is held") {
    std::string lines = "GET / HTTP/1.1\r\nHost: localhost\r\n";
    while (lines.size() < 100'000) lines += "X: y\r\n";
    const auto run = run_of(lines, 512);
    CHECK(run.requests.empty());
    CHECK(run.answers.starts_with("HTTP/1.1 431 "));
}

TEST_CASE("whatever bytes come, and in whatever pieces, what is run is what a strict reader finds in them") {
    std::size_t tried = 0, ran = 0;
    for (const auto seed : tests::seeds({4'000, 100'000})) {
        std::mt19937_64 random(seed);
        std::string bytes;
        for (auto more = 1 + random() % 3; more > 0; --more) bytes += any_request(random);
        for (auto more = random() % 3; more > 0; --more) spoil(bytes, random);
        CAPTURE(seed, bytes);
        const auto expected = strictly(bytes);
        REQUIRE(run_of(bytes).requests == expected);
        REQUIRE(run_of(bytes, 1 + random() % 9).requests == expected);
        ++tried;
        ran += expected.size();
    }
    CHECK(ran * 4 > tried);
}
