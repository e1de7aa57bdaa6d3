#pragma once
// The boards of a running daemon, put together from the arbiters' feed (daemon/server/arbiters_round.hpp).

#include "daemon/chess/position.hpp"
#include "daemon/time/instant.hpp"

#include <boost/json/object.hpp>

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace adoube::tools {

struct ToldMove {
    std::string san;
    std::optional<std::int64_t> clock_ms; // the mover's, after it
    friend bool operator==(const ToldMove&, const ToldMove&) = default;
};

struct ToldClocks {
    std::array<std::int64_t, 2> left_ms{}; // White's first, at `at`
    std::optional<chess::Side> running;
    UtcMs at{};
    friend bool operator==(const ToldClocks&, const ToldClocks&) = default;
};
std::int64_t left_ms(const ToldClocks& clocks, chess::Side side, UtcMs now);

/// An incident or a proposal.
struct ToldMatter {
    bool is_proposal = false;
    std::int64_t seq = 0;
    std::string kind{}; // of an incident: umpire::to_string
    int ply = 1;
    std::int64_t first_input = 0, last_input = 0; // of an incident: those that show it
    std::string sentence;                         // with number, move and article
};

struct ToldBoard {
    int number = 0;
    std::string id; // of the game
    std::map<std::string, std::string, std::less<>> tags{};
    std::string start{}, fen{};
    bool begun = false;
    std::vector<ToldMove> moves{};
    std::optional<ToldClocks> clocks{};
    std::string result = "*";
    std::vector<ToldMatter> incidents{}, proposals{};
    std::set<std::int64_t> dismissed{}; // incidents, by `seq`
    bool here = false;
    std::string trouble{}, notice{}, lost{};
    std::vector<std::string> complaints{};

    /// "?" where unknown.
    std::string player(chess::Side side) const;
};

/// "23... Nf6"; `at` from 0. The start position may be any.
std::string numbered_move(const ToldBoard& board, std::size_t at);
/// What `after` has and `before` lacks, a line each without the board's number. A whole new board is a game.
std::vector<std::string> news(const ToldBoard* before, const ToldBoard& after);

class HallState {
  public:
    /// The boards that a message changed; empty where it is none of the feed's.
    std::set<int> take(const std::string& message);

    const std::map<int, ToldBoard>& boards() const { return boards_; }
    /// Where to resume: "?epoch=…&seq=…", empty at first.
    std::string resume() const;
    /// The daemon's clock, if the last message told it: only over the network.
    std::optional<UtcMs> told_now() const { return told_now_; }

  private:
    void take_board(const boost::json::object& change);

    std::string epoch_;
    std::int64_t seq_ = 0;
    std::optional<UtcMs> told_now_;
    std::map<int, ToldBoard> boards_;
};

} // namespace adoube::tools
