#pragma once
// How far long work is: one line on standard error that is written over, as tools/progress does it for
// scripts.

#include "tools/adoube/common/streams.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace adoube::tools {

/// What work calls as it goes on: `done` of `all`; 0 of these: nobody knows how many.
using Steps = std::function<void(std::size_t done, std::size_t all)>;

class Progress {
  public:
    using Now = std::function<std::chrono::steady_clock::time_point()>;
    static constexpr std::chrono::milliseconds shown_after{1'000}, shown_every{100};

    /// Shows nothing where `io.err` is no terminal, nor with --json, nor of work that takes no second. While
    /// it lives, the line is taken away before anything is written to `io.out` or `io.err`, which must
    /// outlive it.
    Progress(Streams io, bool as_json, Now now = std::chrono::steady_clock::now);
    /// Leaves no trace.
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// "12 %, about 2 min left: WHAT"; where nobody knows how many there are "1200 WHAT".
    void tell(std::size_t done, std::size_t all, std::string_view what);
    /// To be called while this lives.
    Steps steps(std::string what);

  private:
    class Line;
    std::unique_ptr<Line> line_; // null: nothing is shown
    Now now_;
    std::chrono::steady_clock::time_point begun_, told_;
};

} // namespace adoube::tools
