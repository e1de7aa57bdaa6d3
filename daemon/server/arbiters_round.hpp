#pragma once
// The round as arbiters see it: undelayed and complete. JSON, one line each.
//
//   {"type":"boards","epoch":"…","seq":17,"time_zone":"Europe/Lisbon","boards":[BOARD,…]}   the whole state
//   {"type":"board","board":3,…}                                a change: some keys of BOARD
//
//   BOARD
//   {"board":3,"record":"E-r1-b3","started":"2026-11-20T14:00:00Z","confirmed":false,"game":{…},
//           "incidents":[…],"dismissed":[1],"proposals":[…],"electronics":true,"here":true,"trouble":null,"complaints":[],
//           "notice":null,"lost":null,"next":null,"differ":[["e2","P",null],["e4",null,"?"]],
//           "acts":[{"t":83211,"what":"the arbiter stopped the clock","by":"Anna (token 3)"}],
//           "legal":[["a3","a2a3"],["a4","a2a4"]],"exchanged":null,
//           "right":{"side":"w","ply":9,"times":3,"fifty":false,"lost":false},
//           "breach":2,"untold":[33]}
//
// `record`: the game's id in the journal. `confirmed`: its result, by an arbiter (8.7); the public is not
// told. `game` is as in broadcast/public_json.hpp. `incidents`: lines of
// NAME.incidents.jsonl plus `move`, the move number of scoresheets; `dismissed`: the `seq` of dismissed ones;
// `proposals`: what the Laws ask of the arbiter (`seq`, `t`, `article`, `side`, `ply`, `move`, `result`,
// `add_ms` of White and Black, `text`, `incident`: its number, or 0). `electronics`: false where moves and
// results are entered; `here`: a board is connected; `trouble`: why not; `complaints`: of the board and its
// clock,
// {"about":"squares","text":"it does not see …"}, see round/complaint.hpp; `notice`: on its squares before or
// after the game; `lost`: what the journal lost of the game; `next`: the game that is armed,
// {"id":"E-r2-b3","round":"2","white":"Adams, Ann","black":"Baker, Ben",
// "white_team":"A-Town","black_team":"B-Ville"}, the teams only where they are known; null: none, or it has
// begun; `differ`: the squares of a running game that are not as it has them, so with a piece in the hand
// too, each with what belongs there and what is seen: a letter of FEN, "?" where the sensors do not tell the
// piece, null for none; `acts`: what arbiters did with the game, `by` whom (null: on the daemon's own
// computer), with `added_ms`, what the clocks of White and Black got by it, if anything; `legal`: the moves
// that are legal after the last of `game`, whether it is over or not, SAN and UCI, castling in Chess960 as
// king takes rook; `exchanged`: when the operator has last put the table on
// another board, in ms UTC, or null; `right`: to claim a draw of the last position of `game` without
// announcing a move: whose it is, with the `ply` of its incident, how often that stood, whether fifty moves
// were made by each, and whether a touch has taken it (9.4); null: there is nothing to claim; `breach`: the
// `seq` of a breach of Article 4 by the last move, while the opponent may claim it (4.8), or null; `untold`:
// plies (1 = the first) of promotions whose piece no sensor and no arbiter told, and is assumed. Changes hold
// only new `incidents`, `proposals` and `acts`, but all other keys whole; another `id` in `game` starts from
// nothing. `seq` counts the changes of the boards that one may see: whoever returns to the feed tells `epoch`
// and `seq`, plus one for each change since, and gets those he has missed. Nobody can infer from them how
// much happens on another's board.

#include "daemon/access/rights.hpp"
#include "daemon/round/table_view.hpp"

#include <map>

namespace adoube::server {

class ArbitersRound {
  public:
    /// `time_zone`: of the hall, an IANA name; empty where nobody knows, and null in JSON.
    explicit ArbitersRound(std::string epoch, std::string time_zone = {})
        : epoch_(std::move(epoch)), time_zone_(std::move(time_zone)) {}

    /// Empty if nothing changed.
    std::string update(const round::TableView& view);
    std::string whole(const access::Grant& grant) const;
    /// How often the boards have changed that are theirs.
    std::uint64_t seq(const access::Grant& grant) const;
    const std::string& epoch() const { return epoch_; }
    /// Whether that board has the game of this public id, and of it this case (lookers.hpp, settled.hpp).
    bool has(int board, std::string_view id, std::string_view one_case) const;
    /// What somebody else than `who` has done last with the game of that board, after its first `acts` acts,
    /// or that the board has not the game of this record: why `who`, who knows those only, must look again.
    /// Empty: nothing.
    std::string news_for(int board, std::string_view record, std::size_t acts, const std::string& who) const;
    /// Which move the game there has come to meanwhile, where it has not `moves`. Empty: it has so many.
    std::string moves_differ(int board, std::size_t moves) const;

  private:
    struct Board {
        broadcast::PublicGame game;
        std::string record, started;
        bool confirmed = false;
        std::vector<std::string> incidents, proposals, acts; // as JSON
        std::set<int> dismissed;
        bool electronics = true;
        bool here = false;
        std::string trouble;
        std::vector<round::Complaint> complaints;
        std::string notice, lost;
        std::string next, differ, legal, exchanged; // as JSON
        std::optional<umpire::RightToClaim> right;
        std::optional<int> breach;
        std::vector<int> untold;
        std::uint64_t changes = 0; // since the epoch's begin, of all its games
    };
    /// Those that differ from `before`, or all.
    static std::string keys(const Board& now, const Board* before);

    std::string epoch_, time_zone_;
    std::map<int, Board> boards_;
};

} // namespace adoube::server
