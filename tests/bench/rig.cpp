#include "rig.hpp"

#include "tests/places.hpp"

#include <csignal>
#include <fstream>
#include <sys/resource.h>

namespace adoube::bench {
namespace {

constexpr std::uint64_t most_waited_us = 240'000'000;

template<class So>
void serve_until(Boards& boards, const char* what, So&& so) {
    const auto end = now_us() + most_waited_us;
    while (!so()) {
        if (now_us() > end) refuse(what);
        boards.serve(std::chrono::milliseconds(20));
    }
}

} // namespace

std::size_t allow_open_files() {
    rlimit files{};
    ::getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
    return files.rlim_max;
}

Rig::Rig(const Boards& boards) {
    std::ofstream config(folder_ / "hall.toml");
    config << "listen = \"127.0.0.1:0\"\njournal = \"hall.journal\"\nevidence_key = \"hall.key\"\ncontrol = "
              "\"control\"\n"
           << "[event]\nname = \"bench\"\n[play]\ntime_control = \"5400+30\"\n";
    for (std::size_t n = 0; n < boards.size(); ++n)
        config << "[[board]]\nport = \"" << boards.port(n) << "\"\nwhite = \"White at " << n + 1
               << "\"\nblack = \"Black at " << n + 1 << "\"\n";
}

void Rig::start() {
    using namespace std::chrono_literals;
    daemon_ = std::make_unique<tests::Process>(
        std::vector<std::string>{tests::program("adoubed"), "--config", (folder_ / "hall.toml").string()},
        folder_ / ("log-" + std::to_string(++starts_)));
    const std::string serving = "serving http://127.0.0.1:";
    std::string output;
    const auto end = now_us() + most_waited_us;
    while (output.find(serving) == std::string::npos) {
        if (!daemon_->running() || now_us() > end) refuse("adoubed does not start: " + output);
        std::this_thread::sleep_for(1ms);
        output = daemon_->output();
    }
    port_ = static_cast<std::uint16_t>(std::stoi(output.substr(output.find(serving) + serving.size())));
}

void Rig::end() {
    daemon_->signal(SIGTERM);
    if (daemon_->wait() != 0) refuse("adoubed does not end as it should: " + daemon_->output());
}

void Rig::kill() {
    daemon_->signal(SIGKILL);
    daemon_->wait();
}

void wait_until_followed(Boards& boards) {
    serve_until(boards, "adoubed does not follow every board", [&] { return boards.all_followed(); });
}

void wait_until_durable(Boards& boards) {
    serve_until(boards, "not all that happened became durable", [&] { return boards.all_acknowledged(); });
}

} // namespace adoube::bench
