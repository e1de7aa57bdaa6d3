#pragma once
// Cables that somebody pulls at random and puts back after a tenth of a second to twenty: where they were, at
// the port of another board that is out too, or at a port of another name. Some boards lose their power with
// it.

#include "hands.hpp"

namespace adoube::soak {

struct Seat {
    std::unique_ptr<Board> board;
    std::unique_ptr<Hands> hands;
    std::size_t port; // where its cable is, or was
    RealTime change_us = 0,
             wake_us = 0; // when the cable is pulled or put back; when there is something to do
    bool out = false;
};

class Cables {
  public:
    struct Counts {
        std::size_t pulled = 0, switched_off = 0, swapped = 0, renamed = 0;
    };

    /// The names of the ports, as the configuration has them.
    Cables(std::vector<std::string> ports, Control& control, Faults& faults, std::uint64_t seed)
        : ports_(std::move(ports)), control_(control), faults_(faults), random_(seed) {}

    /// Puts every cable where it belongs. False where one cannot be: to be tried again.
    bool plug_all(std::vector<Seat>& seats, RealTime now);
    /// From now on cables are pulled.
    void begin(std::vector<Seat>& seats, RealTime now);
    void act(std::vector<Seat>& seats, RealTime now);
    /// From now on no more: those that are out come back.
    void end() { ending_ = true; }

    const Counts& counts() const { return counts_; }

  private:
    void pull(Seat& seat, RealTime now);
    void put_back(std::vector<Seat>& seats, Seat& seat, RealTime now);
    void choose_port(std::vector<Seat>& seats, Seat& seat);
    bool one_in(unsigned n) { return random_() % n == 0; }
    RealTime until_pulled();
    RealTime until_back();

    std::vector<std::string> ports_;
    Control& control_;
    Faults& faults_;
    std::mt19937_64 random_;
    Counts counts_;
    bool ending_ = false;
};

} // namespace adoube::soak
