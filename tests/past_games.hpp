#pragma once
// Games that a journal holds before a daemon starts, as boards with simple hands would have left them there.

#include "daemon/journal/record.hpp"
#include "tests/played_games.hpp"

#include <vector>

namespace adoube::tests {

/// From the normal start and without promotions, so that presence alone tells all of it.
chess::PgnGame simple_game(const PlayedGames& source, std::mt19937_64& random);

/// What one board told, from its start on.
class PastBoard {
  public:
    static constexpr std::uint32_t boot_id = 7; // of none that starts later

    /// Its id is Board's of that number.
    PastBoard(std::size_t board, UtcMs began);

    /// Adds the records of a game, from its opening to the result that an arbiter entered, or to its last
    /// press. The public has seen all of it.
    void play(std::vector<journal::Record>& records, const std::string& id, const record::Header& header,
              const chess::PgnGame& game, UtcMs began, bool finished = true);

  private:
    record::Entry entry(const record::Input& input, UtcMs at);

    std::string board_;
    UtcMs began_;
    std::uint32_t sequence_ = 0;
};

} // namespace adoube::tests
