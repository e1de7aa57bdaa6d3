#pragma once
// The durable record of every input of every game, in one SQLite file (WAL, synchronous FULL). Journal first,
// decide after: act on a record, or acknowledge it to its board, only once it is `durable`.
//
// Putting never blocks or fails. The journal's thread gathers records into transactions (group commit). If
// one fails (disk full, say), it reports `trouble` once and retries until it succeeds; nothing is dropped.
// One process owns the file, under a lock that dies with it; others may read (look.hpp). Errors are one
// sentence.

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

/// Counts records from 1 since opening.
using Ticket = std::uint64_t;

/// Called on the journal's thread, one at a time: post what takes long. Any may be empty.
struct Events {
    /// All up to this ticket is on disk, except `refused`: tickets that the file will never take, as it has
    /// their origin or lacks their game. `took`: by the last transaction.
    std::function<void(Ticket up_to, std::vector<Ticket> refused, std::chrono::milliseconds took)> durable;
    /// Writing fails, for this reason; reported once until it changes or ends.
    std::function<void(std::string sentence)> trouble;
    std::function<void()> recovered;
    /// After Recorder::tidy: nothing of deleted games is left in the file.
    std::function<void()> erased = {};
    /// Like `trouble`, but only the mark fails: losses would go unnoticed (lost.hpp).
    std::function<void(std::string sentence)> unmarked = {};
    /// Before `durable`, where others are to hold the same: the records of the last transaction without those
    /// refused, in order, and how many the journal has had ever, with them.
    std::function<void(std::vector<Record> records, std::uint64_t position, Ticket up_to)> written = {};
};

/// Takes records. Made by Journal::start.
class Recorder {
  public:
    /// Writes what still waits (a last try if writing fails), then closes the file.
    ~Recorder();
    Recorder(Recorder&&) noexcept;
    Recorder& operator=(Recorder&&) noexcept;

    /// All reach the disk together, or none; returns the last ticket.
    Ticket put(std::vector<Record> records);
    Ticket put(Record record);

    /// Runs `erase_deleted` on the journal's thread after all that was put; nothing becomes durable
    /// meanwhile. A failure goes to `trouble`; only the next call retries.
    void tidy();

    /// From now on, and until all that was put is written, on another disk (copy.hpp).
    void keep_copy(const std::filesystem::path& copy, CopyEvents events);

    /// As the destructor; returns how many records were lost. Call nothing after it.
    std::uint64_t close();

  private:
    friend class Journal;
    class Writer;
    explicit Recorder(std::unique_ptr<Writer> writer);
    std::optional<FollowingCopy> copy_; // outlives the writer, to get all of it
    std::unique_ptr<Writer> writer_;
};

/// Opened, to be read before it is written.
class Journal {
  public:
    /// Creates a missing file. The error names the file and the remedy: in use, damaged, another program's,
    /// another version, not writable. `vfs`: the SQLite VFS; null: the system's files.
    static std::expected<Journal, std::string>
    open(const std::filesystem::path& path, std::chrono::milliseconds retry_after = std::chrono::seconds(1),
         const char* vfs = nullptr);
    ~Journal();
    Journal(Journal&&) noexcept;
    Journal& operator=(Journal&&) noexcept;

    /// Losses found now or earlier and not yet dealt with (lost.hpp).
    const std::vector<Lost>& lost() const;
    Reader& reader();
    /// How many records it has had ever.
    std::uint64_t position() const;
    /// Overwrites what deleted games left in the file, if anything, by rewriting all of it (4 s for 115 MB).
    /// False while a reader holds the old state.
    std::expected<bool, std::string> erase_deleted();

    Recorder start(Events events) &&;

  private:
    struct Opened;
    explicit Journal(std::unique_ptr<Opened> opened);
    std::unique_ptr<Opened> opened_;
};

} // namespace adoube::journal
