#pragma once
// Watches that a move settled by a press changes only into one that its `ambiguous` listed, or by an
// arbiter's word.

#include "daemon/umpire/game/umpire.hpp"

#include <map>
#include <string>
#include <vector>

namespace adoube::replay {

class SettledMoves {
  public:
    explicit SettledMoves(const record::Header& header) : header_(header) {}

    /// `umpire` has just taken `input`. A sentence for each settled move now different or gone.
    std::vector<std::string> changed_by(const record::Input& input, const umpire::Umpire& umpire);

    /// Moves ever settled.
    int count() const { return count_; }

  private:
    struct Settled {
        chess::Move move;
        std::vector<std::string> listed; // UCI
    };
    bool may_become(const Settled& settled, chess::Move move) const;

    record::Header header_;
    std::map<int, Settled> settled_; // by ply
    int count_ = 0;
};

} // namespace adoube::replay
