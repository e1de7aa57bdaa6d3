#pragma once
// What arbiters have done with on a board: incidents and proposals that are seen to, complaints of boards. A
// note among those who have the board, in no record: it ends with the game there, and outlives a restart. No
// I/O. JSON, to whoever has the boards:
//
//   {"type":"settled","boards":[{"board":3,"game":"E-r1-b3","cases":[{"case":"i2","by":"Anna"},…]},…]}
//
// With "answer":true it answers what this page has said. `game`: its public id. `case`: as in lookers.hpp, or
// "c" and what a complaint says.

#include "daemon/access/rights.hpp"

#include <expected>
#include <functional>
#include <map>
#include <string>

namespace adoube::server {

class Settled {
  public:
    static constexpr std::size_t longest_case = 400; // bytes

    /// What an arbiter's page says.
    struct Mark {
        int board = 0;
        std::string game, one_case;
        bool settled = true; // false: it is open again
        friend bool operator==(const Mark&, const Mark&) = default;
    };
    /// What kept() gave before a restart. The error says what it is not: "does not hold …".
    static std::expected<Settled, std::string> restored(std::string_view kept);
    std::string kept() const;

    /// Of a game that is still on its board, and a case that it has. True: something has changed.
    bool mark(const access::Grant& who, const Mark& mark);
    /// `game` is on the board now: what was settled of another there is forgotten, and of it what it has not
    /// (a journal that was brought back may end earlier); true if there was something.
    bool is_there(int board, const std::string& game,
                  const std::function<bool(std::string_view one_case)>& has);

    std::string told_to(const access::Grant& grant, bool is_answer = false) const;

  private:
    struct Of {
        std::string game;
        std::map<std::string, std::string> by; // a name, by case
    };
    std::map<int, Of> boards_;
};

} // namespace adoube::server
