#pragma once
// The arbiters' feed (daemon/server/arbiters_round.hpp) as terminal lines: each incident, proposal and
// trouble once, even across reconnections.

#include <boost/json/object.hpp>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace adoube::tools {

class ToldIncidents {
  public:
    /// 0: all boards.
    explicit ToldIncidents(int board) : only_(board) {}

    /// What is new in a message.
    std::vector<std::string> lines_of(const std::string& message);
    /// Where to resume: "?epoch=…&seq=…", empty at first.
    std::string resume() const;

  private:
    struct Board {
        std::string game;
        std::set<std::int64_t> told, proposed;
        std::string trouble, notice, lost;
    };
    void take_board(const boost::json::object& change, std::vector<std::string>& lines);

    int only_;
    std::string epoch_;
    std::uint64_t seq_ = 0;
    std::map<std::int64_t, Board> boards_;
};

} // namespace adoube::tools
