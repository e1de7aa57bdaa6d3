#include "daemon/journal/file/copy_store.hpp"

#include "daemon/journal/file/place.hpp"
#include "daemon/journal/file/runs.hpp"
#include "daemon/journal/file/schema.hpp"
#include "daemon/journal/file/statement.hpp"
#include "daemon/journal/file/waiting_inputs.hpp"

#include <algorithm>
#include <map>
#include <ranges>
#include <set>

namespace adoube::journal {
namespace {

/// A signature that the journal lacks may have been dropped, as a later one covers it.
constexpr const char* all_is_there = R"sql(
SELECT NOT EXISTS (SELECT 1 FROM main.games AS m WHERE NOT EXISTS (SELECT 1 FROM hall.games AS h
    WHERE h.game = m.game AND h.id = m.id
        AND (h.header = '' OR (h.header, h.created_utc_ms, h.secret) IS (m.header, m.created_utc_ms, m.secret))))
AND NOT EXISTS (SELECT 1 FROM main.tombstones AS m WHERE NOT EXISTS (SELECT 1 FROM hall.tombstones AS h
    WHERE (h.game, h.deleted_utc_ms, h.size, h.root) IS (m.game, m.deleted_utc_ms, m.size, m.root)))
AND NOT EXISTS (SELECT 1 FROM main.boards AS m WHERE NOT EXISTS (SELECT 1 FROM hall.boards AS h
    WHERE (h.board, h.board_id, h.boot_id) IS (m.board, m.board_id, m.boot_id)))
AND NOT EXISTS (SELECT 1 FROM main.armed AS m WHERE coalesce(after, 0) NOT IN (SELECT game FROM hall.tombstones)
    AND id NOT IN (SELECT id FROM hall.games WHERE header = '') AND NOT EXISTS (SELECT 1 FROM hall.armed AS h
    WHERE h.n = m.n AND (h.after, h.id, h.header, h.armed_utc_ms, h.instead_of)
        IS (m.after, m.id, m.header, m.armed_utc_ms, m.instead_of)))
AND NOT EXISTS (SELECT 1 FROM main.checkpoints AS m WHERE game NOT IN (SELECT game FROM hall.tombstones) AND NOT EXISTS (SELECT 1 FROM hall.checkpoints AS h
    WHERE h.n = m.n AND (h.game, h.size, h.note) IS (m.game, m.size, m.note))
    AND (EXISTS (SELECT 1 FROM hall.checkpoints AS h WHERE h.n = m.n) OR NOT EXISTS (SELECT 1 FROM hall.checkpoints AS h
        WHERE h.game = m.game AND h.size > m.size AND h.n > m.n)))
)sql";

/// Games of which the journal may not have all that the copy has settled.
constexpr const char* games_to_compare = R"sql(
SELECT DISTINCT game FROM main.runs AS m WHERE NOT EXISTS (SELECT 1 FROM hall.runs AS h
    WHERE h.game = m.game AND h.last = m.last AND h.inputs = m.inputs)
)sql";

/// Per transaction: they are held in memory.
constexpr int most_runs = 200;

/// `hall` is the journal, `main` the copy.
constexpr const char* temporary_tables = R"sql(
CREATE TEMP TABLE new_games AS SELECT * FROM main.games WHERE false;
CREATE TEMP TABLE new_ends AS SELECT game, closed_utc_ms FROM main.games WHERE false;
CREATE TEMP TABLE new_runs AS SELECT * FROM main.runs WHERE false;
CREATE TEMP TABLE new_armed AS SELECT * FROM main.armed WHERE false;
CREATE TEMP TABLE new_checkpoints AS SELECT * FROM main.checkpoints WHERE false;
CREATE TEMP TABLE all_shown AS SELECT * FROM main.shown WHERE false;
CREATE TEMP TABLE all_holds AS SELECT * FROM main.holds WHERE false;
CREATE TEMP TABLE new_tombstones AS SELECT * FROM main.tombstones WHERE false;
CREATE TEMP TABLE all_boards AS SELECT * FROM main.boards WHERE false;
CREATE TEMP TABLE new_batches AS SELECT * FROM main.batches WHERE false;
CREATE TEMP TABLE all_batches(n INTEGER PRIMARY KEY);
CREATE TEMP TABLE all_armed AS SELECT * FROM main.armed WHERE false;
CREATE TEMP TABLE kept_checkpoints(n INTEGER PRIMARY KEY);
CREATE TEMP TABLE all_records(records INTEGER NOT NULL);
)sql";

/// One snapshot, ended before writing, so that a slow disk under the copy does not delay the journal's
/// checkpoints.
constexpr const char* select_new = R"sql(
BEGIN;
DELETE FROM new_games; DELETE FROM new_ends; DELETE FROM new_runs; DELETE FROM new_armed;
DELETE FROM new_checkpoints; DELETE FROM new_tombstones; DELETE FROM all_holds; DELETE FROM all_boards;
DELETE FROM all_armed; DELETE FROM all_shown; DELETE FROM kept_checkpoints;
DELETE FROM all_records; DELETE FROM new_batches; DELETE FROM all_batches;
INSERT INTO new_tombstones SELECT game, deleted_utc_ms, why, size, root, 0 FROM hall.tombstones
    WHERE game NOT IN (SELECT game FROM main.tombstones);
INSERT INTO all_holds SELECT * FROM hall.holds;
INSERT INTO all_shown SELECT * FROM hall.shown;
INSERT INTO all_boards SELECT * FROM hall.boards;
INSERT INTO all_armed SELECT * FROM hall.armed;
INSERT INTO kept_checkpoints SELECT n FROM hall.checkpoints WHERE game IN (SELECT game FROM new_tombstones);
INSERT INTO new_games SELECT * FROM hall.games
    WHERE game > (SELECT coalesce(max(game), 0) FROM main.games);
INSERT INTO new_ends SELECT game, closed_utc_ms FROM hall.games AS h
    WHERE closed_utc_ms IS NOT (SELECT closed_utc_ms FROM main.games AS m WHERE m.game = h.game);
INSERT INTO new_armed SELECT * FROM hall.armed WHERE n > (SELECT coalesce(max(n), 0) FROM main.armed);
INSERT INTO new_runs SELECT r.* FROM hall.games AS g CROSS JOIN hall.runs AS r ON r.game = g.game
    AND r.last > coalesce((SELECT max(last) FROM main.runs AS m WHERE m.game = g.game), 0) LIMIT )sql";
/// Only with the last settled inputs: those that wait follow them, and no checkpoint covers missing ones.
constexpr const char* select_last = R"sql(
INSERT INTO new_batches SELECT * FROM hall.batches WHERE n > (SELECT coalesce(max(n), 0) FROM main.batches);
INSERT INTO all_batches SELECT n FROM hall.batches;
INSERT INTO all_records SELECT records FROM hall.state;
INSERT INTO new_checkpoints SELECT * FROM hall.checkpoints
    WHERE n > (SELECT coalesce(max(n), 0) FROM main.checkpoints WHERE game NOT IN (SELECT game FROM new_tombstones));
)sql";

constexpr const char* insert_new = R"sql(
INSERT INTO main.games(game, id, header, created_utc_ms, secret)
    SELECT game, id, header, created_utc_ms, secret FROM new_games;
INSERT OR IGNORE INTO main.armed SELECT * FROM new_armed;
INSERT INTO main.boards(board, board_id, boot_id) SELECT board, board_id, boot_id FROM all_boards WHERE true
    ON CONFLICT(board) DO NOTHING;
INSERT INTO main.runs(game, last, last_utc_ms, inputs) SELECT game, last, last_utc_ms, inputs FROM new_runs;
DELETE FROM main.holds WHERE (game, why, since_utc_ms) NOT IN (SELECT * FROM all_holds);
INSERT OR IGNORE INTO main.holds SELECT * FROM all_holds;
)sql";
/// Only with the last settled inputs: those that wait follow them, and the rest says what was done with them,
/// as how far boards were heard. A copy that is pulled out before takes the inputs that it lacks.
constexpr const char* insert_last = R"sql(
UPDATE main.boards SET heard = a.heard FROM all_boards AS a
    WHERE boards.board = a.board AND boards.heard IS NOT a.heard;
UPDATE main.games SET closed_utc_ms = e.closed_utc_ms FROM new_ends AS e WHERE games.game = e.game;
INSERT OR REPLACE INTO main.shown SELECT * FROM all_shown;
INSERT INTO main.batches SELECT * FROM new_batches;
DELETE FROM main.batches WHERE n NOT IN (SELECT n FROM all_batches);
INSERT OR IGNORE INTO main.checkpoints SELECT * FROM new_checkpoints;
UPDATE main.state SET records = (SELECT records FROM all_records);
)sql";
/// First of all: deleted rows' numbers may have been reused.
constexpr const char* delete_as_there = R"sql(
DELETE FROM main.runs WHERE game IN (SELECT game FROM new_tombstones);
DELETE FROM main.shown WHERE game IN (SELECT game FROM new_tombstones);
DELETE FROM main.checkpoints WHERE game IN (SELECT game FROM new_tombstones)
    AND n NOT IN (SELECT n FROM kept_checkpoints);
UPDATE main.games SET header = '', created_utc_ms = 0, secret = '' WHERE game IN (SELECT game FROM new_tombstones);
DELETE FROM main.armed;
INSERT INTO main.armed SELECT * FROM all_armed;
INSERT INTO main.tombstones SELECT * FROM new_tombstones;
)sql";

std::expected<std::vector<std::int64_t>, std::string> numbers(Database& database, const char* sql) {
    const auto statement = database.prepare(sql);
    if (!statement) return std::unexpected(statement.error());
    std::vector<std::int64_t> numbers;
    const int code =
        each_row(statement->get(), [&](auto* row) { numbers.push_back(number<std::int64_t>(row, 0)); });
    if (code != SQLITE_OK) return std::unexpected(database.sentence(code));
    return numbers;
}

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

/// The inputs of a journal's games, each game's by number.
class InputsOf {
  public:
    static std::expected<InputsOf, std::string> open(Database& database, std::string schema) {
        auto waiting = waiting_inputs(database, schema);
        if (!waiting) return std::unexpected(waiting.error());
        InputsOf inputs(database, std::move(schema));
        for (auto& input : *waiting) inputs.waiting_[input.game].push_back(std::move(input));
        return inputs;
    }
    const std::map<std::int64_t, std::vector<StoredInput>>& waiting() const { return waiting_; }
    std::expected<std::vector<StoredInput>, std::string> operator[](std::int64_t game) const {
        auto inputs = settled_inputs(*database_, schema_, game);
        if (const auto more = waiting_.find(game); inputs && more != waiting_.end())
            inputs->insert(inputs->end(), more->second.begin(), more->second.end());
        return inputs;
    }

  private:
    InputsOf(Database& database, std::string schema) : database_(&database), schema_(std::move(schema)) {}
    Database* database_;
    std::string schema_;
    std::map<std::int64_t, std::vector<StoredInput>> waiting_;
};

/// Whether the journal has the copy's inputs of all games, but of those that are deleted there.
std::expected<bool, std::string> are_inputs_there(Database& database) {
    const auto here = InputsOf::open(database, "main"), there = InputsOf::open(database, "hall");
    if (!here || !there) return std::unexpected(here ? there.error() : here.error());
    const auto listed = numbers(database, games_to_compare),
               deleted = numbers(database, "SELECT game FROM hall.tombstones");
    if (!listed || !deleted) return std::unexpected(listed ? deleted.error() : listed.error());
    std::set<std::int64_t> games(listed->begin(), listed->end());
    for (const auto game : std::views::keys(here->waiting())) games.insert(game);
    for (const auto game : *deleted) games.erase(game);
    for (const auto game : games) {
        const auto ours = (*here)[game], theirs = (*there)[game];
        if (!ours || !theirs) return std::unexpected(ours ? theirs.error() : ours.error());
        if (ours->size() > theirs->size() || !std::equal(ours->begin(), ours->end(), theirs->begin()))
            return false;
    }
    return true;
}

/// Both attached.
std::expected<bool, std::string> is_beginning(Database& database, const std::filesystem::path& journal) {
    if (database.execute("SAVEPOINT compared") != SQLITE_OK) // or something is settled in between
        return std::unexpected(cannot_copy_to(database, journal));
    const auto rest = database.number(all_is_there);
    auto beginning = rest && *rest == 1 ? are_inputs_there(database) : false;
    if (!rest) beginning = std::unexpected(cannot_copy_to(database, journal));
    database.execute("RELEASE compared");
    return beginning;
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
    const auto beginning = is_beginning(copy, journal);
    if (!beginning) return std::unexpected(beginning.error());
    if (*beginning) return {};
    return std::unexpected(copy.path().string() + " is no earlier copy of journal " + journal.string() +
                           ", but another one, or a round that was continued on it: name another place, or "
                           "move it away");
}

} // namespace

std::expected<bool, std::string> is_beginning_of(Database& database, const std::filesystem::path& journal) {
    if (auto attached = attach(database, journal, nullptr); !attached)
        return std::unexpected(attached.error());
    auto beginning = is_beginning(database, journal);
    if (beginning && database.execute("DETACH hall") != SQLITE_OK)
        return std::unexpected(cannot_copy_to(database, journal));
    return beginning;
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
    if (auto written = write_new(*all); !written) return std::unexpected(written.error());
    if (!*all) return true;
    if (auto erased = erase_as_there(); !erased) return std::unexpected(erased.error());
    copied_version_ = *version;
    return false;
}

/// Returns whether it was all.
std::expected<bool, std::string> CopyStore::read_new() {
    int code = database().execute(select_new + std::to_string(most_runs));
    const auto runs = database().number("SELECT count(*) FROM new_runs");
    const bool all = runs && *runs < most_runs;
    if (code == SQLITE_OK && all) code = database().execute(select_last);
    if (code == SQLITE_OK) code = database().execute("COMMIT");
    if (runs && code == SQLITE_OK) return all;
    auto why = cannot_copy();
    database().execute("ROLLBACK");
    return std::unexpected(std::move(why));
}

std::expected<void, std::string> CopyStore::write_new(bool are_all) {
    const auto deleted = database().number("SELECT count(*) FROM new_tombstones");
    // IMMEDIATE would lock the journal too, for as long as this disk takes.
    int code = database().execute("BEGIN");
    if (code == SQLITE_OK && deleted.value_or(1) > 0) code = database().execute(delete_as_there);
    if (code == SQLITE_OK) code = database().execute(insert_new);
    if (code == SQLITE_OK && are_all) code = database().execute(insert_last);
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
