#pragma once
// A board of another maker that reads its squares one after the other, again and again, and says after each
// scan what stands where. Its noise: squares that are read wrongly now and then, bytes that are damaged, and
// messages whose end is lost. It keeps no clock.

#include "daemon/chess/position.hpp"
#include "tools/makers/virtual_board.hpp"

#include <array>
#include <deque>
#include <random>
#include <string_view>

namespace adoube::tools::makers {

struct Noise {
    std::uint64_t seed = 1;
    /// That a square that holds a piece is read as empty, for each scan and square.
    double flicker = 0.000'1;
    /// That a message loses its end, or a byte of it is another one.
    double damage = 0.002;
};

using Pieces = std::array<std::optional<chess::Piece>, 64>; // a1 = 0

class ScanningBoard : public VirtualBoard {
  public:
    void begin() final {}
    void press(chess::Side) final {}
    void stand(chess::Square square, std::optional<chess::Piece> piece) override;
    std::vector<std::uint8_t> advance_to(std::uint64_t t_us) final;

    /// The host's cable was out: what was on its way is gone. The board keeps its mode and power.
    void unplugged() { sent_.clear(); }
    /// Sends nothing while mute.
    bool mute = false;
    /// The board lies turned by half before its players: its a1 is their h8.
    bool turned = false;
    /// A square was read wrongly twice within half a second: nobody could tell it from one that was lifted.
    bool has_flickered_twice = false;

  protected:
    using Bytes = std::vector<std::uint8_t>;

    /// `byte_us`: of the line.
    ScanningBoard(Noise noise, std::uint64_t scan_us, std::uint64_t byte_us, const chess::Position& start);
    /// All squares were read once more: as the board names them.
    virtual void scanned(const Pieces& seen) = 0;
    void say(Bytes message);
    void say(std::string_view message) { say(Bytes(message.begin(), message.end())); }
    bool happens(double probability) { return std::bernoulli_distribution(probability)(random_); }
    std::uint64_t below(std::uint64_t limit) { return random_() % limit; }
    std::size_t place_of(chess::Square square) const;
    std::uint64_t now_us() const { return now_us_; }

  private:
    void damage(Bytes& message);
    void flicker();

    Noise noise_;
    std::mt19937_64 random_;
    std::uint64_t square_us_, byte_us_;
    Pieces stands_, seen_;                         // as the players see the board
    std::array<std::uint64_t, 64> flickered_us_{}; // last; 0: never
    std::uint64_t now_us_ = 0, next_square_us_ = 0, line_free_us_ = 0;
    std::size_t next_square_ = 0;
    struct Sent {
        std::uint64_t arrives_us;
        std::uint8_t byte;
    };
    std::deque<Sent> sent_;
};

} // namespace adoube::tools::makers
