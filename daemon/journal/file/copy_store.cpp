#include "daemon/journal/file/copy_store.hpp"

#include "daemon/journal/file/place.hpp"
#include "daemon/journal/file/schema.hpp"
#include "daemon/journal/file/statement.hpp"

namespace adoube::journal {
namespace {

constexpr const char* is_beginning = R"sql(
SELECT NOT EXISTS (SELECT 1 FROM main.games AS m WHERE NOT EXISTS (SELECT 1 FROM hall.games AS h
    WHERE h.game = m.game AND h.id = m.id
        AND (h.header = '' OR (h.header, h.created_utc_ms, h.secret) IS (m.header, m.created_utc_ms, m.secret))))
AND NOT EXISTS (SELECT 1 FROM main.tombstones AS m WHERE NOT EXISTS (SELECT 1 FROM hall.tombstones AS h
    WHERE (h.game, h.deleted_utc_ms, h.size, h.root) IS (m.game, m.deleted_utc_ms, m.size, m.root)))
AND NOT EXISTS (SELECT 1 FROM main.inputs AS m WHERE game NOT IN (SELECT game FROM hall.tombstones) AND NOT EXISTS (SELECT 1 FROM hall.inputs AS h
    WHERE h.game = m.game AND h.n = m.n AND (h.line, h.host_utc_ms) IS (m.line, m.host_utc_ms)
        AND (h.board_id, h.boot_id, h.sequence, h.board_us) IS (m.board_id, m.boot_id, m.sequence, m.board_us)))
AND NOT EXISTS (SELECT 1 FROM main.armed AS m WHERE coalesce(after, 0) NOT IN (SELECT game FROM hall.tombstones)
    AND id NOT IN (SELECT id FROM hall.games WHERE header = '') AND NOT EXISTS (SELECT 1 FROM hall.armed AS h
    WHERE h.n = m.n AND (h.after, h.id, h.header, h.armed_utc_ms, h.instead_of)
        IS (m.after, m.id, m.header, m.armed_utc_ms, m.instead_of)))
AND NOT EXISTS (SELECT 1 FROM main.checkpoints AS m WHERE game NOT IN (SELECT game FROM hall.tombstones) AND NOT EXISTS (SELECT 1 FROM hall.checkpoints AS h
    WHERE h.n = m.n AND (h.game, h.size, h.note) IS (m.game, m.size, m.note)))
)sql";

/// Per transaction: they are held in memory.
constexpr int most_inputs = 10'000;

/// `hall` is the journal, `main` the copy.
constexpr const char* temporary_tables = R"sql(
CREATE TEMP TABLE new_games AS SELECT * FROM main.games WHERE false;
CREATE TEMP TABLE new_ends AS SELECT game, closed_utc_ms FROM main.games WHERE false;
CREATE TEMP TABLE new_inputs AS SELECT * FROM main.inputs WHERE false;
CREATE TEMP TABLE new_armed AS SELECT * FROM main.armed WHERE false;
CREATE TEMP TABLE new_checkpoints AS SELECT * FROM main.checkpoints WHERE false;
CREATE TEMP TABLE all_shown AS SELECT * FROM main.shown WHERE false;
CREATE TEMP TABLE all_holds AS SELECT * FROM main.holds WHERE false;
CREATE TEMP TABLE new_tombstones AS SELECT * FROM main.tombstones WHERE false;
CREATE TEMP TABLE all_heard AS SELECT * FROM main.heard WHERE false;
CREATE TEMP TABLE all_armed AS SELECT * FROM main.armed WHERE false;
CREATE TEMP TABLE kept_checkpoints(n INTEGER PRIMARY KEY);
CREATE TEMP TABLE all_records(records INTEGER NOT NULL);
)sql";

/// One snapshot, ended before writing, so that a slow disk under the copy does not delay the journal's
/// checkpoints.
constexpr const char* select_new = R"sql(
BEGIN;
DELETE FROM new_games; DELETE FROM new_ends; DELETE FROM new_inputs; DELETE FROM new_armed;
DELETE FROM new_checkpoints; DELETE FROM new_tombstones; DELETE FROM all_holds; DELETE FROM all_heard;
DELETE FROM all_armed; DELETE FROM all_shown; DELETE FROM kept_checkpoints;
DELETE FROM all_records;
INSERT INTO new_tombstones SELECT game, deleted_utc_ms, why, size, root, 0 FROM hall.tombstones
    WHERE game NOT IN (SELECT game FROM main.tombstones);
INSERT INTO all_holds SELECT * FROM hall.holds;
INSERT INTO all_shown SELECT * FROM hall.shown;
INSERT INTO all_heard SELECT * FROM hall.heard;
INSERT INTO all_armed SELECT * FROM hall.armed;
INSERT INTO kept_checkpoints SELECT n FROM hall.checkpoints WHERE game IN (SELECT game FROM new_tombstones);
INSERT INTO new_games SELECT * FROM hall.games
    WHERE game > (SELECT coalesce(max(game), 0) FROM main.games);
INSERT INTO new_ends SELECT game, closed_utc_ms FROM hall.games AS h
    WHERE closed_utc_ms IS NOT (SELECT closed_utc_ms FROM main.games AS m WHERE m.game = h.game);
INSERT INTO new_armed SELECT * FROM hall.armed WHERE n > (SELECT coalesce(max(n), 0) FROM main.armed);
INSERT INTO new_inputs SELECT i.* FROM hall.games AS g CROSS JOIN hall.inputs AS i ON i.game = g.game
    AND i.n > coalesce((SELECT max(n) FROM main.inputs AS m WHERE m.game = g.game), 0) LIMIT )sql";
/// Only with the last inputs: none covers missing ones.
constexpr const char* select_new_checkpoints = R"sql(
INSERT INTO all_records SELECT records FROM hall.state;
INSERT INTO new_checkpoints SELECT * FROM hall.checkpoints
    WHERE n > (SELECT coalesce(max(n), 0) FROM main.checkpoints WHERE game NOT IN (SELECT game FROM new_tombstones));
)sql";

constexpr const char* insert_new = R"sql(
INSERT INTO main.games SELECT * FROM new_games;
UPDATE main.games SET closed_utc_ms = e.closed_utc_ms FROM new_ends AS e WHERE games.game = e.game;
INSERT OR IGNORE INTO main.armed SELECT * FROM new_armed;
INSERT INTO main.inputs SELECT * FROM new_inputs;
INSERT OR IGNORE INTO main.checkpoints SELECT * FROM new_checkpoints;
DELETE FROM main.holds WHERE (game, why, since_utc_ms) NOT IN (SELECT * FROM all_holds);
INSERT OR IGNORE INTO main.holds SELECT * FROM all_holds;
INSERT OR REPLACE INTO main.shown SELECT * FROM all_shown;
UPDATE main.state SET records = coalesce((SELECT records FROM all_records), records);
)sql";
/// First of all: deleted rows' numbers may have been reused.
constexpr const char* delete_as_there = R"sql(
DELETE FROM main.inputs WHERE game IN (SELECT game FROM new_tombstones);
DELETE FROM main.shown WHERE game IN (SELECT game FROM new_tombstones);
DELETE FROM main.checkpoints WHERE game IN (SELECT game FROM new_tombstones)
    AND n NOT IN (SELECT n FROM kept_checkpoints);
UPDATE main.games SET header = '', created_utc_ms = 0, secret = '' WHERE game IN (SELECT game FROM new_tombstones);
DELETE FROM main.armed;
INSERT INTO main.armed SELECT * FROM all_armed;
INSERT OR REPLACE INTO main.heard SELECT * FROM all_heard;
INSERT INTO main.tombstones SELECT * FROM new_tombstones;
)sql";

std::string cannot_copy_to(const Database& copy, const std::filesystem::path& journal) {
    return "journal " + journal.string() + " cannot be copied to " + copy.path().string() + ": " +
           sqlite3_errmsg(copy.get());
}

std::expected<void, std::string> check_can_be_copied(Database& copy, const std::filesystem::path& journal) {
    const auto id = copy.number("PRAGMA hall.application_id"),
               version = copy.number("PRAGMA hall.user_version"),
               own_id = copy.number("PRAGMA main.application_id"),
               own = copy.number("PRAGMA main.user_version");
    if (!id || !version || !own_id || !own) return std::unexpected(cannot_copy_to(copy, journal));
    if (*id != *own_id)
        return std::unexpected("journal " + journal.string() +
                               " is no journal but some other file: name another one");
    if (*version != *own)
        return std::unexpected("journal " + journal.string() + " is of version " + std::to_string(*version) +
                               ", and only version " + std::to_string(*own) +
                               " can be copied: start this adoubed with it once");
    return {};
}

std::expected<void, std::string> attach(Database& copy, const std::filesystem::path& journal,
                                        const char* vfs) {
    if (auto files = vfs ? std::expected<void, std::string>() : check_are_files(journal); !files)
        return files;
    const auto attach = copy.prepare("ATTACH ? AS hall");
    if (!attach) return std::unexpected(attach.error());
    const int code = run(attach->get(), vfs ? "file:" + journal.string() + "?vfs=" + vfs : journal.string());
    if (code != SQLITE_OK) return std::unexpected(cannot_copy_to(copy, journal));
    return check_can_be_copied(copy, journal);
}

std::expected<void, std::string> set_up_copy(Database& copy) {
    if (auto ours = check_is_ours_or_new(copy); !ours) return ours;
    if (auto set = copy.try_to("PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL;"
                               "PRAGMA temp_store = MEMORY; PRAGMA secure_delete = ON;");
        !set)
        return set;
    return bring_up_to_date(copy);
}

std::expected<void, std::string> begin_to_copy(Database& copy, const std::filesystem::path& journal,
                                               const char* journal_vfs) {
    if (auto attached = attach(copy, journal, journal_vfs); !attached) return attached;
    if (copy.execute(temporary_tables) != SQLITE_OK) return std::unexpected(cannot_copy_to(copy, journal));
    const auto beginning = copy.number(is_beginning);
    if (!beginning) return std::unexpected(cannot_copy_to(copy, journal));
    if (*beginning == 1) return {};
    return std::unexpected(copy.path().string() + " is no earlier copy of journal " + journal.string() +
                           ", but another one, or a round that was continued on it: name another place, or "
                           "move it away");
}

} // namespace

std::expected<bool, std::string> is_beginning_of(Database& database, const std::filesystem::path& journal) {
    if (auto attached = attach(database, journal, nullptr); !attached)
        return std::unexpected(attached.error());
    const auto beginning = database.number(is_beginning);
    if (!beginning || database.execute("DETACH hall") != SQLITE_OK)
        return std::unexpected(cannot_copy_to(database, journal));
    return *beginning == 1;
}

std::expected<CopyStore, std::string> CopyStore::open(const std::filesystem::path& path,
                                                      const std::filesystem::path& journal, const char* vfs,
                                                      const char* journal_vfs) {
    std::error_code unknown;
    const bool was_there = std::filesystem::exists(path, unknown);
    auto opened = open_alone(path, vfs);
    if (!opened) return std::unexpected(opened.error());
    auto& [lock, database] = *opened;
    if (auto set = set_up_copy(database); !set) return std::unexpected(set.error());
    // The journal may be a copy, locked during writes.
    sqlite3_busy_timeout(database.get(), 2000);
    if (auto begun = begin_to_copy(database, journal, journal_vfs); !begun) {
        // It would pass for a round that has not begun.
        if (!vfs && !was_there) std::filesystem::remove(path, unknown);
        return std::unexpected(begun.error());
    }
    auto reader = Reader::of(std::move(database));
    if (!reader) return std::unexpected(reader.error());
    return CopyStore(std::move(lock), std::move(*reader), journal);
}

std::expected<bool, std::string> CopyStore::copy_more() {
    const auto version = database().number("PRAGMA hall.data_version");
    if (!version) return std::unexpected(cannot_copy());
    if (*version == copied_version_) return false;
    const auto all = read_new();
    if (!all) return all;
    if (auto written = write_new(); !written) return std::unexpected(written.error());
    if (!*all) return true;
    if (auto erased = erase_as_there(); !erased) return std::unexpected(erased.error());
    copied_version_ = *version;
    return false;
}

/// Returns whether it was all.
std::expected<bool, std::string> CopyStore::read_new() {
    int code = database().execute(select_new + std::to_string(most_inputs));
    const auto inputs = database().number("SELECT count(*) FROM new_inputs");
    const bool all = inputs && *inputs < most_inputs;
    if (code == SQLITE_OK && all) code = database().execute(select_new_checkpoints);
    if (code == SQLITE_OK) code = database().execute("COMMIT");
    if (inputs && code == SQLITE_OK) return all;
    auto why = cannot_copy();
    database().execute("ROLLBACK");
    return std::unexpected(std::move(why));
}

std::expected<void, std::string> CopyStore::write_new() {
    const auto deleted = database().number("SELECT count(*) FROM new_tombstones");
    // IMMEDIATE would lock the journal too, for as long as this disk takes.
    int code = database().execute("BEGIN");
    if (code == SQLITE_OK && deleted.value_or(1) > 0) code = database().execute(delete_as_there);
    if (code == SQLITE_OK) code = database().execute(insert_new);
    if (code == SQLITE_OK) code = database().execute("COMMIT");
    if (code == SQLITE_OK) return {};
    auto why = database().sentence(code);
    database().execute("ROLLBACK");
    return std::unexpected(std::move(why));
}

/// The journal does this while nobody plays; here it delays nobody.
std::expected<void, std::string> CopyStore::erase_as_there() {
    const auto due = database().number(
        "SELECT EXISTS (SELECT 1 FROM main.tombstones AS m JOIN hall.tombstones AS h USING(game)"
        " WHERE m.erased < h.erased)");
    if (!due) return std::unexpected(cannot_copy());
    if (*due == 0) return {};
    return database().try_to("VACUUM main; UPDATE main.tombstones SET erased = 1");
}

std::string CopyStore::cannot_copy() const { return cannot_copy_to(database(), journal_); }

} // namespace adoube::journal
