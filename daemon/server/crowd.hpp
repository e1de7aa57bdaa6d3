#pragma once
// Those who follow the live feed: all boards, or one.

#include "daemon/server/feed.hpp"
#include "daemon/server/viewer.hpp"

#include <algorithm>

namespace adoube::server {

class Crowd {
  public:
    using Who = std::shared_ptr<Viewer>;

    /// `board`: the only one that is followed.
    void add(const Who& viewer, std::optional<int> board) { group(board).push_back(viewer); }
    void remove(const Who& viewer, std::optional<int> board) {
        auto& all = group(board);
        std::ranges::swap(*std::ranges::find(all, viewer), all.back());
        all.pop_back();
        if (board && all.empty()) at_board_.erase(*board);
    }
    std::size_t size() const {
        auto all = everywhere_.size();
        for (const auto& [board, viewers] : at_board_) all += viewers.size();
        return all;
    }

    void tell(const Feed::Changes& changes) const {
        for (const auto& viewer : everywhere_) viewer->send(changes.all);
        for (const auto& [board, frames] : changes.at_board)
            if (const auto there = at_board_.find(board); there != at_board_.end())
                for (const auto& viewer : there->second) viewer->send(frames);
    }
    template<class Act>
    void each(Act act) const {
        for (const auto& viewer : everywhere_) act(viewer);
        for (const auto& [board, viewers] : at_board_)
            for (const auto& viewer : viewers) act(viewer);
    }

  private:
    using Group = std::vector<Who>; // in the order in which they came, as their memory mostly lies
    Group& group(std::optional<int> board) { return board ? at_board_[*board] : everywhere_; }

    Group everywhere_;
    std::map<int, Group> at_board_;
};

} // namespace adoube::server
