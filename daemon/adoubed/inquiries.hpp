#pragma once
// Requests of arbiters about a game's record, GET /api/games/ID/…, each for the board of its game alone:
//
//   inputs?from=N   every input from number N on, with what it left on the board (inquiry/record_view.hpp)
//
// They are answered in a thread of their own, and delay no board.

#include "daemon/access/rights.hpp"
#include "daemon/adoubed/game_boards.hpp"
#include "daemon/inquiry/inquiry.hpp"
#include "daemon/server/desk.hpp"

#include <boost/asio/thread_pool.hpp>

namespace adoube::adoubed {

class Inquiries {
  public:
    /// Requests that may wait; more are refused with 503.
    static constexpr std::size_t most_waiting = 64;

    /// `boards` must outlive it.
    Inquiries(std::filesystem::path journal, const GameBoards& boards)
        : boards_(boards), inquiry_(std::move(journal)) {}

    struct Asked {
        std::string game;
        std::uint64_t from = 1;
    };
    /// Refuses what is not understood, and games of other boards than those of `who`.
    std::expected<Asked, server::Response> asked(std::string_view target, const access::Grant& who) const;

    boost::asio::awaitable<server::Response> answer(Asked asked);
    /// Synchronously, one at a time.
    server::Response answer_asked(const Asked& asked);

  private:
    boost::asio::awaitable<server::Response> look_aside(Asked asked);

    const GameBoards& boards_;
    inquiry::Inquiry inquiry_; // for the thread alone
    std::size_t waiting_ = 0;
    boost::asio::thread_pool looks_{1}; // destroyed first
};

} // namespace adoube::adoubed
