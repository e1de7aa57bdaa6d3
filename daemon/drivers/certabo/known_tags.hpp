#pragma once
// Which piece carries which RFID tag: learnt from the start position as a board sees it whose a1 is White's.
// Pure.

#include "daemon/chess/types.hpp"
#include "daemon/drivers/certabo/lines.hpp"
#include "protocol/squares.hpp"

#include <array>
#include <map>

namespace adoube::drivers::certabo {

class KnownTags {
  public:
    /// So many lines of `most_lines` must agree on each square.
    static constexpr int lines_wanted = 8, most_lines = 15;

    /// True if pieces became known that were not.
    bool learn(const Tags& tags);
    /// The start position stands, with tags that are not known: more lines will tell.
    bool is_learning() const { return lines_ > 0; }
    /// What is not known is of an unknown side.
    wire::Squares squares_of(const Tags& tags) const;

  private:
    bool tells_something_new(const Tags& tags) const;
    void forget_lines();

    std::map<Tag, wire::Content> contents_;
    std::array<std::map<Tag, int>, 64> seen_; // in the lines since the start position stands
    int lines_ = 0;
};

} // namespace adoube::drivers::certabo
