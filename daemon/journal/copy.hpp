#pragma once
// Copies a journal to another disk while its daemon writes it, so that a round can continue when the daemon's
// computer dies. The copy is a journal: one file, always whole and in a state that the journal once had. The
// journal's writer never waits. Errors are one sentence.

#include "daemon/journal/contents.hpp"

#include <chrono>
#include <expected>
#include <filesystem>
#include <functional>
#include <memory>

namespace adoube::journal {

/// Makes or updates the copy. Fails if either cannot be used, or if the copy holds what the journal does not.
/// `told`, which may be empty, gets after each part how many there were.
std::expected<Copied, std::string> copy_journal(const std::filesystem::path& journal,
                                                const std::filesystem::path& copy,
                                                const std::function<void(std::size_t parts)>& told = {});

/// As far as possible without the journal; leaves nothing behind.
std::expected<void, std::string> check_can_be_copy(const std::filesystem::path& copy);

/// Called on the copy's thread: post what takes long. Any may be empty.
struct CopyEvents {
    /// No copy is kept, for this reason; reported once until it changes or ends. Retries continue.
    std::function<void(std::string sentence)> trouble;
    /// The copy is up to date, at first or after a `trouble`; of little use on the journal's own disk.
    std::function<void(bool on_one_disk)> kept;
};

/// Keeps a copy at most a second behind, disk permitting, on a thread of its own. The disk may be unplugged
/// and returned.
class FollowingCopy {
  public:
    FollowingCopy(std::filesystem::path journal, std::filesystem::path copy, CopyEvents events,
                  std::chrono::milliseconds interval = std::chrono::milliseconds(500));
    /// Copies what is left, then stops.
    ~FollowingCopy();
    FollowingCopy(FollowingCopy&&) noexcept;
    FollowingCopy& operator=(FollowingCopy&&) noexcept;

  private:
    class Follower;
    std::unique_ptr<Follower> follower_;
};

} // namespace adoube::journal
