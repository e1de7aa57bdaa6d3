#pragma once
// A cable between a board and its port: bytes come late and in their order, and on a bad one some are lost,
// doubled or changed. Both ends see when it is pulled.

#include "tests/hall/agenda.hpp"

#include <random>
#include <span>
#include <vector>

namespace adoube::hall {

using Bytes = std::vector<std::uint8_t>;

class Cable {
  public:
    struct Ends {
        std::function<void(const Bytes&)> to_host, to_board;
        std::function<void()> opened; // at the host's end
        std::function<void()> closed; // at both
    };
    /// All of it outlives the cable.
    Cable(Agenda& agenda, std::uint64_t seed) : agenda_(agenda), random_(seed) {}
    void connect(Ends ends) { ends_ = std::move(ends); }

    /// The host has the port open, from the moment when it can.
    void open();
    /// The host lets go of it.
    void close();
    bool is_open() const { return open_; }
    void send_to_host(std::span<const std::uint8_t> bytes) { send(to_host_, bytes); }
    void send_to_board(std::span<const std::uint8_t> bytes) { send(to_board_, bytes); }

    void set_plugged(bool plugged);
    void set_board_on(bool on);
    bool can_open() const { return plugged_ && board_on_; }
    void set_faults_per_million(unsigned rate) { rate_ = rate; }

  private:
    struct Way {
        Us last = 0;
    };
    void send(Way& way, std::span<const std::uint8_t> bytes);
    void look();
    Bytes worn(std::span<const std::uint8_t> bytes);

    Agenda& agenda_;
    Ends ends_;
    std::mt19937_64 random_;
    Way to_host_, to_board_;
    bool wanted_ = false, open_ = false, plugged_ = true, board_on_ = true;
    unsigned rate_ = 0;
    std::uint64_t opening_ = 0; // what was sent through an earlier opening arrives no more
};

} // namespace adoube::hall
