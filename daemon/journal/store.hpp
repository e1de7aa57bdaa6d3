#pragma once
// The journal's SQLite file. One connection, one thread at a time. Only this room uses it.

#include "daemon/files/descriptor.hpp"
#include "daemon/journal/contents.hpp"
#include "daemon/journal/lost.hpp"
#include "daemon/journal/mark.hpp"

#include <expected>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <sys/types.h>
#include <utility>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace adoube::journal {

class Store {
  public:
    /// Creates the file where there is none. Holds it alone until destroyed or killed. The error is one
    /// sentence. `vfs` as Journal::open has it.
    static std::expected<Store, std::string> open(const std::filesystem::path& path, const char* vfs);
    /// To look at, whoever owns it: never waits, and changes nothing. What is read between `begin_look` and
    /// `end_look` is of one moment.
    static std::expected<Store, std::string> open_to_look(const std::filesystem::path& path);
    static bool is_in_use(const std::filesystem::path& path);
    /// A log that may hold what was recorded last, of a file that is gone or empty: SQLite would delete it,
    /// even where it only looks.
    static bool has_orphan(const std::filesystem::path& path);
    /// Whether `open` could open it, or make it. Makes nothing for good.
    static std::expected<void, std::string> check_can_be_opened(const std::filesystem::path& path);
    std::expected<void, std::string> begin_look();
    void end_look();
    /// A copy of another journal (store_copy.cpp): one file, whole after every transaction, on any disk.
    /// Creates it where there is none.
    static std::expected<Store, std::string> open_copy(const std::filesystem::path& path,
                                                       const char* vfs = nullptr);
    /// Once, before `copy_more`: what it is a copy of, which must be there. The error is one sentence: that
    /// one cannot be read, or this one holds what that one does not.
    /// `vfs` holds that one; null: the same as this one.
    std::expected<void, std::string> copy_from(const std::filesystem::path& journal,
                                               const char* vfs = nullptr);
    /// Brings over what that one has by now, in its order and in one transaction; never waits for who writes
    /// it, nor holds him up. True where it was not all. On an error nothing was written.
    std::expected<bool, std::string> copy_more();
    std::expected<Copied, std::string> counted();
    /// Whether that one holds all that this one does, in its order; it may be looked at only.
    std::expected<bool, std::string> is_beginning_of(const std::filesystem::path& journal);

    /// Writes all of them in one transaction; on return they survive a power cut. What the file refuses for
    /// good (recorded already, no such game) is left out: its places in `batch` are returned. On an error
    /// nothing was written.
    std::expected<std::vector<std::size_t>, std::string> write(std::span<const Record> batch);

    /// All that it holds, in a file that is not there or is empty.
    std::expected<void, std::string> write_into(const std::filesystem::path& place);
    bool is_of_older_version();

    const std::filesystem::path& path() const { return path_; }
    std::expected<std::vector<GameEntry>, std::string> games();
    std::expected<std::vector<ArmedGame>, std::string> armed();
    /// In the order in which they were appended.
    std::expected<std::vector<Entry>, std::string> inputs(const std::string& game_id);
    /// By size; of the same size as they came.
    std::expected<std::vector<Checkpoint>, std::string> checkpoints(const std::string& game_id);
    std::expected<std::vector<Shown>, std::string> shown();
    /// Of each game that is kept those of the largest size.
    std::expected<std::vector<Checkpoint>, std::string> newest_checkpoints();

    // --- store_place.cpp ---

    /// Where the file was deleted, or another was put in its place, what is written is nowhere: then all that
    /// it holds goes into a new one, in its place or beside (FILE.kept-1), which is gone on with. Of its log
    /// the same: all goes into the file, and a new log is begun. One sentence of what was done, empty where
    /// both are in their place; the error is one, too, and leaves everything as it was: a log that was cut
    /// or overwritten holds no longer what was confirmed.
    std::expected<std::string, std::string> stay_in_place();

    // --- store_deletion.cpp ---

    std::expected<std::vector<Tombstone>, std::string> tombstones();
    std::expected<std::vector<Outline>, std::string> outlines();
    bool owes_erasure();
    /// Writes the file anew without what deleted games have left in it, if any have. False where somebody
    /// looks at it as it was: try again when he has ended.
    std::expected<bool, std::string> erase_deleted();

    // --- store_mark.cpp: what is known to have been there, beside the file ---

    /// What this file lacks of it. Changes nothing.
    std::expected<std::vector<Lost>, std::string> compare_with_mark();
    /// From now on `write` keeps the mark, which is what the file holds now.
    std::expected<void, std::string> begin_mark();
    /// A power cut now would leave the mark behind the file.
    bool mark_is_behind() const { return marks_ && mark_is_behind_; }
    /// The error is one sentence: what is lost from now on nobody will notice.
    std::expected<void, std::string> sync_mark();
    /// It is whole and nobody writes it any more, with or without its mark.
    void close();

  private:
    struct CloseDatabase {
        void operator()(sqlite3* database) const;
    };
    struct Finalize {
        void operator()(sqlite3_stmt* statement) const;
    };
    using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

    Store(sqlite3* database, std::filesystem::path path) : database_(database), path_(std::move(path)) {}

    enum class Others : std::uint8_t { may_look, stay_out };
    static std::expected<Store, std::string> open(const std::filesystem::path& path, const char* vfs,
                                                  Others others);
    /// Not looked into yet.
    static std::expected<Store, std::string> open_file(const std::filesystem::path& path, const char* vfs);
    static std::string in_use(const std::filesystem::path& path);
    std::expected<int, std::string> look_at_copy();
    /// SQLite would wait for ever for the other end of a pipe.
    static std::expected<void, std::string> check_are_files(const std::filesystem::path& path);
    /// As it is, or new and empty.
    static std::expected<files::Descriptor, std::string> made_file(const std::filesystem::path& path);
    /// An orphan is moved aside, for `kept_beside` to tell.
    static std::expected<void, std::string> keep_orphan(const std::filesystem::path& path);
    bool is_in_its_place() const;
    std::expected<std::string, std::string> keep_log();
    void remember_log();
    bool log_is_in_its_place() const;
    bool log_is_whole() const;
    int begin_log_anew();
    std::expected<Store, std::string> put_back();
    std::expected<void, std::string> check_is_ours_or_new();
    std::expected<void, std::string> check_is_whole();
    std::expected<std::string, std::string> quick_check();
    std::expected<void, std::string> check_is_ours();
    std::expected<void, std::string> bring_up_to_date();
    std::expected<void, std::string> prepare_all();
    std::expected<Statement, std::string> prepare(const char* sql);
    std::expected<std::int64_t, std::string> number(const char* sql);
    std::expected<void, std::string> attach(const std::filesystem::path& journal, const char* vfs);
    std::expected<void, std::string> check_can_be_copied();
    int execute(const char* sql);
    template<class... Values>
    int change(const char* sql, const Values&... values); // in store_deletion.cpp
    int write_one(const Record& record);
    int write_one(const OpenGame& record);
    int write_one(const Append& record);
    int write_one(const CloseGame& record);
    int write_one(const ArmGame& record);
    int write_one(const Checkpoint& record);
    int write_one(const Shown& record);
    int write_one(const HoldGame& record);
    int write_one(const ReleaseGame& record);
    int write_one(const DeleteGame& record);
    std::expected<void, std::string> erase_as_there();
    struct MarkedNow {
        std::optional<Marked::Game> game; // empty: it is not there
        Chain then{};                     // after so many inputs, where there are as many
    };
    std::expected<MarkedNow, std::string> marked_now(const std::string& game_id, std::uint64_t then,
                                                     std::span<const GameEntry> all);
    std::expected<std::optional<Lost>, std::string> compare_with_mark(const Marked::Game& before,
                                                                      std::span<const GameEntry> all);
    /// Before a batch: of games that go on and are not in the mark.
    std::expected<void, std::string> recall_marked(std::span<const Record> batch);
    /// No place of the mark speaks any more of what was deleted.
    std::expected<void, std::string> forget_in_mark();
    void mark(std::span<const Record> batch, std::span<const std::size_t> refused);
    void mark_one(const Record& record);
    int write_mark(bool over_all = false);
    std::string cannot_mark(int code) const;
    std::string cannot_copy() const;
    std::string damaged(const std::string& where) const;
    std::string sentence(int code) const;

    files::Descriptor lock_; // SQLite's own locks let others look; given up after the file is closed
    std::unique_ptr<sqlite3, CloseDatabase> database_;
    std::filesystem::path path_, copied_; // the second: what it is a copy of
    std::int64_t copied_version_ = -1;    // of its content, when all of it was brought over
    bool rewritten_ = false;              // since the last deletion
    std::optional<Mark> mark_;
    Marked marked_;
    bool marks_ = false, mark_is_written_ = false, mark_is_behind_ = false, says_in_use_ = false;
    std::string vfs_;                            // empty: the system's
    std::optional<std::pair<dev_t, ino_t>> log_; // the one that is open, where it is a file of the system
    Statement count_, open_game_, append_, close_game_, arm_game_, put_checkpoint_, show_;
    Statement games_, armed_, inputs_, checkpoints_, shown_, outlines_, tombstones_;
};

} // namespace adoube::journal
