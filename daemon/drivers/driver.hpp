#pragma once
// The host's end of a link to a board of any maker: a state machine without I/O or clock. Bytes and time go
// in; bytes for the board and news for the table come out.
//
// Every event is reported exactly once, in order; what the board cannot report or resend is reported as lost.
//
// For a board that numbers no events and keeps none, the driver numbers them: one start of the board lasts as
// long as the driver sees the same board id, and `follow` continues from `next_seq`. After a reopened link or
// damaged bytes it reports one EventsLost (cable) with the squares as they are, and nothing in between.

#include "daemon/drivers/maker.hpp"
#include "daemon/drivers/news.hpp"

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace adoube::drivers {

/// Over all links so far.
struct LinkCounts {
    std::uint64_t bytes = 0;
    std::uint32_t good_frames = 0, bad_frames = 0;
    std::uint32_t messages_not_understood = 0;
    std::uint32_t starts = 0;   // of the board
    std::uint32_t silences = 0; // links that fell silent
    std::uint32_t lost_events = 0;
    std::uint32_t resends = 0;
    std::uint32_t beyond_window = 0; // events while too many were not yet durable
    std::uint32_t beyond_room = 0;   // messages for which there was no room
};

class Driver {
  public:
    virtual ~Driver() = default;

    virtual void opened(SteadyUs now_us) = 0;
    virtual void received(std::span<const std::uint8_t> bytes, SteadyUs now_us) = 0;
    /// Call several times a second while open.
    virtual void tick(SteadyUs now_us) = 0;
    /// Nobody listened for some time, and what was said then may still wait to be read: silence counts from
    /// now on.
    virtual void listen_anew(SteadyUs now_us) = 0;
    void closed();

    /// Answers Arrived.
    virtual void follow(Progress progress) = 0;
    /// Answers Arrived: not wanted here.
    void refuse() { state_ = State::refused; }
    /// Room for this many more events, losses and snapshots. The rest is fetched from the board once there is
    /// room, or reported as lost. Unlimited before the first call.
    void give_room(std::size_t news);
    /// Every event of this boot before next_seq is on disk.
    virtual void durable(std::uint32_t boot_id, std::uint32_t next_seq) = 0;
    /// Call before `follow`: whose time the chess clock shows on its left was known before this driver. What
    /// the board tells since counts more.
    virtual void assume_left(chess::Side) {}
    /// Whose the board is where two hosts may go on for each other (protocol/README.md, section 4); 0: this
    /// host is alone. Counts from the next acknowledgement on. A board of another maker keeps none: it is the
    /// host's at whose end its cable is.
    virtual void go_on_in(wire::Epoch) {}
    /// While following. Only some makers' boards answer.
    virtual void ask_about_maker() {}

    std::vector<std::uint8_t> take_bytes() { return std::exchange(bytes_, {}); }
    std::vector<News> take_news() { return std::exchange(news_, {}); }

    /// What went wrong so far, in one sentence for people.
    virtual std::string account() const = 0;
    virtual LinkCounts counts() const = 0;
    /// The board's last report; empty if this maker's boards send none.
    virtual std::optional<wire::Health> health_told() const = 0;

  protected:
    enum class State : std::uint8_t { closed, asking, greeted, refused, following };

    /// While following, when there is room again.
    virtual void room_again() = 0;
    bool has_room() const { return room_ > 0; }
    /// For news that enter the record; needs room.
    void tell_recorded(News news);
    /// Replaces an earlier one: only the last hello is answered.
    void tell_arrived(Arrived arrived);
    /// `first`, then the non-zero `counts`.
    static std::string account_of(std::string first,
                                  std::span<const std::pair<std::uint64_t, const char*>> counts);
    /// Of a board that numbers no events.
    static std::string account_of_messages(const LinkCounts& counts);

    State state_ = State::closed;
    std::vector<std::uint8_t> bytes_; // for the board
    std::vector<News> news_;

  private:
    std::size_t room_ = ~std::size_t{0};
};

/// `port`: its name, by which a board without a serial number is known.
std::unique_ptr<Driver> make_driver(Maker maker, std::string_view port);

} // namespace adoube::drivers
