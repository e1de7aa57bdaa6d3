#pragma once
// A NATS server as a process, with its store in a folder of its own.

#include "process.hpp"
#include "tests/bench/free_port.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

#include <csignal>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace adoube::tests {

class NatsServer {
  public:
    /// Alone, or with what `command` says of its port and folder.
    using Command = std::function<std::vector<std::string>(std::string port, std::string folder)>;
    explicit NatsServer(Command command = alone)
        : command_(std::move(command)), port_(std::to_string(bench::free_port().second)) {
        start();
    }

    std::string url() const { return "nats://127.0.0.1:" + port_; }
    void start() {
        process_ = std::make_unique<Process>(command_(port_, folder_.path().string()),
                                             folder_ / ("log-" + std::to_string(++starts_)));
        REQUIRE(process_->wait_for_output("Server is ready"));
    }
    void kill() {
        process_->signal(SIGKILL);
        process_->wait();
    }
    void wipe() { std::filesystem::remove_all(store()); }
    void signal(int number) { process_->signal(number); }
    std::string output() const { return process_->output(); }

  private:
    static std::vector<std::string> alone(const std::string& port, const std::string& folder) {
        return {"/usr/bin/env", "nats-server", "-a",  "127.0.0.1",      "-p",
                port,           "-js",         "-sd", folder + "/store"};
    }
    std::filesystem::path store() const { return folder_ / "store"; }

    TemporaryFolder folder_;
    Command command_;
    std::string port_;
    int starts_ = 0;
    std::unique_ptr<Process> process_;
};

} // namespace adoube::tests
