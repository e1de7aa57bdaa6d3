#pragma once
// The public round, and the messages that keep displays up to date. No I/O or clock.
//
// Displays show every table. PGN, the list of games and files have what is a game (is_game.hpp), and a table
// that was none is forgotten when a game takes its place.
//
//   {"type":"round","epoch":"…","seq":17,"games":[…]}   the whole state
//   {"type":"game","seq":18,"game":{…}}                 a change, see public_json.hpp
//
// A display that shows one board gets {"type":"round",…,"boards":[1,2,…],"games":[…]} with the game of that
// board alone, and which boards there are; then the changes at that board, also that its game goes on at
// another.
//
// Messages are numbered by `seq`; a `round` is the state after its `seq`. Each run of the daemon has a new
// `epoch` and numbers anew.

#include "daemon/broadcast/past_games.hpp"
#include "daemon/broadcast/public_pgn.hpp"
#include "daemon/broadcast/told_games.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace adoube::broadcast {

class LiveRound {
  public:
    /// Games that left their board and stay readable by id.
    static constexpr std::size_t past_games = 2048;

    explicit LiveRound(std::string epoch);

    struct Told {
        std::string message;
        std::vector<int> boards; // at which it changes something: two where a game goes from one to another
    };
    /// The messages for a game's new state; none if nothing changed for displays. A new id on a board
    /// replaces its game; a game that changes boards leaves the old one. As tables change, two games of a
    /// round may be at one board for a while: both stay in the round, the one that came last is displayed.
    /// `is_newest`: else another game is known to have come to the board after it, which stays displayed.
    std::vector<Told> publish(const PublicGame& game, bool is_newest = true);

    /// Adds a game older than all past ones. False: no room.
    bool recall(const PublicGame& game);

    const std::string& epoch() const { return epoch_; }
    std::uint64_t seq() const { return seq_; }
    Text whole();
    std::string whole_of(int board) const;

    /// Null if no such game is known.
    Text game_json(std::string_view id) const;
    /// {"games":[…]} of all that are known by id, as of summary_json(): first those of other daemons, with
    /// "elsewhere":true, as game_json() has it, too; then the own ones, oldest first.
    Text games_json();

    /// As of standings.hpp; null: none are shown.
    void set_standings(Text standings) { standings_ = std::move(standings); }
    const Text& standings() const { return standings_; }

    /// Other daemons' public games: their PGN, as merged_pgn.hpp merges it, and the games in it, which are
    /// known by id from now on, also once they are in it no more, as games that left their board are. An own
    /// game of the same id, or one of an earlier round in this list, is the one that counts.
    void set_others(std::vector<ToldRound> rounds);

    /// Null if no such game is known.
    std::shared_ptr<const PublicGame> game(std::string_view id) const;
    /// Known by another daemon alone.
    bool is_elsewhere(std::string_view id) const { return told(id); }
    /// Null if no such game is known.
    Text pgn(std::string_view id);
    /// Of the games on the boards, by board number; then the other daemons' rounds.
    Text round_pgn();
    /// One of cloud_files.hpp, of all games that are known by id. Null: there is no such file.
    Text cloud_file(std::string_view path);
    /// Before them those that left their boards, oldest first.
    std::string all_pgn();

  private:
    struct Entry {
        std::shared_ptr<const PublicGame> game{};
        Text pgn{};           // null: not written yet
        GrowingPgn growing{}; // of a game that goes on
    };

    using Ids = std::vector<std::string>;
    void leave(const std::string& id);
    bool is_at_board(const PublicGame& game) const;
    const PublicGame* leave_board(const PublicGame& game);
    void keep_unfinished(int board);
    std::string message(const std::string& game);
    std::string whole_begun() const;
    Ids games_at_boards() const;
    void forget_past_games();
    const PublicGame& at_board(const std::string& id) const { return *games_.find(id)->second.game; }
    std::shared_ptr<const PublicGame> own(std::string_view id) const;
    void forget_told_games();
    const ToldGame* told(std::string_view id) const;

    std::string epoch_;
    std::uint64_t seq_ = 0;
    Text whole_, round_pgn_, games_json_;             // null: not written yet
    std::map<std::string, Entry, std::less<>> games_; // at the boards
    std::map<int, Ids> boards_;                       // games at each board, by number; that displayed last
    std::map<std::string, Text, std::less<>> cloud_files_; // by path, until the next change
    PastGames past_;
    std::vector<ToldRound> others_;
    std::map<std::string, std::shared_ptr<const ToldGame>, std::less<>> told_; // others' games, by id
    std::vector<std::string> told_ids_; // in the order in which they came
    Text standings_;
};

} // namespace adoube::broadcast
