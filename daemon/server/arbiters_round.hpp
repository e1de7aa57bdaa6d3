#pragma once
// The round as arbiters see it: now, with all that is for them alone. JSON, one line each.
//
//   {"type":"boards","epoch":"…","seq":17,"boards":[BOARD,…]}   the whole state
//   {"type":"board","seq":18,"board":3,…}                       what changed of a board: some keys of BOARD
//
//   BOARD
//   {"board":3,"started":"2026-11-20T14:00:00Z","game":{…},"incidents":[…],"dismissed":[1],"proposals":[…],
//           "here":true,"trouble":null,"complaints":[],"notice":null,
//           "lost":null}
//
// `game` is as broadcast/public_json.hpp has it. `incidents` are the lines of NAME.incidents.jsonl, with
// `move`, the number of the move as scoresheets count,
// `dismissed` the `seq` of those that an arbiter has dismissed, `proposals` what the Laws ask him to do
// (`seq`, `t`, `article`, `side`, `ply`, `move`, `result`, `add_ms` of White and Black, `text`). `here`: a
// board is connected; `trouble`: why it is not; `complaints`: what it says of its own condition; `notice`:
// what is to be said of its squares before the game has begun or after it is over, or null; `lost`: that the
// journal does not hold all that it held of its game, or null. In a change `incidents` and `proposals` are
// those that are new, all other keys are whole; where `game` has another `id`, another game has begun and
// nothing of the last is left. `seq` and `epoch` as in broadcast/live_round.hpp, but an arbiter gets the
// changes of his boards only.

#include "daemon/access/rights.hpp"
#include "daemon/round/table_view.hpp"

#include <map>

namespace adoube::server {

class ArbitersRound {
  public:
    explicit ArbitersRound(std::string epoch) : epoch_(std::move(epoch)) {}

    /// The message that tells what is new; empty where nothing is.
    std::string update(const round::TableView& view);
    /// The boards that somebody may see.
    std::string whole(const access::Grant& grant) const;

    const std::string& epoch() const { return epoch_; }
    std::uint64_t seq() const { return seq_; }

  private:
    struct Board {
        broadcast::PublicGame game;
        std::string started;
        std::vector<std::string> incidents, proposals; // as JSON
        std::set<int> dismissed;
        bool here = false;
        std::string trouble;
        std::vector<std::string> complaints;
        std::string notice, lost;
    };
    /// The keys of `now` that are other than in `before`; all where there is none.
    static std::string keys(const Board& now, const Board* before);

    std::string epoch_;
    std::uint64_t seq_ = 0;
    std::map<int, Board> boards_;
};

} // namespace adoube::server
