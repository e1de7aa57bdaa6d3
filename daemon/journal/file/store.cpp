#include "daemon/journal/file/store.hpp"

#include "daemon/journal/file/deletion.hpp"
#include "daemon/journal/file/move_file.hpp"
#include "daemon/journal/file/place.hpp"
#include "daemon/journal/file/schema.hpp"
#include "daemon/journal/file/statement.hpp"
#include "daemon/journal/file/unsynced.hpp"

#include <algorithm>

namespace adoube::journal {
namespace {

constexpr int longest_look_ms = 2000;

/// Whether the log is put into the file as the database is closed. What a sync of the log failed to write at
/// the start would go there: a second sync says that all is well (fsync, since Linux 4.13), and a power cut
/// in the middle leaves half of it.
void keep_log_on_close(Database& database, bool keeps) {
    sqlite3_db_config(database.get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keeps ? 1 : 0, nullptr);
}

std::expected<void, std::string> set_up(Database& database) {
    if (auto ours = check_is_ours_or_new(database); !ours) return ours;
    if (auto set =
            database.try_to("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
                            // Overwrites deletions, and keeps games out of files elsewhere.
                            "PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY;"
                            // A log that a reader has kept long is cut to this once he is gone.
                            "PRAGMA journal_size_limit = 16777216;"
                            "BEGIN EXCLUSIVE; COMMIT;");
        !set)
        return set;
    // What a killed process wrote may be unsynced, and is about to be read and acted upon. A checkpoint syncs
    // the log first; if the disk is full after that, the file may still be opened.
    if (const int kept = database.execute("PRAGMA wal_checkpoint(FULL)");
        kept != SQLITE_OK && kept != SQLITE_FULL)
        return std::unexpected(database.sentence(kept));
    return bring_up_to_date(database);
}

} // namespace

std::expected<Store, std::string> Store::open(const std::filesystem::path& path, const char* vfs) {
    auto store = open(path, vfs, Others::may_look);
    // Readers need a shared-memory file; a full disk may lack room.
    return store ? std::move(store) : open(path, vfs, Others::stay_out);
}

std::expected<Store, std::string> Store::open(const std::filesystem::path& path, const char* vfs,
                                              Others others) {
    auto opened = open_alone(path, vfs);
    if (!opened) return std::unexpected(opened.error());
    auto& [lock, database] = *opened;
    // Nobody else writes: it is busy only while readers open or close it.
    sqlite3_busy_timeout(database.get(), longest_look_ms);
    keep_log_on_close(database, true);
    forget_unsynced(database.get(), path);
    if (others == Others::stay_out)
        if (auto set = database.try_to("PRAGMA locking_mode = EXCLUSIVE"); !set)
            return std::unexpected(set.error());
    if (auto set = set_up(database); !set) return std::unexpected(set.error());
    keep_log_on_close(database, false);
    auto reader = Reader::of(std::move(database));
    if (!reader) return std::unexpected(reader.error());
    auto writer = RecordWriter::of(reader->database());
    if (!writer) return std::unexpected(writer.error());
    writer->settle();
    sqlite3_busy_timeout(reader->database().get(), 0);
    return Store(std::move(lock), std::move(*reader), std::move(*writer));
}

std::expected<std::vector<std::size_t>, std::string> Store::write(std::span<const Record> batch) {
    log_is_cut_ = log_.is_in_its_place() && !log_.is_whole();
    if (log_is_cut_) return std::unexpected(why_log_is_refused()); // or it fills with holes
    if (mark_)
        if (auto recalled = mark_->recall(batch, reader_); !recalled)
            return std::unexpected(recalled.error());
    auto refused = writer_.write(batch);
    if (!refused) return refused;
    if (mark_) mark_->written(batch, *refused);
    if (deletes(batch)) rewritten_ = false;
    return refused;
}

void Store::tidy_up() {
    if (log_is_cut_) return;
    writer_.settle_part_of_many();
    if (log_.has_grown() && log_.is_whole()) database().execute("PRAGMA wal_checkpoint(PASSIVE)");
}

bool Store::owes_erasure() { return journal::owes_erasure(database()); }

std::expected<bool, std::string> Store::erase_deleted() {
    if (!owes_erasure()) return true;
    if (!rewritten_)
        if (auto rewritten = database().try_to("VACUUM"); !rewritten)
            return std::unexpected(rewritten.error());
    rewritten_ = true;
    const auto busy = database().number("PRAGMA wal_checkpoint(TRUNCATE)");
    if (!busy) return std::unexpected(busy.error());
    if (*busy != 0) return false;
    log_.was_emptied();
    if (mark_)
        if (auto forgotten = mark_->forget_deleted(database()); !forgotten)
            return std::unexpected(forgotten.error());
    if (auto erased = database().try_to("UPDATE tombstones SET erased = 1"); !erased)
        return std::unexpected(erased.error());
    return true;
}

std::expected<void, std::string> Store::begin_mark(Marked there) {
    auto keeper = MarkKeeper::of(reader_, std::move(there));
    if (!keeper) return std::unexpected(keeper.error());
    mark_.emplace(std::move(*keeper));
    return sync_mark();
}

std::expected<void, std::string> Store::sync_mark() { return mark_->sync(database()); }

/// A log that was cut or overwritten stays as it is: put into the file it would destroy that.
void Store::close() {
    if (log_.is_whole()) writer_.settle();
    if (log_.is_whole() && mark_) mark_->close(database());
    keep_log_on_close(database(), !log_.is_whole());
}

std::expected<std::string, std::string> Store::stay_in_place() {
    if (is_in_its_place()) return keep_log();
    auto again = put_back();
    if (!again) return std::unexpected(again.error());
    const auto from = path().string(), to = again->path().string();
    *this = std::move(*again);
    return "journal " + from + " was deleted or replaced while it was in use: " +
           (to == from
                ? "it was written anew, whole; see who does that"
                : "all of it is in " + to + " and goes on there; name that as the journal at the next start");
}

std::expected<std::string, std::string> Store::keep_log() {
    if (!log_.is_in_its_place()) {
        if (const int code = begin_log_anew(); code != SQLITE_OK)
            return std::unexpected(database().sentence(code));
        return "log " + log_.path() +
               " of the journal was deleted or replaced while it was in use: all of it is in the journal "
               "itself; see who does that";
    }
    log_is_cut_ = !log_.is_whole();
    if (!log_is_cut_) return std::string();
    return std::unexpected(why_log_is_refused());
}

std::string Store::why_log_is_refused() const {
    return "log " + log_.path() +
           " of the journal was cut or overwritten while it was in use: nothing is recorded any more; "
           "start the daemon again, which tells what is lost, and boards say again what they still have; "
           "see who does that";
}

/// Moves the log into the file, then has SQLite let go of it.
int Store::begin_log_anew() {
    const auto busy = database().number("PRAGMA wal_checkpoint(FULL)");
    if (!busy || *busy != 0) return busy ? SQLITE_BUSY : sqlite3_errcode(database().get());
    const int code = database().execute(
        "PRAGMA journal_mode = DELETE; PRAGMA journal_mode = WAL; BEGIN EXCLUSIVE; COMMIT;");
    if (code == SQLITE_OK) log_ = WalLog(database());
    return code;
}

bool Store::is_in_its_place() const {
    int moved = 0;
    return sqlite3_file_control(database().get(), "main", SQLITE_FCNTL_HAS_MOVED, &moved) != SQLITE_OK ||
           moved == 0;
}

/// Writes a new journal in place, or beside if something is there now. Readers, such as its copy, find
/// nothing or all of it.
std::expected<Store, std::string> Store::put_back() {
    const char* const name = database().vfs();
    auto* const vfs = sqlite3_vfs_find(name);
    auto place = path().string();
    if (is_there(vfs, place)) place = free_name_beside(vfs, place);
    const auto fresh = place + ".new";
    remove_all(vfs, fresh);
    if (auto written = write_into(fresh, reader_); !written) return std::unexpected(written.error());
    if (auto whole = open(fresh, name); !whole) return whole; // synced, in a journal's modes
    remove_all(vfs, place);                                   // rest of the old log
    if (auto moved = move_file(database().get(), fresh, place); !moved) return std::unexpected(moved.error());
    auto again = open(place, name);
    if (!again) return again;
    if (mark_) (void)again->begin_mark(mark_->marked()); // sync_mark reports a failure
    // The old log keeps its name: SQLite would apply it to the file now there.
    if (place != path()) database().execute("PRAGMA wal_checkpoint(TRUNCATE)");
    return again;
}

std::expected<void, std::string> write_into(const std::filesystem::path& place, Reader& reader) {
    auto& database = reader.database();
    if (database.is_of_the_system()) {
        const auto made = made_file(place);
        if (!made) return std::unexpected(made.error());
        keep_private(*made);
    }
    auto statement = database.prepare("VACUUM INTO ?");
    if (!statement) return std::unexpected(statement.error());
    const int code = run(statement->get(), place.string());
    if (code == SQLITE_OK) return {};
    auto why = database.sentence(code);
    std::error_code ignored;
    std::filesystem::remove(place, ignored);
    return std::unexpected(std::move(why));
}

} // namespace adoube::journal
