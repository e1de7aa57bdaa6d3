#pragma once
// What arbiters have done with on a board: incidents and proposals that are seen to, complaints of boards. A
// note among those who have the board, in no record: it ends with the game there. After another start of the
// daemon the pages tell it theirs again. No I/O. JSON, to whoever has the boards:
//
//   {"type":"settled","boards":[{"board":3,"game":"E-r1-b3","cases":[{"case":"i2","by":"Anna"},…]},…]}
//
// With "answer":true it answers what this page has said. `game`: its public id. `case`: as in lookers.hpp, or
// "c" and what a complaint says.

#include "daemon/access/rights.hpp"

#include <map>
#include <string>

namespace adoube::server {

class Settled {
  public:
    /// Of a board; more are not kept.
    static constexpr std::size_t most_cases = 256, longest_case = 400;

    /// What an arbiter's page says.
    struct Mark {
        int board = 0;
        std::string game, one_case;
        bool settled = true; // false: it is open again
        friend bool operator==(const Mark&, const Mark&) = default;
    };
    /// Of a game that is still on its board.
    void mark(const access::Grant& who, const Mark& mark);
    /// `game` is on the board now: what was settled of another there is forgotten, and true returned if there
    /// was something.
    bool is_there(int board, const std::string& game);

    std::string told_to(const access::Grant& grant, bool is_answer = false) const;

  private:
    struct Of {
        std::string game;
        std::map<std::string, std::string> by; // a name, by case
    };
    std::map<int, Of> boards_;
};

} // namespace adoube::server
