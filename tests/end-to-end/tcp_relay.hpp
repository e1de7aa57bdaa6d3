#pragma once
// A bad cable between daemon and board: changes bytes, cuts, can be unplugged.

#include <atomic>
#include <random>
#include <string>
#include <thread>

#include <sys/types.h>

namespace adoube::tests {

class TcpRelay {
  public:
    /// Forwards a port of its own to that one of this machine.
    TcpRelay(int board_port, std::uint64_t seed);
    ~TcpRelay();

    int port() const { return port_; }
    /// 0: none.
    std::atomic<unsigned> change_one_in = 0;
    /// Cuts after a random number of bytes, at most this; 0: never.
    std::atomic<unsigned> cut_within = 0;
    std::atomic<int> cuts = 0;
    /// While unplugged, connections are turned away and counted.
    std::atomic<bool> unplugged = false;
    std::atomic<int> turned_away = 0;

  private:
    void run();
    void serve(int daemon);
    bool pass(int from, int to);
    ssize_t until_cut(ssize_t next);

    int board_port_, listening_, port_ = 0;
    std::mt19937_64 random_;
    ssize_t until_cut_ = 0; // including the byte cut; 0: not drawn yet
    std::atomic<bool> ending_ = false;
    std::thread thread_;
};

} // namespace adoube::tests
