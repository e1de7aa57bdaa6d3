#pragma once
// The durable record of every input of every game, in one SQLite file (WAL, synchronous FULL). Journal first,
// decide after: what was put may be acted upon, and acknowledged to its board, only once `durable` has
// said so.
//
// Putting never blocks and never fails. A thread of the journal's own gathers what has come together into
// one transaction (group commit). A transaction that fails (disk full, say) is told once through `trouble`
// and tried again until it succeeds; nothing is dropped. One process at a time owns the file; the lock dies
// with it. Others may look meanwhile (look.hpp).

#include "daemon/journal/copy.hpp"
#include "daemon/journal/file/reader.hpp"
#include "daemon/journal/look.hpp"
#include "daemon/journal/lost.hpp"

#include <chrono>
#include <expected>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace adoube::journal {

/// 1 = the first thing handed in since the journal was opened; each later one is one more.
using Ticket = std::uint64_t;

/// All are called on the journal's thread, one at a time; post what takes long. Any may be empty.
struct Events {
    /// Everything up to this ticket is on the disk, but `refused`: tickets that the file will never take,
    /// because the same origin is in it already or the game is not. `took`: the transaction that brought the
    /// last of them there.
    std::function<void(Ticket up_to, std::vector<Ticket> refused, std::chrono::milliseconds took)> durable;
    /// Writing fails, for this reason (one sentence); said once until it changes or ends.
    std::function<void(std::string sentence)> trouble;
    /// Writing works again after a `trouble`.
    std::function<void()> recovered;
    /// As Recorder::tidy asked: nothing of deleted games is left in the file.
    std::function<void()> erased = {};
    /// Records are written, but beside the file not how many there are (`lost`), for this reason (one
    /// sentence); said once until it changes or ends.
    std::function<void(std::string sentence)> unmarked = {};
};

/// Takes records. Made by Journal::start.
class Recorder {
  public:
    /// Writes what is still waiting (a last try where writing fails), then closes the file.
    ~Recorder();
    Recorder(Recorder&&) noexcept;
    Recorder& operator=(Recorder&&) noexcept;

    /// The ticket of the last. All of them come on the disk together, or none.
    Ticket put(std::vector<Record> records);
    Ticket put(Record record);

    /// Now is a time to `erase_deleted`, on the journal's thread and after what was put: nothing becomes
    /// durable meanwhile. Where it fails `trouble` says so; it is not tried again before the next call.
    void tidy();

    /// From now on and until all that was put is written, on another disk (copy.hpp).
    void keep_copy(const std::filesystem::path& copy, CopyEvents events);

    /// What the destructor does; of the records that were put, so many are nowhere then. Call nothing after
    /// it.
    std::uint64_t close();

  private:
    friend class Journal;
    class Writer;
    Recorder(std::filesystem::path journal, std::unique_ptr<Writer> writer);
    std::filesystem::path journal_;
    std::optional<FollowingCopy> copy_; // outlives the writer, to get all of it
    std::unique_ptr<Writer> writer_;
};

/// Opened, to be read before anything is written to it.
class Journal {
  public:
    /// Creates the file where there is none. The error is one sentence that names the file and what to do: it
    /// is in use, damaged, of another program, of another version, in a place that cannot be written.
    /// `vfs` is the name of the SQLite VFS that holds it; null: the system's files.
    static std::expected<Journal, std::string>
    open(const std::filesystem::path& path, std::chrono::milliseconds retry_after = std::chrono::seconds(1),
         const char* vfs = nullptr);
    ~Journal();
    Journal(Journal&&) noexcept;
    Journal& operator=(Journal&&) noexcept;

    /// What the file is known to have held and holds no more, as was found when it was opened, now or
    /// earlier, and as stands beside it until somebody has seen to it (lost.hpp).
    const std::vector<Lost>& lost() const;
    /// What it holds.
    Reader& reader();
    /// Whatever deleted games have left in the file is overwritten. Writes all of it anew where there is any:
    /// 4 s for 115 MB. False where somebody looks at it as it was.
    std::expected<bool, std::string> erase_deleted();

    Recorder start(Events events) &&;

  private:
    struct Opened;
    explicit Journal(std::unique_ptr<Opened> opened);
    std::unique_ptr<Opened> opened_;
};

} // namespace adoube::journal
