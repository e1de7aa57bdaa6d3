#pragma once
// A cable between a board and its port. Bytes arrive late, but in order; a bad cable loses, doubles and
// changes some. Both ends notice when it is pulled.

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
    Cable(Agenda& agenda, std::uint64_t seed) : agenda_(agenda), random_(seed) {}
    void connect(Ends ends) { ends_ = std::move(ends); }

    /// Now, or as soon as the host can.
    void open();
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
    std::uint64_t opening_ = 0; // earlier openings' bytes are lost
};

} // namespace adoube::hall
