#pragma once
// A copy of a journal on another disk, while its daemon writes it: what a round is continued from when the
// daemon's computer dies. It is a journal itself: one file, whole after every moment, and always one that the
// journal once was. Who writes the journal neither waits for the copy nor notices it.

#include "daemon/journal/contents.hpp"

#include <chrono>
#include <expected>
#include <filesystem>
#include <functional>
#include <memory>

namespace adoube::journal {

/// Makes the copy, or brings an earlier one up to date. The error is one sentence: one of the two cannot be
/// used, or the copy holds what the journal does not.
std::expected<Copied, std::string> copy_journal(const std::filesystem::path& journal,
                                                const std::filesystem::path& copy);

/// Whether a copy could lie there, as far as that can be told without the journal. Makes nothing for good.
/// The error is one sentence.
std::expected<void, std::string> check_can_be_copy(const std::filesystem::path& copy);

/// All are called on the copy's thread; post what takes long. Any may be empty.
struct CopyEvents {
    /// No copy is kept, for this reason (one sentence); said once until it changes or ends. It is tried again
    /// all the time.
    std::function<void(std::string sentence)> trouble;
    /// The copy is up to date, for the first time or after a `trouble`. On the journal's own disk it is of
    /// little use.
    std::function<void(bool on_one_disk)> kept;
};

/// Keeps a copy no more than a second behind, as far as its disk lets it, in a thread of its own. The disk
/// may be pulled out and put back.
class FollowingCopy {
  public:
    FollowingCopy(std::filesystem::path journal, std::filesystem::path copy, CopyEvents events,
                  std::chrono::milliseconds interval = std::chrono::milliseconds(500));
    /// Brings over what there is, and ends.
    ~FollowingCopy();
    FollowingCopy(FollowingCopy&&) noexcept;
    FollowingCopy& operator=(FollowingCopy&&) noexcept;

  private:
    class Follower;
    std::unique_ptr<Follower> follower_;
};

} // namespace adoube::journal
