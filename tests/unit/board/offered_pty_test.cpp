#include "daemon/board/offered_pty.hpp"
#include "daemon/files/descriptor.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/wait_until.hpp"

#include <boost/asio/io_context.hpp>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <termios.h>

using namespace adoube;
using board::OfferedPty;
using namespace std::chrono_literals;

namespace {

/// A port that has `waiting` for its program.
struct Offered {
    explicit Offered(std::filesystem::path name) : link(std::move(name)) {
        auto offered = OfferedPty::offer(
            context.get_executor(), link,
            {.received = [this](auto bytes) { received.append(bytes.begin(), bytes.end()); },
             .take =
                 [this](std::size_t most) {
                     const auto bytes = waiting.substr(0, most);
                     waiting.erase(0, bytes.size());
                     return std::vector<std::uint8_t>(bytes.begin(), bytes.end());
                 },
             .left = [this] { ++left; }});
        REQUIRE(offered);
        pty.emplace(std::move(*offered));
    }
    bool run_until(const std::function<bool()>& done) {
        for (int step = 0; step < 1000 && !done(); ++step) {
            context.restart();
            context.run_for(5ms);
        }
        return done();
    }
    /// As a program opens a serial port.
    files::Descriptor open() {
        files::Descriptor program(::open(link.c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC));
        REQUIRE(program);
        REQUIRE(run_until([this] { return pty->has_program(); }));
        return program;
    }
    void close(files::Descriptor program) {
        const int before = left;
        program.reset();
        REQUIRE(run_until([&] { return left > before; }));
    }

    boost::asio::io_context context;
    std::filesystem::path link;
    std::string received, waiting;
    int left = 0;
    std::optional<OfferedPty> pty;
};

std::string read_some(const files::Descriptor& program) {
    char bytes[4096];
    const auto count = ::read(program.get(), bytes, sizeof bytes);
    return count > 0 ? std::string(bytes, static_cast<std::size_t>(count)) : std::string();
}

std::string every_byte() {
    std::string all;
    for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
    return all;
}

} // namespace

TEST_CASE("bytes between a program and an offered terminal are altered, or come back as an echo") {
    const tests::TemporaryFolder folder;
    Offered offered(folder / "board");
    for (int time = 0; time < 2; ++time) { // the second program, after one that has changed the settings
        offered.received.clear();
        auto program = offered.open();
        REQUIRE(::write(program.get(), every_byte().data(), 256) == 256);
        CHECK(offered.run_until([&] { return offered.received == every_byte(); }));
        offered.waiting = every_byte();
        offered.pty->wake();
        std::string read;
        CHECK(offered.run_until([&] { return (read += read_some(program)) == every_byte(); }));
        termios cooked{};
        REQUIRE(::tcgetattr(program.get(), &cooked) == 0);
        cooked.c_lflag |= ECHO | ICANON;
        cooked.c_iflag |= ICRNL;
        REQUIRE(::tcsetattr(program.get(), TCSANOW, &cooked) == 0);
        offered.close(std::move(program));
    }
}

TEST_CASE("a program finds bytes that were meant for the last one") {
    const tests::TemporaryFolder folder;
    Offered offered(folder / "board");
    auto sleeping = offered.open();
    offered.waiting = std::string(1 << 20, 'x');
    offered.pty->wake();
    REQUIRE(offered.run_until([&, before = std::size_t{0}]() mutable {
        return std::exchange(before, offered.waiting.size()) == offered.waiting.size(); // no more has room
    }));
    CHECK(offered.waiting.size() > 1 << 19);
    offered.close(std::move(sleeping));
    offered.waiting = "hello";
    const auto next = offered.open();
    offered.pty->wake();
    std::string read;
    CHECK(offered.run_until([&] { return (read += read_some(next)).size() >= 5; }));
    CHECK(read == "hello");
}

TEST_CASE("what a program writes just before it closes is not heard") {
    const tests::TemporaryFolder folder;
    Offered offered(folder / "board");
    {
        const files::Descriptor program(::open(offered.link.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC));
        REQUIRE(::write(program.get(), "B", 1) == 1);
    }
    CHECK(offered.run_until([&] { return offered.left == 1; }));
    CHECK(offered.received == "B");
}

TEST_CASE("a terminal is offered in place of a file, or not in place of one that a daemon left behind") {
    namespace fs = std::filesystem;
    const tests::TemporaryFolder folder;
    boost::asio::io_context context;
    const auto offer = [&](const fs::path& link) {
        return OfferedPty::offer(context.get_executor(), link,
                                 {[](auto) {}, [](auto) { return std::vector<std::uint8_t>(); }, [] {}});
    };
    std::ofstream(folder / "file") << "a record";
    fs::create_symlink(folder / "file", folder / "other-link");
    fs::create_symlink("/dev/pts/9999", folder / "stale");
    for (const auto* taken : {"file", "other-link"}) {
        const auto offered = offer(folder / taken);
        REQUIRE_FALSE(offered);
        CHECK(offered.error().find("something else has that name") != std::string::npos);
        CHECK(OfferedPty::why_not(folder / taken) == offered.error());
    }
    CHECK(fs::file_size(folder / "file") == 8);
    CHECK_FALSE(offer(folder / "missing" / "board"));
    {
        const auto offered = offer(folder / "stale");
        REQUIRE(offered);
        struct stat there {};
        REQUIRE(::stat((folder / "stale").c_str(), &there) == 0);
        CHECK((there.st_mode & 0777) == 0660);
        CHECK(OfferedPty::why_not(folder / "stale").empty());
    }
    CHECK(fs::symlink_status(folder / "stale").type() == fs::file_type::not_found);
    {
        const auto first = offer(folder / "board"),
                   second = offer(folder / "board"); // as if the first were killed
        REQUIRE((first && second));
        CHECK(fs::exists(folder / "board"));
    }
}
