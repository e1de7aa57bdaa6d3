#pragma once
// One of our boards at the other end of a port, for a command that talks with it and waits for what it says.

#include "daemon/board/link.hpp"
#include "daemon/drivers/own/session.hpp"

#include <boost/asio/io_context.hpp>

#include <chrono>
#include <deque>
#include <expected>
#include <optional>
#include <string>

namespace adoube::tools {

class Conversation {
  public:
    /// What becomes of the board's events.
    enum class Events {
        stay,  // on the board: told here, and kept for the daemon
        taken, // from it: the board forgets what was told here
    };

    /// A board that answers does so within that.
    static constexpr std::chrono::seconds longest_answer{3};

    Conversation(const board::Port& port, Events events);
    Conversation(const Conversation&) = delete;
    Conversation& operator=(const Conversation&) = delete;

    /// Opens the port and waits for the board. Refuses one that holds events which no daemon has recorded,
    /// unless they stay there. The error is one sentence.
    std::expected<wire::Hello, std::string> begin();

    /// The next that the board tells; empty where nothing comes in so long. The error is one sentence: the
    /// board or its port is gone.
    std::expected<std::optional<drivers::News>, std::string> next(std::chrono::milliseconds longest);

    /// What is asked of the session goes out with the next `next`.
    drivers::Session& session() { return session_; }
    /// As Conversation's own clock has it: what the session was given.
    static SteadyUs now_us();

  private:
    board::LinkEvents link_events();
    void pump(std::chrono::milliseconds longest);
    void deliver();

    board::Port port_;
    Events events_;
    boost::asio::io_context context_;
    drivers::Session session_;
    std::deque<drivers::News> news_;
    std::uint32_t boot_id_ = 0;
    bool followed_ = false;
    std::string lost_; // why, once the port is
    board::Link link_;
};

} // namespace adoube::tools
