#include "daemon/adoubed/control_socket.hpp"

#include "daemon/adoubed/confirmations.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>

#include <fstream>
#include <optional>
#include <sys/stat.h>
#include <vector>

using namespace adoube;
using adoubed::ControlSocket;
using boost::asio::local::stream_protocol;
using tests::TemporaryFolder;

namespace {

/// A control socket whose journal is as slow as the test wants.
class Control {
  public:
    explicit Control(std::filesystem::path path) : path_(std::move(path)) {
        auto socket = ControlSocket::listen(context.get_executor(), path_);
        if (!socket) FAIL(socket.error());
        socket_.emplace(std::move(*socket));
        socket_->start(
            [this](std::string line) { return take(std::move(line)); },
            [this] { return watcher = std::make_shared<adoubed::Watcher>(context.get_executor()); });
    }

    void durable(std::vector<std::uint64_t> refused = {}) { confirmations.durable(records, refused); }
    /// Runs until idle: what a client writes to a local socket arrives at once.
    void run() {
        do {
            context.restart();
        } while (context.poll() > 0);
    }
    void close() { socket_.reset(); }
    const std::filesystem::path& path() const { return path_; }

    boost::asio::io_context context;
    adoubed::Confirmations confirmations{context.get_executor()};
    std::vector<std::string> lines;
    std::shared_ptr<adoubed::Watcher> watcher; // the latest
    std::uint64_t records = 0;
    bool journal_works = true;

  private:
    boost::asio::awaitable<adoubed::Answered> take(std::string line) {
        using adoubed::Refusal;
        lines.push_back(line);
        const auto refused = [](std::string why) {
            return std::unexpected(Refusal{Refusal::Why::not_understood, std::move(why)});
        };
        if (line == "bad") co_return refused("a \"bad\" line");
        if (line == "at once") co_return adoubed::Answered();
        ++records;
        if (journal_works) boost::asio::post(context, [this] { durable(); });
        const auto outcome = co_await confirmations.of(records);
        if (outcome.outcome == adoubed::Confirmations::Outcome::refused)
            co_return refused("the journal refused it");
        co_return outcome.answer;
    }

    std::filesystem::path path_;
    std::optional<ControlSocket> socket_;
};

class Client {
  public:
    explicit Client(Control& control) : control_(control), socket_(context_) {
        socket_.connect(stream_protocol::endpoint(control.path().native()));
        socket_.non_blocking(true);
    }
    void send(std::string_view text) {
        boost::system::error_code full;
        for (std::size_t sent = 1; sent > 0 && !text.empty(); text.remove_prefix(sent)) {
            sent = socket_.write_some(boost::asio::buffer(text), full);
            control_.run();
        }
    }
    std::string heard() {
        control_.run();
        std::string text;
        std::array<char, 4096> bytes{};
        boost::system::error_code error;
        while (const auto count = socket_.read_some(boost::asio::buffer(bytes), error))
            text.append(bytes.data(), count);
        cut_ = error == boost::asio::error::eof || error == boost::asio::error::connection_reset;
        return text;
    }
    bool is_cut() {
        heard();
        return cut_;
    }

  private:
    Control& control_;
    boost::asio::io_context context_;
    stream_protocol::socket socket_;
    bool cut_ = false;
};

std::string refusal(const std::filesystem::path& path) {
    boost::asio::io_context context;
    const auto socket = ControlSocket::listen(context.get_executor(), path);
    return socket ? "listens" : socket.error();
}

constexpr const char* ok = "{\"ok\":true}\n";

} // namespace

TEST_CASE("each line has one answer, and bad ones lose none of the others") {
    const TemporaryFolder folder;
    Control control(folder / "c");
    Client client(control);
    client.send("one\nbad\ntwo\nhal");
    CHECK(client.heard() == std::string(ok) + "{\"error\":\"a \\\"bad\\\" line\"}\n" + ok);
    client.send("f\n");
    CHECK(client.heard() == ok);
    CHECK(control.lines == std::vector<std::string>{"one", "bad", "two", "half"});
}

TEST_CASE("a line is answered once the journal has it, not before, or that it is refused") {
    const TemporaryFolder folder;
    Control control(folder / "c");
    control.journal_works = false;
    Client client(control), other(control);
    client.send("one\ntwo\n");
    CHECK(client.heard().empty());
    CHECK(control.lines.size() == 1); // the next waits
    other.send("three\n");
    control.durable({2});
    CHECK(client.heard() == ok);
    CHECK(other.heard() == "{\"error\":\"the journal refused it\"}\n");
    CHECK(control.lines.size() == 3);
}

TEST_CASE("each line is answered with what it has done, also where others wait") {
    const TemporaryFolder folder;
    Control control(folder / "c");
    control.journal_works = false;
    Client client(control), other(control);
    client.send("one\n");
    other.send("two\n");
    control.confirmations.answer(2, "time: White 1:00:00, Black 0:58:20");
    control.confirmations.answer(3, "nobody asked");
    control.durable();
    CHECK(client.heard() == ok);
    CHECK(other.heard() == "{\"ok\":true,\"answer\":\"time: White 1:00:00, Black 0:58:20\"}\n");
}

TEST_CASE("who watches gets each message, is forgotten once he leaves, and keeps nobody waiting") {
    const TemporaryFolder folder;
    Control control(folder / "c");
    auto client = std::make_unique<Client>(control);
    client->send("{\"watch\":true}\n");
    REQUIRE(control.watcher);
    control.watcher->put("one\n");
    control.watcher->put("two\n");
    CHECK(client->heard() == "one\ntwo\n");
    control.watcher->put("three\n");
    CHECK(client->heard() == "three\n");
    CHECK(control.lines.empty());
    CHECK_FALSE(control.watcher->left());
    client.reset();
    control.run();
    CHECK(control.watcher->left());
    Client deaf(control), other(control);
    deaf.send("{\"watch\":true}\n");
    for (std::size_t n = 0; n < 2 * adoubed::Watcher::most_waiting; ++n)
        control.watcher->put(std::string(100'000, 'x') + "\n");
    CHECK(control.watcher->left()); // it reads nothing
    other.send("one\n");
    CHECK(other.heard() == ok);
    CHECK(deaf.is_cut());
}

TEST_CASE("a line that makes no record is answered without the journal") {
    const TemporaryFolder folder;
    Control control(folder / "c");
    control.journal_works = false;
    Client client(control);
    client.send("at once\n");
    CHECK(client.heard() == ok);
}

TEST_CASE("only the daemon's own user can open the socket, and it is gone with the daemon") {
    const TemporaryFolder folder;
    Control control(folder / "c");
    struct stat status {};
    REQUIRE(::stat(control.path().c_str(), &status) == 0);
    CHECK((status.st_mode & 07777) == 0600);
    control.close();
    CHECK(!std::filesystem::exists(control.path()));
}

TEST_CASE("the socket of a living daemon is left alone, that of a dead one is replaced, other files never") {
    const TemporaryFolder folder;
    {
        Control control(folder / "c");
        CHECK(refusal(control.path()).find("is in use by another adoubed") != std::string::npos);
        Client client(control);
        client.send("one\n");
        CHECK(client.heard() == ok);
    }
    {
        boost::asio::io_context context;
        const stream_protocol::acceptor left(context, stream_protocol::endpoint((folder / "c").native()));
    } // closed, its file left
    REQUIRE(std::filesystem::exists(folder / "c"));
    CHECK(refusal(folder / "c") == "listens");
    std::ofstream(folder / "text") << "precious";
    CHECK(refusal(folder / "text").find("is some other file") != std::string::npos);
    CHECK(std::filesystem::file_size(folder / "text") == 8);
    CHECK(refusal(folder / "no" / "such").find("cannot be made (No such file") != std::string::npos);
    CHECK(refusal(folder / std::string(200, 'x')).find("too long") != std::string::npos);
}

TEST_CASE("a line without an end is refused by its length, and the next client is heard") {
    const TemporaryFolder folder;
    Control control(folder / "c");
    Client endless(control), client(control);
    endless.send(std::string(2 * ControlSocket::longest_line, 'x'));
    CHECK(endless.heard() == "{\"error\":\"a line is longer than 262144 bytes\"}\n");
    CHECK(endless.is_cut());
    client.send(std::string(ControlSocket::longest_line - 1, 'x') + "\n");
    CHECK(client.heard() == ok);
}

TEST_CASE("clients that read nothing, or say nothing, or leave, keep nobody out") {
    const TemporaryFolder folder;
    Control control(folder / "c");
    std::vector<std::unique_ptr<Client>> silent;
    for (std::size_t n = 0; n < ControlSocket::most_connections; ++n)
        silent.push_back(std::make_unique<Client>(control));
    Client& deaf = *silent.front();
    for (int n = 0; n < 10; ++n) deaf.send(std::string(4000, '\n')); // answers pile up only in the kernel
    const auto taken = control.lines.size();
    { Client gone(control); }
    Client client(control);
    client.send("one\n");
    CHECK(client.heard() == ok);
    CHECK(control.lines.size() > taken);
    int cut = 0;
    for (std::size_t n = 1; n < silent.size(); ++n) cut += silent[n]->is_cut();
    CHECK(cut == 1); // the one silent longest; a closed connection frees its place
}
