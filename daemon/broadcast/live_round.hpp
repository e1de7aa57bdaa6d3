#pragma once
// The round as the public sees it now, and the messages that keep a display up to date. No I/O, no clock.
//
//   {"type":"round","epoch":"…","seq":17,"games":[…]}   the whole state
//   {"type":"game","seq":18,"game":{…}}                 what changed, as public_json.hpp says
//
// Each message has the next `seq`; the state of a `round` message is that after its `seq`. Another `epoch` is
// another run of the daemon, whose numbers begin anew.

#include "daemon/broadcast/public_game.hpp"

#include <memory>

namespace adoube::broadcast {

/// Made once for all who ask before the next change, and shared by them however slowly they take it.
using Text = std::shared_ptr<const std::string>;

class LiveRound {
  public:
    /// Games that have left their board stay readable by id until this many have followed them.
    static constexpr std::size_t past_games = 256;

    explicit LiveRound(std::string epoch);

    /// Takes the new state of a game and returns the message that tells of it; empty where nothing changed. A
    /// game with another id on the same board takes the place of the one before; a game that goes on on
    /// another board leaves its old one.
    std::string publish(const PublicGame& game);

    /// A game that had left its board before those that are known: readable by id while there is room for
    /// more of them. False where there is none.
    bool recall(const PublicGame& game);

    const std::string& epoch() const { return epoch_; }
    std::uint64_t seq() const { return seq_; }
    /// The message with the whole state.
    Text whole();

    /// The PGN of one game, on a board or past; null where no such game is known.
    Text pgn(std::string_view id);
    /// The PGN of the games on the boards, by board number.
    Text round_pgn();

  private:
    struct Entry {
        PublicGame game;
        Text pgn; // null: to be written when asked for
    };

    void leave_other_board(const PublicGame& game, int board);
    void forget_past_games();

    std::string epoch_;
    std::uint64_t seq_ = 0;
    Text whole_, round_pgn_; // null: to be written when asked for
    std::map<std::string, Entry, std::less<>> games_;
    std::map<int, std::string> boards_; // the id of the game on each board
    std::vector<std::string> past_;     // ids, oldest first
};

} // namespace adoube::broadcast
