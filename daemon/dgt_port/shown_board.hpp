#pragma once
// One board as DGT's protocol tells of it: the data of its messages.

#include "daemon/dgt_port/clock_face.hpp"
#include "daemon/dgt_port/stored_moves.hpp"

#include <string>
#include <utility>

namespace adoube::dgt_port {

struct Identity {
    std::string serial;    // five digits
    std::string trademark; // ASCII
    friend bool operator==(const Identity&, const Identity&) = default;
};

struct Battery {
    int percent = 0;
    bool charging = false;
};

class ShownBoard {
  public:
    using Data = std::vector<std::uint8_t>;

    explicit ShownBoard(Identity identity) : identity_(std::move(identity)) {}

    /// What has changed, in order. The first call switches the board on.
    std::vector<SquareChange> stand(const Squares& squares, SteadyUs now_us);
    /// Empty: no clock is kept.
    void show(const std::optional<Clocks>& clocks);
    void charge(std::optional<Battery> battery) { battery_ = battery; }

    const Squares& squares() const { return squares_; }
    Data dump() const;
    Data clock() const;
    /// Empty: none is known.
    std::optional<Data> battery() const;
    Data version() const;
    Data serial() const { return {identity_.serial.begin(), identity_.serial.end()}; }
    Data long_serial() const;
    Data trademark() const { return {identity_.trademark.begin(), identity_.trademark.end()}; }
    /// On a bus, of 14 bits, never 0: the serial number, as far as it fits.
    unsigned address() const;

    // --- on a bus ---

    StoredMoves& stored() { return stored_; }
    void switch_on(SteadyUs now_us) { stored_.switched_on(squares_, now_us); }
    void begin_game(SteadyUs now_us) { stored_.begin_game(squares_, now_us); }
    /// What is new, or the same once more.
    const Data& changes() { return told_ = stored_.changes(); }
    const Data& changes_again() const { return told_; }
    /// Of the next ping to all boards.
    void ignore_ping() { ignores_ping_ = true; }
    bool answers_ping() { return !std::exchange(ignores_ping_, false); }

  private:
    Identity identity_;
    Squares squares_;
    bool is_on_ = false;
    std::optional<Clocks> clocks_;
    std::optional<Battery> battery_;
    StoredMoves stored_;
    Data told_; // changes, last
    bool ignores_ping_ = false;
};

} // namespace adoube::dgt_port
