#pragma once
// A stand-in for a site that shows broadcasts as lichess does, from descriptions of how it merges what it is
// sent; apart from our PGN code. What its users would see wrong, and nothing heals there, is a complaint.

#include "daemon/chess/game.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace adoube::tests {

struct ShownMove {
    std::string san, clock; // clock as written, or empty
    friend bool operator==(const ShownMove&, const ShownMove&) = default;
};

struct ShownGame {
    std::map<std::string, std::string> tags;
    chess::Position start = chess::Position::start();
    std::vector<ShownMove> moves; // the main line
    std::vector<chess::Move> played;
    std::string result;
};

class BroadcastSite {
  public:
    /// A round's PGN, as pulled or pushed. Games are matched by GameId.
    void take(const std::string& pgn);
    /// The operator's reset: the round is empty.
    void reset() { games_.clear(); }

    const std::map<std::string, ShownGame>& games() const { return games_; }
    /// Each once, in the order in which they came.
    const std::vector<std::string>& complaints() const { return complaints_; }
    std::vector<std::string> take_complaints() { return std::exchange(complaints_, {}); }

  private:
    void take_game(std::string_view text);
    void merge(ShownGame& known, const ShownGame& sent, const std::string& id);
    void complain(const std::string& sentence);

    std::map<std::string, ShownGame> games_;
    std::vector<std::string> complaints_;
};

} // namespace adoube::tests
