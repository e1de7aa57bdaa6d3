#pragma once
// An in-memory disk that fails as disks do, as a SQLite VFS beside the system's.
//
// Readers see what is written, even after its writer was killed. At a power cut each unsynced block of 512
// bytes survives, is lost or turns to garbage, in any order; so do truncations, and a deletion in an unsynced
// folder. SQLite's Unix VFS promises that on Linux, with neighbouring bytes left alone
// (SQLITE_IOCAP_POWERSAFE_OVERWRITE). Connections lock each other out as there. A failed sync may have kept
// any part and forgets the rest, which a second one does not bring (as since Linux 4.13). Names are durable
// only once their folder is synced: with a deletion where SQLite asks for it, and, as in the Unix VFS, with
// the first sync of each log or rollback journal opened.

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

    /// For sqlite3_open_v2.
    const char* vfs() const { return name_.c_str(); }

    /// Calls that change something (all but `open` and `read`), and all calls.
    std::uint64_t changes() const;
    std::uint64_t calls() const;

    /// The process is killed, or power fails, during the `changes`-th change from now (1: the next); then
    /// every call fails.
    void end_in(End end, std::uint64_t changes);
    bool alive() const;
    /// After a power failure, unsynced changes may be gone. No file may be open.
    void start_again();
    /// Between two lives.
    void cut_power();

    /// Asked at each call: an extended SQLite code to fail with, or 0. A failed write has written any part.
    void fail(std::function<int(Call, std::uint64_t number)> with);
    /// Room for all files; a write beyond it is cut there and fails with SQLITE_FULL.
    void set_room(std::uint64_t bytes);
    std::uint64_t used() const;
    bool holds(const std::string& bytes) const;
    /// While held, no sync ends. `syncs`: how many have begun.
    void hold_syncs(bool held);
    int syncs() const;
    /// Reports syncs that it does not do, except of `but_of`.
    void lie(std::string but_of = {});

    /// Logs no longer show what a sync failed to keep.
    void forget_unsynced();

    bool is_synced(const std::string& path) const;
    /// Contents by path.
    std::map<std::string, std::string> files() const;
    /// Replaces all contents. No file may be open.
    void set_files(const std::map<std::string, std::string>& files);
    /// Deletes it at once and durably, even if open.
    void take_away(const std::string& path);

  private:
    friend struct FaultyDiskCalls; // SQLite's side, in faulty_vfs.cpp

    struct Change {
        std::uint64_t offset;
        std::string bytes; // empty: cut to `offset`
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
