#include "daemon/livechess/server.hpp"
#include "tests/catch.hpp"
#include "tests/unit/broadcast/games.hpp"
#include "tests/unit/server/client.hpp"
#include "tests/wait_until.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <deque>
#include <future>
#include <thread>

using namespace adoube;
using livechess::Board;
using server::Client;

namespace {

constexpr const char* upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

/// A server in its own thread, with one board.
class Port {
  public:
    template<class Work>
    auto run(Work work) {
        std::packaged_task<decltype(work())()> task(std::move(work));
        auto result = task.get_future();
        boost::asio::post(io_, [&task] { task(); });
        return result.get();
    }
    explicit Port(livechess::Options options = {}) : thread_([this] { io_.run(); }) {
        options.port = 0;
        options.origins = {*server::parse_origin("https://lichess.org")};
        server_ = run([&] {
            return livechess::Server::listen(io_.get_executor(), options,
                                             [this] { return std::vector{board()}; });
        });
    }
    ~Port() {
        run([&] { return server_ = std::unexpected("closed"), 0; });
        work_.reset();
        thread_.join();
    }
    Board board() const {
        return {.number = 1,
                .serialnr = "a1",
                .state = livechess::State::active,
                .placement = livechess::placement_of(game_.position),
                .game = &game_};
    }
    void play(std::initializer_list<const char*> moves) {
        run([&] { return game_ = broadcast::game_with("g", 1, moves), server_->look(board()), 0; });
    }
    livechess::Stats stats() {
        return run([&] { return server_->stats(); });
    }
    bool is_watched(int board) {
        return run([&] { return server_->is_watched(board); });
    }
    std::uint16_t number() const { return server_->port(); }

  private:
    broadcast::PublicGame game_ = broadcast::game_with("g", 1, {});
    boost::asio::io_context io_;
    boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_ = make_work_guard(io_);
    std::expected<livechess::Server, std::string> server_ = std::unexpected("not yet");
    std::thread thread_;
};

bool opens(Client& client, const std::string& headers = {}) {
    return client.get("/api/v1.0", upgrade + headers).status == 101;
}
std::string next_text(Client& client) {
    while (const auto frame = client.read_frame())
        if (frame->opcode == 1) return frame->payload;
    return "nothing";
}

constexpr const char* to_subscribe =
    R"({"id":2,"call":"subscribe","param":{"feed":"eboardevent","id":1,"param":{"serialnr":"a1"}}})";

} // namespace

TEST_CASE("a client calls and hears of its board over a WebSocket, and lists boards over HTTP") {
    Port port;
    Client client(port.number());
    REQUIRE(opens(client, "Origin: https://lichess.org\r\n"));
    client.send_frame(1, R"({"id":1,"call":"eboards"})");
    CHECK(next_text(client).starts_with(R"({"response":"call","id":1,"param":[{"serialnr":"a1",)"));
    client.send_frame(1, to_subscribe);
    CHECK(next_text(client).starts_with(R"({"response":"call","id":2,"param":null)"));
    CHECK(next_text(client).starts_with(
        R"({"response":"feed","id":1,"param":{"serialnr":"a1","flipped":false,)"));
    CHECK(port.is_watched(1));
    CHECK_FALSE(port.is_watched(2));
    port.play({"e4"});
    CHECK(next_text(client).find(R"("san":["e4"])") != std::string::npos);
    CHECK(Client(port.number()).get("/api/v1.0/eboards").body.starts_with(R"([{"serialnr":"a1")"));
}

TEST_CASE("a page of another site, and a page that gave this computer a name, cannot open it") {
    Port port;
    Client stranger(port.number());
    CHECK(stranger.get("/api/v1.0", std::string(upgrade) + "Origin: https://evil.example\r\n").status == 403);
    Client reader(port.number());
    CHECK(reader.get("/api/v1.0/eboards", "Origin: https://evil.example\r\n").status == 403);
    CHECK(port.stats().pages_refused == 2);
    CHECK(port.stats().clients == 0);
}

TEST_CASE(
    "nonsense is answered and counted, and what is too long, no text or too much closes that client alone") {
    livechess::Options options;
    options.viewer.messages_burst = 20;
    options.viewer.messages_per_s = 1;
    options.viewer.farewell = std::chrono::milliseconds(100);
    Port port(options);
    Client good(port.number()), silly(port.number()), talkative(port.number()), binary(port.number());
    REQUIRE((opens(good) && opens(silly) && opens(talkative) && opens(binary)));
    silly.send_frame(1, "nonsense");
    CHECK(next_text(silly).starts_with(R"({"response":"error","id":0,"param":{"message":)"));
    CHECK(port.stats().calls_refused == 1);
    for (int n = 0; n < 30; ++n) talkative.send_frame(1, R"({"id":1,"call":"eboards"})");
    std::optional<Client::Frame> last;
    while (const auto frame = talkative.read_frame()) last = frame;
    REQUIRE(last);
    CHECK(last->close_code() == 1008);
    binary.send_frame(2, "bytes");
    last = binary.read_frame();
    REQUIRE(last);
    CHECK(last->close_code() == 1003);
    good.send_frame(1, to_subscribe);
    CHECK(next_text(good).starts_with(R"({"response":"call")"));
    CHECK(tests::wait_until([&] { return port.stats().clients == 2; }));
}

TEST_CASE("more clients than allowed are refused, and one who leaves makes room") {
    livechess::Options options;
    options.most_clients = 2;
    Port port(options);
    auto one = std::make_unique<Client>(port.number());
    Client two(port.number());
    REQUIRE((opens(*one) && opens(two)));
    CHECK(Client(port.number()).get("/api/v1.0", upgrade).status == 503);
    CHECK(port.stats().clients_refused == 1);
    CHECK(Client(port.number()).get("/api/v1.0/eboards").status == 200);
    one.reset();
    CHECK(tests::wait_until([&] {
        Client again(port.number());
        return opens(again);
    }));
}

TEST_CASE("connections that send no request, half of one, or no other keep clients out, or stay for ever") {
    livechess::Options options;
    options.heartbeat = options.request_timeout = std::chrono::milliseconds(300);
    Port port(options);
    std::deque<Client> idle;
    for (int n = 0; n < 240; ++n) {
        auto& one = idle.emplace_back(port.number());
        if (n % 4 == 1) one.send("GET /api/v1.0 HTTP/1.1\r\nHost: local");
        if (n % 4 == 2) CHECK(one.get("/api/v1.0/eboards").status == 200);
        if (n % 4 == 3) one.send("no request\r\n\r\n");
    }
    Client client(port.number());
    CHECK(opens(client));
    CHECK(port.stats().connections_gave_way > 100);
    CHECK(port.stats().clients_refused == 0);
    client.send_frame(1, R"({"id":1,"call":"eboards"})");
    CHECK(next_text(client).starts_with(R"({"response":"call","id":1,)"));
    for (auto& one : {&idle.back(), &idle.front(), &idle[238]}) CHECK(one->read_to_end()); // hung up
    client.send_frame(1, R"({"id":2,"call":"eboards"})");
    CHECK(next_text(client).starts_with(R"({"response":"call","id":2,)"));
}

TEST_CASE("a client that reads nothing is dismissed, and the others hear on") {
    livechess::Options options;
    options.viewer.queue_bytes = 10'000;
    options.viewer.farewell = std::chrono::milliseconds(100);
    Port port(options);
    Client slow(port.number(), 1'000), good(port.number());
    REQUIRE((opens(slow) && opens(good)));
    slow.send_frame(1, to_subscribe);
    good.send_frame(1, to_subscribe);
    next_text(good), next_text(good);
    for (int n = 0; n < 20'000 && port.stats().clients == 2; ++n) {
        n % 2 == 0 ? port.play({"e4"}) : port.play({});
        next_text(good);
    }
    CHECK(tests::wait_until([&] { return port.stats().clients == 1; }));
    port.play({"d4"});
    CHECK(next_text(good).find(R"(["d4"])") != std::string::npos);
}
