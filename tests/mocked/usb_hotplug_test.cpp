#include "daemon/board/link.hpp"
#include "usb_board.hpp"

#include "tests/catch.hpp"

#include <boost/asio/io_context.hpp>

#include <chrono>
#include <filesystem>
#include <random>

using namespace adoube::board;
using namespace adoube::tests;
using namespace std::chrono_literals;
namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;

namespace {

struct LinkLog {
    int opened = 0;
    std::string received;
    std::vector<std::string> failures;
    Clock::time_point opened_at, failed_at;

    LinkEvents events() {
        return {.opened =
                    [this] {
                        ++opened;
                        opened_at = Clock::now();
                    },
                .received = [this](auto bytes) { received.append(bytes.begin(), bytes.end()); },
                .failed =
                    [this](const std::string& why) {
                        failures.push_back(why);
                        failed_at = Clock::now();
                    }};
    }
};

template<class Until>
bool run_until(asio::io_context& context, Until until, std::chrono::seconds longest = 30s) {
    const auto end = Clock::now() + longest;
    context.restart();
    while (!until() && Clock::now() < end) context.run_for(5ms);
    return until();
}

std::span<const std::uint8_t> bytes_of(const std::string& text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

int open_nodes() {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
        std::error_code gone;
        const auto file = std::filesystem::read_symlink(entry.path(), gone).native();
        if (file.find("/dev/bus/usb/") != std::string::npos) ++count;
    }
    return count;
}

/// A board and a link that waits for it.
struct Waited : NewBoard {
    UsbBoard board{id};
    asio::io_context context;
    LinkLog log;
    Link link{context.get_executor(), port_from(name).value(), log.events()};
};

} // namespace

TEST_CASE_METHOD(Waited, "a board that is plugged in is opened at once, however long its link has waited") {
    // By then pauses are four seconds, and a busy machine may take one to open the board.
    REQUIRE(run_until(context, [&] { return log.failures.size() >= 5; }));
    const auto next_look_at = log.failed_at + 4s;
    for (const auto& why : log.failures)
        CHECK(why == "port " + name + " is not there: is the board plugged in?");
    context.run_for(200ms);
    board.plug_in();
    REQUIRE(run_until(context, [&] { return log.opened == 1; }));
    CHECK(log.opened_at < next_look_at);
    board.send("here");
    link.send(bytes_of("and there"));
    CHECK(run_until(context, [&] { return log.received == "here" && board.received() == "and there"; }));
}

TEST_CASE_METHOD(Waited, "a board of which nobody tells that it was plugged in is found all the same") {
    REQUIRE(run_until(context, [&] { return log.failures.size() >= 2; }));
    board.plug_in(UsbBoard::Hotplug::silent);
    REQUIRE(run_until(context, [&] { return log.opened == 1; }));
    log.failures.clear();
    board.unplug(UsbBoard::Hotplug::silent);
    REQUIRE(run_until(context, [&] { return !log.failures.empty(); }));
    CHECK(log.failures[0] ==
          "port " + name + " was closed: the other end is gone (1 times unplugged so far)");
    board.plug_in(UsbBoard::Hotplug::silent);
    CHECK(run_until(context, [&] { return log.opened == 2; }));
}

TEST_CASE_METHOD(Waited, "the link of a board that takes nothing tells why it is given up, and tries again") {
    board.take(false);
    board.plug_in();
    REQUIRE(run_until(context, [&] { return log.opened == 1; }));
    link.send(bytes_of("nobody takes this"));
    REQUIRE(run_until(context, [&] { return log.opened == 2; }));
    CHECK(log.failures.back() ==
          "port " + name + " was closed: the other end is gone (1 timeouts, 17 bytes not sent so far)");
}

TEST_CASE_METHOD(Waited, "other boards that come and go make no link look for its own") {
    REQUIRE(run_until(context, [&] { return log.failures.size() >= 5; }));
    const auto looks = log.failures.size();
    const auto last_look = log.failed_at;
    UsbBoard other(new_id());
    for (int n = 0; n < 20; ++n) {
        other.plug_in();
        context.run_for(20ms);
        other.unplug();
    }
    const auto due = static_cast<std::size_t>((Clock::now() - last_look) / 4s); // by the pauses alone
    CHECK(log.failures.size() <= looks + due);
}

TEST_CASE_METHOD(Waited,
                 "a storm of hundreds of arrivals and departures leaves the link well, and another board "
                 "that talks all the while loses nothing") {
    UsbBoard steady(new_id());
    Waited talk;
    talk.board.plug_in();
    REQUIRE(run_until(talk.context, [&] { return talk.log.opened == 1; }));
    std::string said;
    std::mt19937_64 random(20);
    for (int n = 0; n < 200; ++n) {
        board.plug_in();
        const auto word = std::to_string(n) + ' ';
        said += word;
        talk.board.send(word);
        board.send("lost with the cable");
        for (unsigned polls = random() % 4; polls > 0; --polls) {
            context.restart();
            context.run_for(std::chrono::milliseconds(random() % 3));
        }
        board.unplug();
    }
    board.plug_in();
    // A link may still hear of the last departure and lose what was sent before its return.
    auto say_at = Clock::now();
    CHECK(run_until(context, [&] {
        if (board.open() && Clock::now() >= say_at) {
            board.send("the storm is over");
            say_at = Clock::now() + 200ms;
        }
        return log.received.ends_with("the storm is over");
    }));
    CHECK(run_until(talk.context, [&] { return talk.log.received.size() >= said.size(); }));
    CHECK(talk.log.received == said);
    CHECK(talk.log.failures.empty());
    CHECK(talk.account().empty());
    CHECK(run_until(context, [&] { return open_nodes() == 2; }));
    CHECK(board.mistakes().empty());
}

TEST_CASE_METHOD(NewBoard, "links that end while they open, wait or carry leave the board to others") {
    UsbBoard board(id);
    board.plug_in();
    for (int ms = 0; ms < 40; ++ms) {
        asio::io_context context;
        auto log = std::make_unique<LinkLog>();
        {
            Link link(context.get_executor(), port_from(name).value(), log->events());
            context.run_for(std::chrono::milliseconds(ms % 20));
            link.send(bytes_of("x"));
        }
        log.reset();                           // the sanitizers would see a late call
        if (ms % 2 == 0) context.run_for(1ms); // odd: the loop ends with calls pending
    }
    asio::io_context context;
    LinkLog log;
    Link link(context.get_executor(), port_from(name).value(), log.events());
    CHECK(run_until(context, [&] { return log.opened == 1; }));
    board.send("well");
    CHECK(run_until(context, [&] { return log.received == "well"; }));
    CHECK(board.mistakes().empty());
}
