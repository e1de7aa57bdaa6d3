#pragma once
// A disk that fails as disks do, in memory, as a SQLite VFS of its own beside the system's.
//
// What is written is seen by whoever reads it, also after its writer was killed, and is lost with the power
// until its file was synced. At a power cut each block of 512 bytes that was not synced survives, is lost, or
// is left as garbage, whichever block was written first; so do truncations, and a deletion whose folder was
// not synced. That is what SQLite's own Unix VFS promises on Linux, bytes beside those being written left
// alone (SQLITE_IOCAP_POWERSAFE_OVERWRITE). Connections keep each other out as there. A sync that fails may
// have kept any part, and forgets the rest: a second one does not bring it (as since Linux 4.13). Names come
// and go durably only when their folder is synced: with a deletion where SQLite asks for it, and, as in the
// Unix VFS, with the first sync of each log or rollback journal that was opened.

#include "file_locks.hpp"

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <vector>

struct sqlite3_vfs;

namespace adoube::tests {

class FaultyDisk {
  public:
    enum class Call { open, read, write, sync, truncate, remove };
    enum class End { kill, power_cut };

    explicit FaultyDisk(std::uint64_t seed);
    ~FaultyDisk(); // no file may be open
    FaultyDisk(const FaultyDisk&) = delete;
    FaultyDisk& operator=(const FaultyDisk&) = delete;

    /// What sqlite3_open_v2 takes.
    const char* vfs() const { return name_.c_str(); }

    /// How many calls there were that change something (all but `open` and `read`), and of all kinds.
    std::uint64_t changes() const;
    std::uint64_t calls() const;

    /// The process is killed, or the power fails, in the course of the change with this number from now; 1 is
    /// the next. From then on every call fails.
    void end_in(End end, std::uint64_t changes);
    bool alive() const;
    /// Where the power had failed, what was not synced is gone, or not. No file may be open.
    void start_again();
    /// Between two lives.
    void cut_power();

    /// Asked at each call: an extended SQLite code with which it is to fail, or 0. A write that fails has
    /// written any part.
    void fail(std::function<int(Call, std::uint64_t number)> with);
    /// All files together hold no more than this; a write beyond it is cut there and fails with SQLITE_FULL.
    void set_room(std::uint64_t bytes);
    std::uint64_t used() const;
    /// Whether these bytes stand in any file.
    bool holds(const std::string& bytes) const;
    /// While it is held no sync comes to its end; so many have begun since the disk is there.
    void hold_syncs(bool held);
    int syncs() const;
    /// Says that it has synced, and has not; of the file `but_of` it tells the truth.
    void lie(std::string but_of = {});

    /// Of logs: what a sync has failed to keep is not shown any more.
    void forget_unsynced();

    /// All that was written to this file would survive a power cut.
    bool is_synced(const std::string& path) const;
    /// What is on it, by path.
    std::map<std::string, std::string> files() const;
    /// That is on it, and nothing else. No file may be open.
    void set_files(const std::map<std::string, std::string>& files);
    /// Somebody deletes it, whoever has it open; at once and for good.
    void take_away(const std::string& path);

  private:
    friend struct FaultyDiskCalls; // SQLite's side, in faulty_vfs.cpp

    struct Change {
        std::uint64_t offset;
        std::string bytes; // empty: the file was cut to `offset`
    };
    struct File {
        std::string path, now, durable;
        std::vector<Change> unsynced;
        FileLocks locks{};
    };
    using Folder = std::map<std::string, std::shared_ptr<File>>;

    std::shared_ptr<File> open(const std::string& path, bool create, int& code);
    int read(const File& file, std::uint64_t offset, char* to, std::size_t size);
    int write(File& file, std::uint64_t offset, std::string bytes);
    int truncate(File& file, std::uint64_t size);
    int sync(File& file, bool folder_too);
    int remove(const std::string& path, bool sync_folder);
    int move(const std::string& from, const std::string& to);
    std::uint64_t size(const File& file) const;
    bool exists(const std::string& path) const;
    bool is_in_its_place(const File& file) const;

    int begin(Call call);
    void lose_power();
    std::uint64_t room_taken() const;
    std::uint64_t random(std::uint64_t below) { return random_() % below; }
    void keep_any_part(File& file);
    static void apply(std::string& content, const Change& change);
    static void keep_all(File& file);

    const std::string name_;
    std::unique_ptr<sqlite3_vfs> registered_;
    mutable std::mutex mutex_;
    std::mt19937_64 random_;
    Folder folder_, durable_folder_;
    std::uint64_t changes_ = 0, calls_ = 0, end_at_ = 0, room_ = ~0ULL;
    int syncs_ = 0;
    bool syncs_held_ = false;
    std::condition_variable syncs_go_on_;
    std::function<int(Call, std::uint64_t)> fail_;
    End end_ = End::kill;
    bool alive_ = true, lies_ = false;
    std::string honest_about_;
};

} // namespace adoube::tests
