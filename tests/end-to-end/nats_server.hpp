#pragma once
// A NATS server as a process, with its store in a folder of its own.

#include "process.hpp"
#include "tests/bench/free_port.hpp"
#include "tests/catch.hpp"
#include "tests/temporary_folder.hpp"

#include <csignal>
#include <memory>
#include <string>

namespace adoube::tests {

class NatsServer {
  public:
    NatsServer() : port_(std::to_string(bench::free_port().second)) { start(); }

    std::string url() const { return "nats://127.0.0.1:" + port_; }
    void start() {
        process_ = std::make_unique<Process>(std::vector<std::string>{"/usr/bin/env", "nats-server", "-a",
                                                                      "127.0.0.1", "-p", port_, "-js", "-sd",
                                                                      store().string()},
                                             folder_ / ("log-" + std::to_string(++starts_)));
        REQUIRE(process_->wait_for_output("Server is ready"));
    }
    void kill() {
        process_->signal(SIGKILL);
        process_->wait();
    }
    void wipe() { std::filesystem::remove_all(store()); }
    void signal(int number) { process_->signal(number); }

  private:
    std::filesystem::path store() const { return folder_ / "store"; }

    TemporaryFolder folder_;
    std::string port_;
    int starts_ = 0;
    std::unique_ptr<Process> process_;
};

} // namespace adoube::tests
