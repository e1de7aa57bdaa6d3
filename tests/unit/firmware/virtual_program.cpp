// adoube-virtual-board as a process, over TCP and pty.

#include "tests/catch.hpp"
#include "tests/places.hpp"
#include "tests/unit/firmware/reference_host.hpp"

#include <array>
#include <chrono>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <netinet/in.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <termios.h>
#include <thread>
#include <unistd.h>

using namespace adoube::firmware;
using adoube::wire::Event;
using adoube::wire::EventKind;

namespace {

namespace fs = std::filesystem;
constexpr std::uint64_t ms = 1'000;

struct Folder {
    Folder() {
        std::string name = (fs::temp_directory_path() / "adoube-XXXXXX").string();
        REQUIRE(::mkdtemp(name.data()) != nullptr);
        path = name;
    }
    ~Folder() { fs::remove_all(path); }
    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(path / name) << text;
        return path / name;
    }
    fs::path path;
};

/// With piped output.
class Process {
  public:
    explicit Process(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), adoube::tests::program("adoube-virtual-board"));
        std::vector<char*> pointers;
        for (std::string& argument : arguments) pointers.push_back(argument.data());
        pointers.push_back(nullptr);
        int in[2], out[2], errors[2];
        REQUIRE(
            (::pipe2(in, O_CLOEXEC) == 0 && ::pipe2(out, O_CLOEXEC) == 0 && ::pipe2(errors, O_CLOEXEC) == 0));
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_adddup2(&actions, in[0], 0);
        posix_spawn_file_actions_adddup2(&actions, out[1], 1);
        posix_spawn_file_actions_adddup2(&actions, errors[1], 2);
        REQUIRE(::posix_spawn(&pid_, pointers[0], &actions, nullptr, pointers.data(), environ) == 0);
        posix_spawn_file_actions_destroy(&actions);
        for (const int fd : {in[0], out[1], errors[1]}) ::close(fd);
        input_ = in[1];
        output_ = out[0];
        errors_ = errors[0];
    }
    ~Process() {
        if (pid_ > 0) {
            ::kill(pid_, SIGKILL);
            ::waitpid(pid_, nullptr, 0);
        }
        close_input();
        ::close(output_);
        ::close(errors_);
    }
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    void say(const std::string& text) const {
        REQUIRE(::write(input_, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    }
    void close_input() {
        if (input_ >= 0) ::close(std::exchange(input_, -1));
    }
    std::string first_line() const {
        std::string line;
        for (char letter = 0; ::read(output_, &letter, 1) == 1 && letter != '\n';) line.push_back(letter);
        return line;
    }
    std::string address() const {
        const std::string line = first_line();
        return line.substr(line.find(' ') + 1);
    }
    bool ended() {
        if (pid_ > 0 && ::waitpid(pid_, &status_, WNOHANG) == pid_) pid_ = -1;
        return pid_ < 0;
    }
    int exit_status() {
        if (pid_ > 0) ::waitpid(std::exchange(pid_, -1), &status_, 0);
        return WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
    }
    void terminate() const { ::kill(pid_, SIGTERM); }
    std::string errors() const {
        std::string text;
        std::array<char, 1024> part{};
        for (ssize_t count = 0; (count = ::read(errors_, part.data(), part.size())) > 0;)
            text.append(part.data(), static_cast<std::size_t>(count));
        return text;
    }

  private:
    pid_t pid_ = -1;
    int status_ = 0, input_ = -1, output_ = -1, errors_ = -1;
};

int connect_tcp(const std::string& address) {
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in where{};
    where.sin_family = AF_INET;
    where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    where.sin_port = htons(static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1))));
    REQUIRE(::connect(fd, reinterpret_cast<sockaddr*>(&where), sizeof where) == 0);
    ::fcntl(fd, F_SETFL, O_NONBLOCK);
    return fd;
}
int open_terminal(const std::string& path) {
    const int fd = ::open(path.c_str(), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    REQUIRE(fd >= 0);
    return fd;
}

std::uint64_t now_us() {
    using namespace std::chrono;
    return static_cast<std::uint64_t>(
        duration_cast<microseconds>(steady_clock::now().time_since_epoch()).count());
}

std::vector<Event> events_of(const ReferenceHost& host) {
    std::vector<Event> events;
    for (const auto& entry : host.durable)
        if (const auto* numbered = std::get_if<ReferenceHost::Numbered>(&entry)) {
            REQUIRE(numbered->seq == events.size());
            events.push_back(numbered->event);
        } else {
            REQUIRE_FALSE(std::holds_alternative<adoube::wire::Gap>(entry));
        }
    return events;
}

/// Half-closes and waits for the other side's end, which has then read all; does nothing on a pty.
void part(int socket) {
    if (::shutdown(socket, SHUT_WR) != 0) return;
    pollfd readable{socket, POLLIN, 0};
    std::array<std::uint8_t, 4096> rest{};
    while (::poll(&readable, 1, 20'000) == 1 && ::read(socket, rest.data(), rest.size()) > 0) {
    }
}

enum class Memory { durable, none };

/// Connects the host until `enough()` or for 20 s, then closes the stream. Without durable memory it
/// acknowledges nothing.
template<class Enough>
bool follow(ReferenceHost& host, int fd, Enough&& enough, Memory memory = Memory::durable) {
    const std::uint64_t give_up_us = now_us() + 20'000 * ms;
    bool open = true;
    while (open && !enough() && now_us() < give_up_us) {
        const auto out = host.transmit(now_us());
        if (!out.empty()) REQUIRE(::write(fd, out.data(), out.size()) == static_cast<ssize_t>(out.size()));
        pollfd readable{fd, POLLIN, 0};
        ::poll(&readable, 1, 5);
        std::array<std::uint8_t, 4096> bytes{};
        const ssize_t count = ::read(fd, bytes.data(), bytes.size());
        if (count > 0) host.receive(std::span(bytes).first(static_cast<std::size_t>(count)), now_us());
        open = count > 0 || (count < 0 && errno == EAGAIN);
        if (memory == Memory::durable) host.sync();
    }
    // The last acknowledgements.
    const auto out = host.transmit(now_us());
    if (!out.empty() && ::write(fd, out.data(), out.size()) < 0) open = false;
    if (open) part(fd);
    ::close(fd);
    const bool reached = enough();
    host.closed();
    return reached;
}

const std::string header = R"({"log":"adoube-sensor-log","version":1,"sensing":"presence"})"
                           "\n";

/// A lift or drop on e2 every 200 ms.
std::string log_of(int events) {
    std::string log = header;
    for (int n = 1; n <= events; ++n)
        log += R"({"t":)" + std::to_string(n * 200) + (n % 2 == 1 ? R"(,"lift":"e2"})" : R"(,"drop":"e2"})") +
               "\n";
    return log;
}
void check_events_of_log(const std::vector<Event>& events, std::size_t count) {
    REQUIRE(events.size() == count);
    for (std::size_t n = 0; n < count; ++n) REQUIRE(events[n].time_us == (n + 1) * 200 * ms + 1'000 * ms);
}

} // namespace

TEST_CASE("a log goes over TCP as fast as the host takes it, without a loss, and then the program ends") {
    const Folder folder;
    Process board({"--tcp", "127.0.0.1:0", "--speed", "0", folder.write("log.jsonl", log_of(10'000))});
    ReferenceHost host;
    follow(host, connect_tcp(board.address()), [&] { return board.ended(); });
    CHECK(board.exit_status() == 0);
    check_events_of_log(events_of(host), 10'000);
}

TEST_CASE("a log goes over a pty, whose link is gone afterwards") {
    const Folder folder;
    const std::string link = folder.path / "board";
    Process board({"--pty", link, "--speed", "0", "--id", "b17", folder.write("log.jsonl", log_of(3'000))});
    CHECK(fs::read_symlink(link) == board.address());
    ReferenceHost host;
    follow(host, open_terminal(link), [&] { return board.ended(); });
    CHECK(board.exit_status() == 0);
    check_events_of_log(events_of(host), 3'000);
    CHECK(host.hello->board_id == 0xB17);
    CHECK_FALSE(fs::is_symlink(link));
}

TEST_CASE("a host that goes and comes back, or dies, gets what it missed, once") {
    const Folder folder;
    const std::string link = folder.path / "board";
    for (const bool over_tcp : {true, false}) {
        INFO((over_tcp ? "TCP" : "pty"));
        const std::string log = folder.write("log.jsonl", log_of(8'000));
        Process board(over_tcp ? std::vector<std::string>{"--tcp", "127.0.0.1:0", "--speed", "0", log}
                               : std::vector<std::string>{"--pty", link, "--speed", "0", log});
        const std::string address = board.address();
        ReferenceHost host;
        for (int n = 1; n <= 4; ++n) {
            const std::size_t before = host.durable.size();
            CHECK(follow(host, over_tcp ? connect_tcp(address) : open_terminal(link),
                         [&] { return host.durable.size() > before + 1'000; }));
            if (n % 2 == 0) host.crash();
        }
        follow(host, over_tcp ? connect_tcp(address) : open_terminal(link), [&] { return board.ended(); });
        CHECK(board.exit_status() == 0);
        check_events_of_log(events_of(host), 8'000);
    }
}

TEST_CASE("a second host takes the place of the first, which may be dead without a word") {
    const Folder folder;
    Process board({"--tcp", "127.0.0.1:0", "--speed", "0", folder.write("log.jsonl", log_of(100))});
    const std::string address = board.address();
    const int dead = connect_tcp(address);
    ReferenceHost host;
    follow(host, connect_tcp(address), [&] { return board.ended(); });
    ::close(dead);
    check_events_of_log(events_of(host), 100);
}

TEST_CASE("hands at a pipe are seen at once, in real time, and the board waits for a host if told to") {
    Process board({"--tcp", "127.0.0.1:0", "--wait", "--sensing", "identity"});
    board.say(header + R"({"t":100,"lift":"e2"})"
                       "\n"
                       R"({"t":300,"drop":"e4"})"
                       "\n");
    const std::string address = board.address();
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    ReferenceHost host;
    const std::uint64_t begun_us = now_us();
    CHECK(follow(host, connect_tcp(address), [&] { return events_of(host).size() == 2; }));
    CHECK(now_us() - begun_us >= 300 * ms);
    board.say(R"({"t":400,"press":"w"})"
              "\n");
    CHECK(follow(host, connect_tcp(address), [&] { return events_of(host).size() == 3; }));
    const auto events = events_of(host);
    CHECK(events[0].content == adoube::wire::Content::white_pawn);
    CHECK(events[2].kind == EventKind::press_white);
    board.close_input();
    CHECK(board.exit_status() == 0);
}

TEST_CASE("a board that is to stay stays until it is asked to end") {
    const Folder folder;
    Process board({"--tcp", "127.0.0.1:0", "--speed", "0", "--stay", folder.write("log.jsonl", log_of(10))});
    const std::string address = board.address();
    ReferenceHost host, next;
    CHECK(follow(host, connect_tcp(address), [&] { return events_of(host).size() == 10; }));
    // Without --stay it would have ended.
    CHECK(follow(next, connect_tcp(address), [&] { return next.hello.has_value(); }));
    CHECK_FALSE(board.ended());
    board.terminate();
    CHECK(board.exit_status() == 0);
}

TEST_CASE("ended with events that nobody has, it says how many") {
    const Folder folder;
    Process board({"--tcp", "127.0.0.1:0", "--speed", "0", folder.write("log.jsonl", log_of(10))});
    const std::string address = board.address();
    ReferenceHost host;
    CHECK(follow(
        host, connect_tcp(address), [&] { return host.taken() == 10; }, Memory::none));
    CHECK_FALSE(board.ended());
    board.terminate();
    CHECK(board.exit_status() == 1);
    CHECK(board.errors() == "tcp " + address + ": ended with 10 events that no host has acknowledged\n");
}

TEST_CASE("a line that cannot be read is told by its place, and the rest is played") {
    const Folder folder;
    std::string log = log_of(4);
    log.insert(log.find("{\"t\":600"), "garbage\n");
    const std::string file = folder.write("log.jsonl", log + R"({"t":900,"li)");
    Process board({"--tcp", "127.0.0.1:0", "--speed", "0", file});
    ReferenceHost host;
    follow(host, connect_tcp(board.address()), [&] { return board.ended(); });
    CHECK(board.exit_status() == 2);
    CHECK(board.errors() == file + ":4: this is no JSON object; this line is passed over\n" + file +
                                ":6: the last line is incomplete and dropped\n");
    check_events_of_log(events_of(host), 4);
}

TEST_CASE(
    "a line without end is passed over, and not held; what was cut off of it does not make it a good one") {
    const Folder folder;
    std::string log = log_of(4);
    log.insert(log.find("{\"t\":600"), R"({"t":550,"lift":"a1"})" + std::string(40 << 20, ' ') + "\n");
    Process board({"--tcp", "127.0.0.1:0", "--speed", "0", folder.write("log.jsonl", log)});
    ReferenceHost host;
    follow(host, connect_tcp(board.address()), [&] { return board.ended(); });
    CHECK(board.exit_status() == 2);
    // During a long read the hands paused: later events keep their distance.
    const auto events = events_of(host);
    REQUIRE(events.size() == 4);
    CHECK(events[1].time_us == 1'400 * ms);
    CHECK(events[2].time_us >= 1'600 * ms);
    CHECK(events[3].time_us == events[2].time_us + 200 * ms);
}

TEST_CASE("what cannot be had is named in one sentence, with a status that is not 0") {
    const Folder folder;
    const std::string log = folder.write("log.jsonl", log_of(1)),
                      no_log = folder.write("x.jsonl", "{\"a\":1}\n");
    const std::string empty = folder.write("empty.jsonl", "");
    Process first({"--tcp", "127.0.0.1:0", log});
    const std::string taken = first.address();
    struct Row {
        std::vector<std::string> arguments;
        int status;
        std::string named;
    };
    for (const Row& row : std::vector<Row>{
             {{"--tcp", taken, log}, 1, taken + " cannot be listened on: another program does so already"},
             {{"--tcp", "nonsense", log}, 1, "nonsense is no address"},
             {{"--tcp", "127.0.0.1:nonsense", log}, 1, "127.0.0.1:nonsense cannot be listened on"},
             {{"--pty", log, log}, 1, log + " exists already and is no link"},
             {{"--pty", "/nowhere/at/all", log}, 1, "/nowhere/at/all cannot be made a link"},
             {{"--tcp", "127.0.0.1:0", "/nowhere.jsonl"}, 2, "/nowhere.jsonl: cannot be read"},
             {{"--tcp", "127.0.0.1:0", no_log}, 2, no_log + ":1: this is no sensor log"},
             {{"--tcp", "127.0.0.1:0", empty}, 2, empty + ": the log is empty"}}) {
        Process board(row.arguments);
        CHECK(board.exit_status() == row.status);
        const std::string errors = board.errors();
        CHECK(errors.substr(0, row.named.size()) == row.named);
        CHECK(std::count(errors.begin(), errors.end(), '\n') == 1);
    }
}
