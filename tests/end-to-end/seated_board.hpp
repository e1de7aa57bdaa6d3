#pragma once
// A board of ours or a DGT board with the hands that play one game on it, and its cable. Many of them play in
// one thread, in real time.

#include "daemon/chess/notation/pgn.hpp"
#include "firmware/virtual/host_port.hpp"
#include "tools/hands/timeline.hpp"
#include "tools/makers/dgt_clock.hpp"

#include <deque>
#include <memory>
#include <random>

namespace adoube::tests {

/// The squares, as one maker's electronics tell them. Times are microseconds from 0.
class Electronics {
  public:
    virtual ~Electronics() = default;
    virtual void set(chess::Square square, std::optional<chess::Piece> piece, std::uint64_t t_us) = 0;
    virtual void press(chess::Side side, std::uint64_t t_us) = 0;
    virtual void receive(std::span<const std::uint8_t> bytes, std::uint64_t t_us) = 0;
    /// For the host; gone if no cable is there.
    virtual std::vector<std::uint8_t> bytes(std::uint64_t t_us, bool connected) = 0;
    virtual void closed() = 0;
    /// A host listens to every change.
    virtual bool followed() const = 0;
    /// It need not tell anything any more.
    virtual bool settled() const = 0;
    virtual void start_clock(std::uint64_t t_us) = 0;
    virtual std::int64_t clock_left_ms(chess::Side side) const = 0;
    /// Another board of the same kind, with what stands on this one.
    virtual std::unique_ptr<Electronics> successor(std::uint64_t t_us) const = 0;
    /// What happens while nobody listens is told later.
    virtual bool remembers() const = 0;
};

std::unique_ptr<Electronics> our_board(std::uint64_t id, record::Sensing sensing,
                                       const tools::makers::DgtClock&);
std::unique_ptr<Electronics> dgt_board(std::uint64_t id, const tools::makers::DgtClock&);

class SeatedBoard {
  public:
    SeatedBoard(std::unique_ptr<Electronics> electronics, std::string address, const chess::PgnGame& game,
                const tools::Timeline& timeline, std::uint64_t seed);

    /// Serves hands, cable and link.
    void act(std::uint64_t t_us);
    void begin(std::uint64_t t_us);
    /// Cables stay in from now on.
    void leave_cables() { leave_cables_ = true; }
    bool plugged() const { return port_ != nullptr; }
    bool ready() const { return port_ && electronics_->followed(); }
    bool at_rest() const { return deeds_.empty() && ready() && electronics_->settled(); }

    struct Ply {
        std::int64_t after_press_ms; // the presser's, by the clock at the board
        bool surely_heard;           // with what the clock showed then
        std::uint64_t pressed_us;
    };
    /// When the host began or ceased to follow the board.
    const std::vector<std::uint64_t>& followed_changed_us() const { return followed_changed_us_; }
    const std::vector<Ply>& plies() const { return plies_; }
    const chess::PgnGame& game() const { return game_; }
    int pulls() const { return pulls_; }
    int exchanges() const { return exchanges_; }
    bool remembers() const { return electronics_->remembers(); }
    std::string account() const;

  private:
    struct Deed {
        std::uint64_t pause_us;
        decltype(tools::Happening::what) what;
    };
    void play(std::uint64_t t_us);
    bool waits_for_host(std::uint64_t t_us) const;
    void carry_out(const Deed& deed, std::uint64_t t_us);
    void pull_or_put_back(std::uint64_t t_us);
    void pull(std::uint64_t t_us);
    void talk(std::uint64_t t_us);
    void look_at_link(std::uint64_t t_us);
    std::uint64_t lasting(double mean_s);

    std::unique_ptr<Electronics> electronics_;
    std::string address_;
    chess::PgnGame game_;
    std::deque<Deed> deeds_;
    std::mt19937_64 random_;
    std::unique_ptr<firmware::HostPort> port_;
    std::vector<std::uint8_t> unsent_;
    std::vector<Ply> plies_;
    std::vector<std::uint64_t> followed_changed_us_;
    bool playing_ = false, leave_cables_ = false;
    std::uint64_t last_us_ = 0, change_us_ = 0, pressed_us_ = 0;
    std::optional<std::uint64_t> followed_since_;
    int presses_unheard_ = 0; // since it was followed last
    int presses_heard_ = 0;   // since it is followed
    int pulls_ = 0, exchanges_ = 0;
};

} // namespace adoube::tests
