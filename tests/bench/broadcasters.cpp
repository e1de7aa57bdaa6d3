#include "broadcasters.hpp"

#include "bench.hpp"
#include "boards.hpp" // now_us
#include "free_port.hpp"
#include "tests/end-to-end/process.hpp"
#include "tests/places.hpp"
#include "tests/temporary_folder.hpp"

#include <array>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/wait.h>

namespace adoube::bench {
namespace {

using firmware::Descriptor;

void send_all(const Descriptor& socket, std::string_view bytes) {
    if (::send(socket.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(bytes.size()))
        refuse("a server does not take what it is to send to all");
}

// --- the bare loop ---

class BareLoop final : public Broadcaster {
  public:
    BareLoop() {
        const auto [listener, port] = free_port();
        manner_ = {port, "", "welcome"};
        std::array<int, 2> ends{};
        ::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data());
        to_loop_ = Descriptor(ends[0]);
        const Descriptor told(ends[1]);
        process_ = ::fork();
        if (process_ != 0) return;
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        run(listener, told);
    }
    ~BareLoop() override {
        ::kill(process_, SIGKILL);
        ::waitpid(process_, nullptr, 0);
    }

    const Manner& manner() const override { return manner_; }
    pid_t process() const override { return process_; }
    void send(std::string_view message) override { send_all(to_loop_, message); }

  private:
    [[noreturn]] static void run(const Descriptor& listener, const Descriptor& told) {
        const Descriptor epoll(::epoll_create1(EPOLL_CLOEXEC));
        for (const auto* one : {&listener, &told}) {
            epoll_event event{.events = EPOLLIN, .data = {.fd = one->get()}};
            ::epoll_ctl(epoll.get(), EPOLL_CTL_ADD, one->get(), &event);
        }
        std::vector<Descriptor> readers;
        std::array<char, 65'536> message;
        while (true) {
            epoll_event event{};
            if (::epoll_wait(epoll.get(), &event, 1, -1) < 1) continue;
            if (event.data.fd == listener.get()) {
                readers.push_back(accepted(listener, SOCK_NONBLOCK));
                ::send(readers.back().get(), "welcome", 7, MSG_NOSIGNAL);
                continue;
            }
            const auto size = ::recv(told.get(), message.data(), message.size(), 0);
            if (size <= 0) ::_exit(0);
            for (const auto& reader : readers)
                ::send(reader.get(), message.data(), static_cast<std::size_t>(size), MSG_NOSIGNAL);
        }
    }

    Manner manner_;
    Descriptor to_loop_;
    pid_t process_ = -1;
};

// --- programs ---

std::optional<std::string> installed(const std::string& program) {
    const char* path = std::getenv("PATH");
    std::istringstream folders((path ? std::string(path) : std::string()) + ":/usr/sbin:/usr/local/sbin");
    for (std::string folder; std::getline(folders, folder, ':');)
        if (const auto name = folder + '/' + program; ::access(name.c_str(), X_OK) == 0) return name;
    return std::nullopt;
}

/// How a message is put to such a program.
using Framing = std::string (*)(std::string_view message);

class Program final : public Broadcaster {
  public:
    /// `config` is that of its option -c; empty: none.
    Program(std::vector<std::string> command, const std::string& config, Manner manner, Framing framing)
        : manner_(std::move(manner)), framing_(framing),
          process_(with_config(std::move(command), config), folder_ / "log") {}

    /// False if it ends instead.
    bool listens() {
        const auto end = now_us() + 10'000'000;
        while (!speaker_ && process_.running() && now_us() < end) {
            speaker_ = connected_to(manner_.port);
            ::usleep(10'000);
        }
        if (!speaker_) return false;
        send_all(speaker_, manner_.greeting);
        return true;
    }

    const Manner& manner() const override { return manner_; }
    pid_t process() const override { return process_.pid(); }
    void send(std::string_view message) override {
        std::array<char, 65'536> passed_over; // it may be told what it said
        while (::recv(speaker_.get(), passed_over.data(), passed_over.size(), MSG_DONTWAIT) > 0) {
        }
        send_all(speaker_, framing_(message));
    }

  private:
    std::vector<std::string> with_config(std::vector<std::string> command, const std::string& config) const {
        if (config.empty()) return command;
        std::ofstream(folder_ / "config") << config;
        command.insert(command.end(), {"-c", (folder_ / "config").string()});
        return command;
    }

    tests::TemporaryFolder folder_;
    Manner manner_;
    Framing framing_;
    tests::Process process_;
    Descriptor speaker_;
};

std::unique_ptr<Broadcaster> started(std::vector<std::string> command, const std::string& config,
                                     Manner manner, Framing framing) {
    auto program = std::make_unique<Program>(std::move(command), config, std::move(manner), framing);
    return program->listens() ? std::move(program) : nullptr;
}

std::unique_ptr<Broadcaster> nats() {
    const auto program = installed("nats-server");
    if (!program) return nullptr;
    const auto port = free_port().second;
    return started({*program, "-a", "127.0.0.1", "-p", std::to_string(port)}, "",
                   {port, "CONNECT {\"verbose\":false}\r\nSUB live 1\r\nPING\r\n", "PONG"},
                   [](std::string_view message) {
                       return "PUB live " + std::to_string(message.size()) + "\r\n" + std::string(message) +
                              "\r\n";
                   });
}

std::unique_ptr<Broadcaster> mosquitto() {
    const auto program = installed("mosquitto");
    if (!program) return nullptr;
    const auto port = free_port().second;
    // MQTT 3.1.1: connect without a name, subscribe to "live".
    using namespace std::string_literals;
    const auto greeting = "\x10\x0c\0\4MQTT\4\2\0\0\0\0"s + "\x82\x09\0\1\0\4live\0"s;
    // As another user, which it becomes where root starts it, it would outlive us.
    return started({*program},
                   "user root\nallow_anonymous true\nlistener " + std::to_string(port) + " 127.0.0.1\n",
                   {port, greeting, "\x90\x03\0\1"s}, [](std::string_view message) {
                       std::string framed = "\x30"s;
                       for (auto rest = message.size() + 6; rest > 0; rest >>= 7)
                           framed += static_cast<char>((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
                       return framed + "\0\4live"s + std::string(message);
                   });
}

std::unique_ptr<Broadcaster> node_ws() {
    const auto program = installed("node");
    if (!program) return nullptr;
    const auto port = free_port().second;
    auto manner = as_display(port);
    manner.welcome = "\r\n\r\n";
    return started({*program, tests::project_file("tests/bench/ws_server.cjs"), std::to_string(port)}, "",
                   std::move(manner), [](std::string_view message) {
                       std::string framed{'\x82',
                                          '\xfe',
                                          static_cast<char>(message.size() >> 8),
                                          static_cast<char>(message.size()),
                                          0,
                                          0,
                                          0,
                                          0};
                       return framed + std::string(message);
                   });
}

} // namespace

std::unique_ptr<Broadcaster> bare_loop() { return std::make_unique<BareLoop>(); }

const std::vector<Known>& known_broadcasters() {
    static const std::vector<Known> known{{"nats-server", "apt install nats-server", nats},
                                          {"mosquitto", "apt install mosquitto", mosquitto},
                                          {"Node's ws", "apt install node-ws", node_ws}};
    return known;
}

} // namespace adoube::bench
