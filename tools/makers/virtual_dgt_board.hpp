#pragma once
// A DGT board with its clock, from the maker's description of its protocol. Squares are sampled one after the
// other, a whole scan in 200 to 250 ms, so that the noise its maker warns of comes by itself: a destination
// before its origin, captures whose square is never empty, pieces on squares that they slide over, touches
// that are not seen. The clock is asked two or three times a second. The line carries 9600 baud.

#include "daemon/chess/position.hpp"
#include "tools/makers/dgt_clock.hpp"
#include "tools/makers/virtual_board.hpp"

#include <array>
#include <deque>
#include <random>
#include <string>

namespace adoube::tools::makers {

struct DgtOptions {
    std::string serial = "00001"; // five digits
    std::uint64_t seed = 1;
    std::optional<DgtClock> clock{};      // empty: none is connected
    std::optional<int> battery_percent{}; // empty: none is built in
};

class VirtualDgtBoard final : public VirtualBoard {
  public:
    explicit VirtualDgtBoard(DgtOptions options, const chess::Position& start = chess::Position::start());

    void begin() override;
    void stand(chess::Square square, std::optional<chess::Piece> piece) override;
    void press(chess::Side side) override;
    void received(std::span<const std::uint8_t> bytes) override;
    std::vector<std::uint8_t> advance_to(std::uint64_t t_us) override;

    /// Null: none is connected.
    DgtClock* clock() { return options_.clock ? &*options_.clock : nullptr; }
    const DgtClock* clock() const { return options_.clock ? &*options_.clock : nullptr; }
    void connect(std::optional<DgtClock> clock);
    /// The host's cable was out: what was on its way is gone. The board keeps its mode and power.
    void unplugged() { sent_.clear(); }

  private:
    enum class Mode : std::uint8_t { idle, squares, squares_and_clock, clock_changes };
    using Bytes = std::vector<std::uint8_t>;

    static std::size_t field_of(chess::Square square);
    void scan(std::size_t field);
    void poll_clock();
    void obey(std::uint8_t command);
    void say(std::uint8_t id, Bytes data);
    void say_text(std::uint8_t id, const std::string& text) { say(id, {text.begin(), text.end()}); }
    Bytes clock_data() const;

    DgtOptions options_;
    std::mt19937_64 random_;
    std::array<std::uint8_t, 64> stands_{}, seen_{}; // by field, a8 first
    Mode mode_ = Mode::idle;
    std::uint64_t now_us_ = 0, next_square_us_ = 0, next_poll_us_ = 0;
    std::uint64_t square_us_; // to sample one
    std::size_t next_field_ = 0;
    Bytes clock_told_, clock_read_; // as sent last; as read last
    std::size_t passed_over_ = 0;   // bytes of a command that carries data
    bool length_comes_ = false;
    struct Sent {
        std::uint64_t arrives_us;
        std::uint8_t byte;
    };
    std::deque<Sent> sent_;
    std::uint64_t line_free_us_ = 0;
};

} // namespace adoube::tools::makers
