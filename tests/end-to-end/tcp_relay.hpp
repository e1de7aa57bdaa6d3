#pragma once
// A bad cable: stands between the daemon and a board, changes bytes, cuts, and can be unplugged.

#include <atomic>
#include <random>
#include <string>
#include <thread>

#include <sys/types.h>

namespace adoube::tests {

class TcpRelay {
  public:
    /// Listens on a port of its own, and passes on to that one of this machine.
    TcpRelay(int board_port, std::uint64_t seed);
    ~TcpRelay();

    int port() const { return port_; }
    /// One byte in so many is changed; 0: none.
    std::atomic<unsigned> change_one_in = 0;
    /// The connection is cut after so many bytes at the most, each time after another number; 0: never.
    std::atomic<unsigned> cut_within = 0;
    std::atomic<int> cuts = 0;
    /// While it is unplugged nobody is passed on; so many were turned away.
    std::atomic<bool> unplugged = false;
    std::atomic<int> turned_away = 0;

  private:
    void run();
    void serve(int daemon);
    bool pass(int from, int to);
    ssize_t until_cut(ssize_t next);

    int board_port_, listening_, port_ = 0;
    std::mt19937_64 random_;
    ssize_t until_cut_ = 0; // bytes, that which is cut included; 0: not known yet
    std::atomic<bool> ending_ = false;
    std::thread thread_;
};

} // namespace adoube::tests
