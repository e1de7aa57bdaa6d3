#pragma once
// A blocking conversation with a board of any maker.

#include "daemon/board/link.hpp"
#include "daemon/drivers/own/session.hpp"

#include <boost/asio/io_context.hpp>

#include <chrono>
#include <deque>
#include <expected>
#include <memory>
#include <optional>
#include <string>

namespace adoube::tools {

class Conversation {
  public:
    enum class Events {
        stay,  // kept on the board for the daemon
        taken, // acknowledged, so that the board forgets them
    };

    static constexpr std::chrono::seconds longest_answer{3};

    Conversation(const board::Port& port, Events events);
    Conversation(const Conversation&) = delete;
    Conversation& operator=(const Conversation&) = delete;

    /// Waits for the board. With Events::taken, refuses one that holds events no daemon has recorded, other
    /// than those of masks: a square that is broken has one from every start.
    std::expected<drivers::Arrived, std::string> begin();

    /// Empty if nothing comes within `longest`; an error once board or port is lost.
    std::expected<std::optional<drivers::News>, std::string> next(std::chrono::milliseconds longest);

    /// The next `next` sends what was asked of it.
    drivers::Driver& driver() { return *driver_; }
    /// Null for a board of another maker.
    drivers::Session* session();
    /// The driver's clock.
    static SteadyUs now_us();

  private:
    board::LinkEvents link_events();
    void pump(std::chrono::milliseconds longest);
    void deliver();
    std::expected<void, std::string> look_at_held(std::uint32_t held);
    std::string refusal_of_held(std::uint32_t held) const;

    board::Port port_;
    Events events_;
    boost::asio::io_context context_;
    std::unique_ptr<drivers::Driver> driver_;
    std::deque<drivers::News> news_;
    std::uint32_t boot_id_ = 0;
    bool followed_ = false;
    bool takes_ = false; // acknowledges what comes
    std::string lost_;   // why the port is lost
    board::Link link_;
};

} // namespace adoube::tools
