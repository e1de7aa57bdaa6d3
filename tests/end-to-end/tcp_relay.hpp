#pragma once
// A bad cable: stands between the daemon and a board, changes bytes, cuts, and can be unplugged.

#include <atomic>
#include <random>
#include <string>
#include <thread>

namespace adoube::tests {

class TcpRelay {
  public:
    /// Listens on a port of its own, and passes on to that one of this machine.
    TcpRelay(int board_port, std::uint64_t seed);
    ~TcpRelay();

    int port() const { return port_; }
    /// One byte in so many is changed, and one piece in so many is the last of its connection; 0: none.
    std::atomic<unsigned> change_one_in = 0, cut_one_in = 0;
    /// While it is unplugged nobody is passed on.
    std::atomic<bool> unplugged = false;

  private:
    void run();
    void serve(int daemon);
    bool pass(int from, int to);

    int board_port_, listening_, port_ = 0;
    std::mt19937_64 random_;
    std::atomic<bool> ending_ = false;
    std::thread thread_;
};

} // namespace adoube::tests
