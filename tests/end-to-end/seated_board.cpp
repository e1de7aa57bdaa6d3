#include "seated_board.hpp"

#include "firmware/virtual/virtual_board.hpp"
#include "tools/hands/contents.hpp"
#include "tools/makers/virtual_dgt_board.hpp"

#include <array>
#include <cmath>

namespace adoube::tests {
namespace {

using chess::Side;
using tools::makers::DgtClock;
using tools::makers::VirtualDgtBoard;

constexpr std::uint64_t second_us = 1'000'000;
/// What the clock of a DGT board shows is told within so long.
constexpr std::uint64_t clock_is_told_us = 2 * second_us;
/// Moves that a board which remembers nothing can make up for, and surely.
constexpr int most_unheard = 2;
constexpr double mean_until_pulled_s = 15, least_out_s = 1, most_out_s = 15;

class OurElectronics final : public Electronics {
  public:
    OurElectronics(std::uint64_t id, record::Sensing sensing, DgtClock clock, const wire::Squares& squares)
        : id_(id), sensing_(sensing), clock_(std::move(clock)), squares_(squares),
          board_({.board_id = id,
                  .boot_id = static_cast<std::uint32_t>(id),
                  .sensing = static_cast<wire::Sensing>(sensing)},
                 squares) {}

    void set(chess::Square square, std::optional<chess::Piece> piece, std::uint64_t t_us) override {
        squares_.set(static_cast<unsigned>(square), tools::content_of(piece));
        board_.set(static_cast<unsigned>(square), tools::content_of(piece), t_us);
    }
    void press(Side side, std::uint64_t t_us) override {
        board_.press(side == Side::white ? wire::EventKind::press_white : wire::EventKind::press_black, t_us);
        clock_.advance_to(t_us);
        clock_.press(side);
    }
    void receive(std::span<const std::uint8_t> bytes, std::uint64_t t_us) override {
        board_.receive(bytes, t_us);
    }
    std::vector<std::uint8_t> bytes(std::uint64_t t_us, bool connected) override {
        board_.advance_to(t_us);
        std::vector<std::uint8_t> bytes;
        std::array<std::uint8_t, wire::max_frame> frame{};
        while (const auto length = connected ? board_.transmit(frame, t_us) : 0)
            bytes.insert(bytes.end(), frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(length));
        return bytes;
    }
    void closed() override { board_.closed(); }
    bool followed() const override { return board_.followed(); }
    bool settled() const override { return board_.quiet() && board_.unacknowledged() == 0; }
    void start_clock(std::uint64_t t_us) override {
        clock_.advance_to(t_us);
        clock_.start();
    }
    std::int64_t clock_left_ms(Side side) const override {
        return static_cast<std::int64_t>(clock_.left_us(side) / 1'000);
    }
    std::unique_ptr<Electronics> successor(std::uint64_t t_us) const override {
        auto next = std::make_unique<OurElectronics>(id_ + 1'000, sensing_, clock_, squares_);
        next->board_.advance_to(t_us);
        return next;
    }
    bool remembers() const override { return true; }

  private:
    std::uint64_t id_;
    record::Sensing sensing_;
    DgtClock clock_; // as the umpire's must run
    wire::Squares squares_;
    firmware::VirtualBoard board_;
};

class DgtElectronics final : public Electronics {
  public:
    DgtElectronics(std::uint64_t id, const DgtClock& clock, const wire::Squares& squares, std::uint64_t t_us)
        : id_(id), squares_(squares), board_({.serial = serial_of(id), .seed = id}) {
        for (unsigned square = 0; square < wire::square_count; ++square)
            board_.stand(static_cast<chess::Square>(square), tools::piece_of(squares.at(square)));
        (void)board_.advance_to(t_us);
        board_.connect(clock);
    }
    void set(chess::Square square, std::optional<chess::Piece> piece, std::uint64_t t_us) override {
        keep(board_.advance_to(t_us));
        squares_.set(static_cast<unsigned>(square), tools::content_of(piece));
        board_.stand(square, piece);
    }
    void press(Side side, std::uint64_t t_us) override {
        keep(board_.advance_to(t_us));
        board_.press(side);
    }
    void receive(std::span<const std::uint8_t> bytes, std::uint64_t) override {
        constexpr std::uint8_t updates = 0x43;
        followed_ = followed_ || std::ranges::find(bytes, updates) != bytes.end();
        board_.received(bytes);
    }
    std::vector<std::uint8_t> bytes(std::uint64_t t_us, bool connected) override {
        keep(board_.advance_to(t_us));
        if (!connected) kept_.clear();
        return std::exchange(kept_, {});
    }
    void closed() override { followed_ = false; }
    bool followed() const override { return followed_; }
    bool settled() const override { return true; }
    void start_clock(std::uint64_t t_us) override {
        keep(board_.advance_to(t_us));
        board_.begin();
    }
    std::int64_t clock_left_ms(Side side) const override {
        return static_cast<std::int64_t>(board_.clock()->left_us(side) / 1'000);
    }
    std::unique_ptr<Electronics> successor(std::uint64_t t_us) const override {
        return std::make_unique<DgtElectronics>(id_ + 1'000, *board_.clock(), squares_, t_us);
    }
    bool remembers() const override { return false; }

  private:
    static std::string serial_of(std::uint64_t id) {
        auto serial = std::to_string(id);
        return serial.insert(0, 5 - serial.size(), '0');
    }
    void keep(const std::vector<std::uint8_t>& bytes) {
        kept_.insert(kept_.end(), bytes.begin(), bytes.end());
    }

    std::uint64_t id_;
    wire::Squares squares_;
    VirtualDgtBoard board_;
    std::vector<std::uint8_t> kept_;
    bool followed_ = false;
};

double unit(std::mt19937_64& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

} // namespace

std::unique_ptr<Electronics> our_board(std::uint64_t id, record::Sensing sensing, const DgtClock& clock) {
    return std::make_unique<OurElectronics>(id, sensing, clock, firmware::start_position());
}

std::unique_ptr<Electronics> dgt_board(std::uint64_t id, const DgtClock& clock) {
    return std::make_unique<DgtElectronics>(id, clock, firmware::start_position(), 0);
}

SeatedBoard::SeatedBoard(std::unique_ptr<Electronics> electronics, std::string address,
                         const chess::PgnGame& game, const tools::Timeline& timeline, std::uint64_t seed)
    : electronics_(std::move(electronics)), address_(std::move(address)), game_(game), random_(seed) {
    std::int64_t before_us = 0;
    for (const auto& happening : timeline.happenings) {
        deeds_.push_back({static_cast<std::uint64_t>(happening.t_us - before_us), happening.what});
        before_us = happening.t_us;
    }
}

void SeatedBoard::begin(std::uint64_t t_us) {
    electronics_->start_clock(t_us);
    playing_ = true;
    last_us_ = t_us + second_us;
    change_us_ = t_us + lasting(mean_until_pulled_s);
}

std::uint64_t SeatedBoard::lasting(double mean_s) {
    return static_cast<std::uint64_t>(-mean_s * std::log(1 - unit(random_)) * 1e6);
}

void SeatedBoard::act(std::uint64_t t_us) {
    if (playing_ || !port_) pull_or_put_back(t_us);
    if (playing_) play(t_us);
    talk(t_us);
    look_at_link(t_us);
}

// --- hands ---

/// More could not be made up for: the players wait until the host is there again.
bool SeatedBoard::waits_for_host(std::uint64_t t_us) const {
    if (electronics_->remembers() || presses_unheard_ == 0) return false;
    if (followed_since_) return t_us < *followed_since_ + second_us;
    return presses_unheard_ >= most_unheard;
}

void SeatedBoard::play(std::uint64_t t_us) {
    while (!deeds_.empty()) {
        if (waits_for_host(t_us)) {
            last_us_ = t_us;
            return;
        }
        const auto due_us = last_us_ + deeds_.front().pause_us;
        if (due_us > t_us) return;
        carry_out(deeds_.front(), due_us);
        deeds_.pop_front();
        last_us_ = due_us;
    }
}

void SeatedBoard::carry_out(const Deed& deed, std::uint64_t t_us) {
    if (const auto* change = std::get_if<tools::Change>(&deed.what))
        electronics_->set(change->square, change->now, t_us);
    const auto* press = std::get_if<tools::LeverPress>(&deed.what);
    if (!press) return;
    electronics_->press(press->side, t_us);
    // A host that is new to the board learns first who sits where.
    constexpr int presses_to_learn = 2;
    const bool heard =
        followed_since_ && t_us >= *followed_since_ + clock_is_told_us && ++presses_heard_ > presses_to_learn;
    plies_.push_back({electronics_->clock_left_ms(press->side), electronics_->remembers() || heard, t_us});
    pressed_us_ = t_us;
    presses_unheard_ = followed_since_ ? 0 : presses_unheard_ + 1;
}

// --- cable and link ---

void SeatedBoard::pull_or_put_back(std::uint64_t t_us) {
    if (port_ && !leave_cables_ && t_us >= change_us_) {
        pull(t_us);
    } else if (!port_ && (leave_cables_ || t_us >= change_us_)) {
        auto port = address_.starts_with("pty:") ? firmware::open_pty(address_.substr(4))
                                                 : firmware::open_tcp(address_.substr(4));
        if (port) port_ = std::move(*port);
        change_us_ = t_us + (port ? lasting(mean_until_pulled_s) : second_us / 4);
    }
}

/// Perhaps in the middle of a message. Sometimes another board comes back.
void SeatedBoard::pull(std::uint64_t t_us) {
    ++pulls_;
    if (!unsent_.empty()) port_->write(std::span(unsent_).first(random_() % unsent_.size()));
    port_.reset();
    unsent_.clear();
    electronics_->closed();
    change_us_ = t_us + static_cast<std::uint64_t>(least_out_s *
                                                   std::pow(most_out_s / least_out_s, unit(random_)) * 1e6);
    constexpr unsigned exchanged_one_in = 8;
    if (random_() % exchanged_one_in != 0 || !electronics_->settled()) return;
    electronics_ = electronics_->successor(t_us);
    ++exchanges_;
}

void SeatedBoard::talk(std::uint64_t t_us) {
    if (port_ && port_->attend()) {
        unsent_.clear();
        electronics_->closed();
    }
    const bool connected = port_ && port_->connected();
    std::array<std::uint8_t, 4096> bytes{};
    while (const auto count = connected ? port_->read(bytes) : 0)
        electronics_->receive(std::span(bytes).first(count), t_us);
    const auto said = electronics_->bytes(t_us, connected);
    unsent_.insert(unsent_.end(), said.begin(), said.end());
    if (!connected) return;
    const auto written = port_->write(unsent_);
    unsent_.erase(unsent_.begin(), unsent_.begin() + static_cast<std::ptrdiff_t>(written));
}

void SeatedBoard::look_at_link(std::uint64_t t_us) {
    const bool ready = this->ready();
    if (ready == followed_since_.has_value()) return;
    followed_changed_us_.push_back(t_us);
    if (ready) {
        followed_since_ = t_us;
        return;
    }
    followed_since_.reset();
    presses_heard_ = 0;
    const bool just_pressed = !plies_.empty() && t_us < pressed_us_ + clock_is_told_us;
    if (!just_pressed || electronics_->remembers()) return;
    plies_.back().surely_heard = false;
    presses_unheard_ = 1;
}

std::string SeatedBoard::account() const {
    return address_ + ": " + std::to_string(plies_.size()) + " of " + std::to_string(game_.moves.size()) +
           " plies, " + (port_ ? "" : "its cable is out, ") +
           (electronics_->followed() ? "" : "not followed, ") +
           (electronics_->settled() ? "" : "not settled, ") + std::to_string(pulls_) + " pulls";
}

} // namespace adoube::tests
