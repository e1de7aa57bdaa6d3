#pragma once
// The host's end of one link to a board of any maker: a state machine without I/O or clock. Bytes and time go
// in; bytes for the board and news for the table come out.
//
// Every event is told exactly once and in order. What a board could not tell, or what was damaged on the way
// and cannot be had again, is told as lost.

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
    std::uint32_t silences = 0; // links on which nothing came any more
    std::uint32_t lost_events = 0;
    std::uint32_t resends = 0;       // requests to send again
    std::uint32_t beyond_window = 0; // events that came while too many waited to become durable
    std::uint32_t beyond_room = 0;   // what came while there was no room
};

class Driver {
  public:
    virtual ~Driver() = default;

    virtual void opened(SteadyUs now_us) = 0;
    virtual void received(std::span<const std::uint8_t> bytes, SteadyUs now_us) = 0;
    /// To be called several times a second while the link is open.
    virtual void tick(SteadyUs now_us) = 0;
    void closed();

    /// The answer to Arrived.
    virtual void follow(Progress progress) = 0;
    /// The answer to Arrived: this board is not wanted here.
    void refuse() { state_ = State::refused; }
    /// From now on so many events, losses and snapshots may be told. What comes beyond that is had from the
    /// board once there is room again, or told as lost. Before the first call there is room for all.
    void give_room(std::size_t news);
    /// Every event told of this start of the board, before next_seq, is on the disk.
    virtual void durable(std::uint32_t boot_id, std::uint32_t next_seq) = 0;

    std::vector<std::uint8_t> take_bytes() { return std::exchange(bytes_, {}); }
    std::vector<News> take_news() { return std::exchange(news_, {}); }

    /// What went wrong on all links so far, as one sentence for people.
    virtual std::string account() const = 0;
    virtual LinkCounts counts() const = 0;
    /// What the board last told of itself; empty where boards of this maker tell nothing.
    virtual std::optional<wire::Health> health_told() const = 0;

  protected:
    enum class State : std::uint8_t { closed, asking, greeted, refused, following };

    /// While it is followed: there is room for news again, which there was not.
    virtual void room_again() = 0;
    bool has_room() const { return room_ > 0; }
    /// For what goes into the record: needs room.
    void tell_recorded(News news);
    /// Greeted: whoever takes the news answers to the last hello alone.
    void tell_arrived(const wire::Hello& hello);
    /// What is not 0 of `counts`, after `first`.
    static std::string account_of(std::string first,
                                  std::span<const std::pair<std::uint64_t, const char*>> counts);

    State state_ = State::closed;
    std::vector<std::uint8_t> bytes_; // for the board
    std::vector<News> news_;

  private:
    std::size_t room_ = ~std::size_t{0}; // for news that go into a record
};

std::unique_ptr<Driver> make_driver(Maker maker);

} // namespace adoube::drivers
