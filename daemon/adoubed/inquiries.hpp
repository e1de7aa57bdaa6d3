#pragma once
// Requests of arbiters about a game's record, GET /api/games/ID/…, each for the board of its game alone:
//
//   inputs?from=N        every input from number N on, and what it left (inquiry/record_view.hpp)
//   reading?input=N      how the umpire read the record after input N (inquiry/inquiry.hpp)
//   claims               draw claims, and whether one may be made now (inquiry/claims.hpp)
//   evidence?incident=N  a page to print, signed and verified, of what an incident rests on;
//                        with from=PLY&to=PLY of some moves, with neither of the whole game
//   evidence.txt?…       the same as a file for `adoube verify`
//   sheet, sheet.pdf     the full scoresheet, ?letters=de (sheet::letters_named), &times=no
//
// They are answered in a thread of their own, and delay no board.

#include "daemon/access/shares.hpp"
#include "daemon/adoubed/game_boards.hpp"
#include "daemon/inquiry/inquiry.hpp"
#include "daemon/server/desk.hpp"

#include <boost/asio/thread_pool.hpp>

namespace adoube::adoubed {

class Inquiries {
  public:
    /// Requests that may wait; more are refused with 503.
    static constexpr std::size_t most_waiting = 64;
    static constexpr access::Shares::Room room{most_waiting, 8, 8};

    /// `boards` must outlive it. `letters`: of scoresheets where none are asked for.
    Inquiries(inquiry::Sources sources, const GameBoards& boards,
              chess::Notation letters = sheet::default_letters())
        : boards_(boards), letters_(letters), inquiry_(std::move(sources)) {}

    struct Asked {
        enum class What : std::uint8_t {
            inputs,
            reading,
            claims,
            evidence,
            evidence_file,
            sheet,
            sheet_file
        } what;
        std::string game;
        std::uint64_t input = 1; // the first, or the one
        inquiry::Inquiry::Part part{};
        sheet::Options sheet{sheet::default_letters(), true, {}};
    };
    /// The game whose record a target of theirs asks about.
    static std::string_view game_in(std::string_view target);
    /// Refuses what is not understood, and games of other boards than those of `who`.
    std::expected<Asked, server::Response> asked(std::string_view target, const access::Grant& who) const;

    boost::asio::awaitable<server::Response> answer(Asked asked, access::Grant who, UtcMs now);
    /// Synchronously, one at a time.
    server::Response answer_asked(const Asked& asked, UtcMs now);

  private:
    boost::asio::awaitable<server::Response> look_aside(Asked asked, UtcMs now);
    std::expected<Asked, server::Response> with_details(Asked asked, std::string_view target) const;
    server::Response evidence(const Asked& asked, UtcMs now) const;
    server::Response scoresheet(const Asked& asked) const;

    const GameBoards& boards_;
    chess::Notation letters_;
    inquiry::Inquiry inquiry_; // for the thread alone
    access::Shares waiting_{room};
    boost::asio::thread_pool looks_{1}; // destroyed first
};

} // namespace adoube::adoubed
