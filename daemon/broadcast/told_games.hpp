#pragma once
// The games of another daemon's public round, as its PGN tells them.

#include "daemon/broadcast/public_game.hpp"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace adoube::broadcast {

struct ToldGame {
    PublicGame game; // without clocks, as PGN does not say when they were right
    std::string pgn; // as it was told
};
using ToldGames = std::vector<std::shared_ptr<const ToldGame>>;

struct ToldRound {
    std::shared_ptr<const std::string> pgn; // null: none was told yet
    ToldGames games{};                      // of it, in its order
};

/// Reads a round's PGN again and again.
class ToldGamesReader {
  public:
    /// Those that have a GameId that can be part of an address and a Board, that are games (is_game.hpp), and
    /// that can be read; of several with one id the first. What is not public (PublicTags) is left out.
    ToldGames read(std::string_view pgn);

  private:
    std::map<std::string, std::shared_ptr<const ToldGame>, std::less<>> last_; // is not read again; by id
};

} // namespace adoube::broadcast
