#pragma once
// Pulls cables at random and puts them back 0.1 to 20 s later: into the same port, another unplugged board's,
// or a renamed one. The daemon is told first: until it has answered, the port is another table's. Some boards
// lose power too.

#include "hands.hpp"

#include <set>

namespace adoube::soak {

struct Seat {
    std::unique_ptr<Board> board;
    std::unique_ptr<Hands> hands;
    std::size_t port; // its table's
    RealTime change_us = 0,
             wake_us = 0; // next pull or reconnection; next action
    bool out = false;
    bool port_chosen = false; // since it is out
};

class Cables {
  public:
    struct Counts {
        std::size_t pulled = 0, switched_off = 0, swapped = 0, renamed = 0;
    };

    Cables(std::vector<std::string> ports, Control& control, Faults& faults, std::uint64_t seed)
        : ports_(std::move(ports)), control_(control), faults_(faults), random_(seed) {}

    /// False if one failed: try again.
    bool plug_all(std::vector<Seat>& seats, RealTime now);
    void begin(std::vector<Seat>& seats, RealTime now);
    void act(std::vector<Seat>& seats, RealTime now);
    /// Cables that are out go back.
    void end() { ending_ = true; }

    const Counts& counts() const { return counts_; }

  private:
    void pull(Seat& seat, RealTime now);
    void put_back(std::vector<Seat>& seats, Seat& seat, RealTime now);
    void choose_port(std::vector<Seat>& seats, Seat& seat);
    void tell_port(std::set<std::size_t> ports, std::size_t at);
    bool one_in(unsigned n) { return random_() % n == 0; }
    RealTime until_pulled();
    RealTime until_back();

    std::vector<std::string> ports_;
    Control& control_;
    Faults& faults_;
    std::mt19937_64 random_;
    Counts counts_;
    std::multiset<std::size_t> unanswered_; // ports that the daemon was told of
    bool ending_ = false;
};

} // namespace adoube::soak
