#pragma once
// The squares and contacts of a board under the players' hands, as its scanner reads them.

#include "firmware/core/scanner.hpp"
#include "tools/hands/timeline.hpp"

namespace adoube::tools {

class Stage {
  public:
    /// `timeline` must live as long as the stage; `sensing` is what the board's sensors tell.
    Stage(const Timeline& timeline, wire::Sensing sensing);

    /// What a scan reads at `t_us` of the timeline; not before the last one asked for.
    firmware::Scan at(std::int64_t t_us);
    /// When a scan will next read something else; empty: never again.
    std::optional<std::int64_t> next_change_us() const;

  private:
    void skip_words();

    const Timeline& timeline_;
    wire::Sensing sensing_;
    std::size_t next_ = 0;
    firmware::Scan now_;
    std::array<std::int64_t, 2> released_us_{}; // of White's and Black's contact
};

} // namespace adoube::tools
