// Several boards at one port, as links to each see them.

#include "daemon/board/link.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"
#include "tools/makers/dgt_bus.hpp"

#include <boost/asio/io_context.hpp>

#include <atomic>
#include <chrono>
#include <fcntl.h>
#include <pty.h>
#include <sys/file.h>
#include <thread>
#include <unistd.h>

using namespace adoube::board;
using adoube::tools::makers::DgtBus;

namespace {

namespace asio = boost::asio;
using namespace std::chrono_literals;

/// The boards at the other end of a terminal, until they are unplugged.
class Plugged {
  public:
    Plugged(const std::filesystem::path& name, DgtBus& bus) : name_(name) {
        char path[128];
        REQUIRE(::openpty(&master_, &slave_, path, nullptr, nullptr) == 0);
        std::filesystem::create_symlink(path, name);
        ::fcntl(master_, F_SETFL, O_NONBLOCK);
        talks_ = std::jthread([this, &bus](const std::stop_token& stop) {
            while (!stop.stop_requested()) talk(bus);
        });
    }
    ~Plugged() {
        std::filesystem::remove(name_); // another test may get the pty's number at once
        talks_ = {};
        ::close(slave_);
        ::close(master_);
    }
    Plugged(const Plugged&) = delete;
    Plugged& operator=(const Plugged&) = delete;

    bool is_free() const {
        const int other = ::open(name_.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC);
        const bool locked = ::flock(other, LOCK_EX | LOCK_NB) == 0;
        ::close(other);
        return locked;
    }

  private:
    void talk(DgtBus& bus) const {
        const auto now = std::chrono::steady_clock::now().time_since_epoch();
        const auto now_us =
            static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(now).count());
        std::uint8_t bytes[256];
        if (const auto count = ::read(master_, bytes, sizeof bytes); count > 0)
            bus.received(std::span(bytes).first(static_cast<std::size_t>(count)), now_us);
        const auto said = bus.advance_to(now_us);
        if (!said.empty()) REQUIRE(::write(master_, said.data(), said.size()) > 0);
        std::this_thread::sleep_for(1ms);
    }

    std::filesystem::path name_;
    int master_ = -1, slave_ = -1; // the slave stays open, so that the master reads no error between links
    std::jthread talks_;
};

/// A program that asks its board who it is.
struct Asker {
    Asker(asio::io_context& context, const std::string& port)
        : link(context.get_executor(), port_from(port).value(),
               {.opened =
                    [this] {
                        ++opened;
                        received.clear();
                        link.send(std::array<std::uint8_t, 1>{0x45});
                    },
                .received = [this](auto bytes) { received.append(bytes.begin(), bytes.end()); },
                .failed = [this](const std::string& why) { failures.push_back(why); }}) {}

    int opened = 0;
    std::string received;
    std::vector<std::string> failures;
    Link link;
};

template<class Until>
bool run_until(asio::io_context& context, Until until) {
    const auto end = std::chrono::steady_clock::now() + 30s;
    context.restart();
    while (!until() && std::chrono::steady_clock::now() < end) context.run_for(5ms);
    return until();
}

std::string serial_message(const std::string& serial) { return std::string("\x91\x00\x08", 3) + serial; }

} // namespace

TEST_CASE("boards of one bus answer for each other, or keep its port after they have been left") {
    const adoube::tests::TemporaryFolder folder;
    const auto name = folder / "bus";
    DgtBus bus({1025, 1026}, 1);
    asio::io_context context;
    auto plugged = std::make_unique<Plugged>(name, bus);
    const auto port = "dgt:pty:" + name.string() + "#";
    auto first = std::make_unique<Asker>(context, port + "01025");
    auto second = std::make_unique<Asker>(context, port + "01026");
    CHECK(run_until(context, [&] { return first->received == serial_message("01025"); }));
    CHECK(run_until(context, [&] { return second->received == serial_message("01026"); }));
    CHECK_FALSE(plugged->is_free());

    Asker doubled(context, port + "01026");
    REQUIRE(run_until(context, [&] { return !doubled.failures.empty(); }));
    CHECK(doubled.failures.front() == "port " + port + "01026 is in use already");
    first.reset();
    CHECK(second->failures.empty());
    second.reset();
    CHECK(run_until(context, [&] { return doubled.received == serial_message("01026"); }));
}

TEST_CASE("a bus that was unplugged is not told of at each of its boards, or not opened again") {
    const adoube::tests::TemporaryFolder folder;
    const auto name = folder / "bus";
    DgtBus bus({1025, 1026}, 1);
    asio::io_context context;
    const auto port = "dgt:pty:" + name.string() + "#";
    Asker first(context, port + "01025"), second(context, port + "01026");
    const auto both = [&](auto has) { return [&, has] { return has(first) && has(second); }; };
    const auto failed = both([](const Asker& each) { return !each.failures.empty(); });
    REQUIRE(run_until(context, failed));
    CHECK(first.failures.front().contains("is not there"));
    for (const int times : {1, 2}) {
        Plugged plugged(name, bus);
        CHECK(run_until(context, both([&](const Asker& each) {
                            return each.opened == times && each.received.size() == 8;
                        })));
        first.failures.clear();
        second.failures.clear();
    }
    CHECK(run_until(context, failed));
}

TEST_CASE("a bus is kept from other programs when nobody uses it any more") {
    const adoube::tests::TemporaryFolder folder;
    const auto name = folder / "bus";
    DgtBus bus({1025}, 1);
    asio::io_context context;
    Plugged plugged(name, bus);
    {
        Asker only(context, "dgt:pty:" + name.string() + "#01025");
        CHECK(run_until(context, [&] { return only.received == serial_message("01025"); }));
        CHECK_FALSE(plugged.is_free());
    }
    CHECK(run_until(context, [&] { return plugged.is_free(); }));
}

TEST_CASE("a board that nobody has on the bus is waited for without a word, or holds up the others") {
    const adoube::tests::TemporaryFolder folder;
    const auto name = folder / "bus";
    DgtBus bus({1025}, 1);
    asio::io_context context;
    Plugged plugged(name, bus);
    const auto port = "dgt:pty:" + name.string() + "#";
    Asker absent(context, port + "00007"), there(context, port + "01025");
    CHECK(run_until(context, [&] { return there.received == serial_message("01025"); }));
    REQUIRE(run_until(context, [&] { return !absent.failures.empty(); }));
    CHECK(absent.failures.front() ==
          "port " + port + "00007 has no board that answers: is it on this bus, and switched on?");
    CHECK(there.failures.empty());
}
