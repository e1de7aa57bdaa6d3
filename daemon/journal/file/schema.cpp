#include "daemon/journal/file/schema.hpp"

#include "daemon/journal/file/runs.hpp"
#include "daemon/journal/file/statement.hpp"

#include <array>
#include <cstdlib>
#include <string_view>

namespace adoube::journal {
namespace {

constexpr std::int64_t application_id = 0x41444f55; // "ADOU"
constexpr int schema_version = 10;

// Board, boot and sequence are unique over all games: a board moved to another table brings no old input
// along. SQLite treats NULLs as distinct.
constexpr const char* schema_of_1 = R"sql(
CREATE TABLE games(
    game INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    header TEXT NOT NULL,
    created_utc_ms INTEGER NOT NULL,
    closed_utc_ms INTEGER);
CREATE TABLE inputs(
    game INTEGER NOT NULL REFERENCES games,
    n INTEGER NOT NULL,
    line TEXT NOT NULL,
    board_id TEXT, boot_id INTEGER, sequence INTEGER, board_us INTEGER,
    host_utc_ms INTEGER NOT NULL,
    PRIMARY KEY(game, n)) WITHOUT ROWID;
CREATE UNIQUE INDEX inputs_once ON inputs(board_id, boot_id, sequence);
PRAGMA application_id = 1094995797;
)sql";
constexpr const char* schema_of_2 = R"sql(
CREATE TABLE armed(
    n INTEGER PRIMARY KEY,
    after INTEGER NOT NULL REFERENCES games,
    id TEXT NOT NULL,
    header TEXT NOT NULL,
    armed_utc_ms INTEGER NOT NULL);
PRAGMA user_version = 2;
)sql";
constexpr const char* schema_of_3 = R"sql(
CREATE TABLE checkpoints(
    n INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games,
    size INTEGER NOT NULL,
    note TEXT NOT NULL,
    UNIQUE(game, size, note));
PRAGMA user_version = 3;
)sql";
/// A deleted game keeps its row, with an empty header, so that its id is never reused; `heard` is how far the
/// boards of deleted games had come, so that they bring nothing back.
constexpr const char* schema_of_4 = R"sql(
CREATE TABLE tombstones(
    game INTEGER PRIMARY KEY REFERENCES games,
    deleted_utc_ms INTEGER NOT NULL,
    why TEXT NOT NULL,
    size INTEGER NOT NULL,
    root TEXT NOT NULL,
    erased INTEGER NOT NULL);
CREATE TABLE holds(
    game INTEGER PRIMARY KEY REFERENCES games,
    why TEXT NOT NULL,
    since_utc_ms INTEGER NOT NULL);
CREATE TABLE heard(
    board_id TEXT NOT NULL, boot_id INTEGER NOT NULL, sequence INTEGER NOT NULL,
    PRIMARY KEY(board_id, boot_id)) WITHOUT ROWID;
PRAGMA user_version = 4;
)sql";
constexpr const char* schema_of_5 = R"sql(
CREATE TABLE shown(
    game INTEGER PRIMARY KEY REFERENCES games,
    inputs INTEGER NOT NULL,
    t_ms INTEGER NOT NULL,
    clocks_at_ms INTEGER NOT NULL);
PRAGMA user_version = 5;
)sql";
/// To compare with the mark: how many records were ever written, and whether the file is in use, or its user
/// was killed.
constexpr const char* schema_of_6 = R"sql(
CREATE TABLE state(
    one INTEGER PRIMARY KEY CHECK(one = 1),
    records INTEGER NOT NULL,
    in_use INTEGER NOT NULL);
INSERT INTO state VALUES(1, 0, 0);
PRAGMA user_version = 6;
)sql";
/// Older games have no secret: what was signed of them stays valid.
constexpr const char* schema_of_7 = R"sql(
ALTER TABLE games ADD COLUMN secret TEXT NOT NULL DEFAULT '';
PRAGMA user_version = 7;
)sql";
/// A game that a table begins with follows no other, but takes the place of what the configuration has there.
constexpr const char* schema_of_8 = R"sql(
CREATE TABLE armed_of_8(
    n INTEGER PRIMARY KEY,
    after INTEGER REFERENCES games,
    id TEXT NOT NULL,
    header TEXT NOT NULL,
    armed_utc_ms INTEGER NOT NULL,
    instead_of TEXT NOT NULL DEFAULT '');
INSERT INTO armed_of_8(n, after, id, header, armed_utc_ms) SELECT * FROM armed;
DROP TABLE armed;
ALTER TABLE armed_of_8 RENAME TO armed;
PRAGMA user_version = 8;
)sql";
/// Inputs wait in batches first, by the number of records ever written with them (input_log.hpp). Each start
/// of a board has a row, with how far it was heard, so that it brings nothing back, and no index is written
/// for every input; nor are notes in an index.
constexpr const char* schema_of_9 = R"sql(
CREATE TABLE boards(
    board INTEGER PRIMARY KEY,
    board_id TEXT NOT NULL, boot_id INTEGER NOT NULL,
    heard INTEGER,
    UNIQUE(board_id, boot_id));
INSERT INTO boards(board_id, boot_id, heard)
    SELECT board_id, boot_id, max(sequence) FROM
        (SELECT board_id, boot_id, sequence FROM inputs WHERE board_id IS NOT NULL
        UNION ALL SELECT board_id, boot_id, sequence FROM heard)
    GROUP BY board_id, boot_id ORDER BY board_id, boot_id;
CREATE TABLE inputs_of_9(
    game INTEGER NOT NULL REFERENCES games,
    n INTEGER NOT NULL,
    line TEXT NOT NULL,
    host_utc_ms INTEGER NOT NULL,
    board INTEGER REFERENCES boards, board_us INTEGER, sequence INTEGER,
    PRIMARY KEY(game, n)) WITHOUT ROWID;
INSERT INTO inputs_of_9
    SELECT game, n, line, host_utc_ms, board, board_us, sequence
    FROM inputs LEFT JOIN boards USING(board_id, boot_id) ORDER BY game, n;
DROP TABLE inputs;
ALTER TABLE inputs_of_9 RENAME TO inputs;
DROP TABLE heard;
CREATE TABLE batches(n INTEGER PRIMARY KEY, inputs BLOB NOT NULL);
CREATE TABLE checkpoints_of_9(
    n INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games,
    size INTEGER NOT NULL,
    note TEXT NOT NULL);
INSERT INTO checkpoints_of_9 SELECT n, game, size, note FROM checkpoints;
DROP TABLE checkpoints;
ALTER TABLE checkpoints_of_9 RENAME TO checkpoints;
CREATE INDEX checkpoints_of_games ON checkpoints(game, size);
PRAGMA user_version = 9;
)sql";
/// Settled inputs share rows (runs.hpp), of which a check and a start have fewer to read. `last` is the
/// number of a run's last input.
constexpr const char* schema_of_10 = R"sql(
CREATE TABLE runs(
    run INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games,
    last INTEGER NOT NULL,
    last_utc_ms INTEGER NOT NULL,
    inputs BLOB NOT NULL);
CREATE INDEX runs_of_games ON runs(game, last);
PRAGMA user_version = 10;
)sql";
constexpr std::array schemas{schema_of_1, schema_of_2, schema_of_3, schema_of_4, schema_of_5,
                             schema_of_6, schema_of_7, schema_of_8, schema_of_9, schema_of_10};
static_assert(application_id == 1094995797 && schemas.size() == schema_version,
              "the pragmas above say the same");

/// Whether a page could not be read, whatever it holds.
bool is_of_reading(const std::string& found) {
    constexpr std::string_view code = "error code=";
    if (found.find("failed to get page") != std::string::npos) return true;
    const auto at = found.find(code);
    return at != std::string::npos && (std::atoi(found.c_str() + at + code.size()) & 0xff) == SQLITE_IOERR;
}

std::expected<void, std::string> bring_up_from(Database& database, int version) {
    std::string sql = "BEGIN EXCLUSIVE;";
    for (auto at = static_cast<std::size_t>(version); at < schemas.size(); ++at) sql += schemas.at(at);
    if (auto begun = database.try_to(sql); !begun) return begun;
    if (auto moved = move_into_runs(database); !moved) return moved;
    return database.try_to("DROP TABLE inputs; COMMIT;");
}

std::expected<std::string, std::string> quick_check(Database& database) {
    auto check = database.prepare("PRAGMA quick_check(1)");
    if (!check) return std::unexpected(check.error());
    const int code = sqlite3_step(check->get());
    if (code != SQLITE_ROW) return std::unexpected(database.sentence(code));
    const std::string found = text(check->get(), 0); // below the database's name
    return found.substr(found.rfind('\n') + 1);
}

} // namespace

std::expected<int, std::string> version_of(Database& database) {
    const auto version = database.number("PRAGMA user_version");
    if (!version) return std::unexpected(version.error());
    return static_cast<int>(*version);
}

std::expected<void, std::string> check_is_ours(Database& database) {
    const auto id = database.number("PRAGMA application_id");
    if (!id) return std::unexpected(id.error());
    if (*id != application_id) return std::unexpected(database.sentence(SQLITE_NOTADB));
    const auto version = version_of(database);
    if (!version) return std::unexpected(version.error());
    if (*version < 1 || *version > schema_version)
        return std::unexpected("journal " + database.path().string() + " is of version " +
                               std::to_string(*version) + ", and this adoubed knows version " +
                               std::to_string(schema_version) +
                               ": use the adoubed that wrote it, or name another one");
    return {};
}

/// A damaged file shows the same damage each time, a failing disk does not.
std::expected<void, std::string> check_is_whole(Database& database) {
    std::string before;
    for (int look = 0; look < most_looks; ++look) {
        const auto found = quick_check(database);
        if (!found) return std::unexpected(found.error());
        if (*found == "ok") return {};
        if (*found == before && !is_of_reading(*found)) return std::unexpected(database.damaged(*found));
        before = *found;
        database.forget_pages(); // so that the next look rereads the disk
    }
    return std::unexpected(database.sentence(SQLITE_IOERR));
}

std::expected<void, std::string> check_is_ours_or_new(Database& database) {
    const auto id = database.number("PRAGMA application_id");
    if (!id) return std::unexpected(id.error());
    const auto tables = database.number("SELECT count(*) FROM sqlite_master");
    if (!tables) return std::unexpected(tables.error());
    if (*id == 0 && *tables == 0) return bring_up_from(database, 0);
    if (auto ours = check_is_ours(database); !ours) return ours;
    return check_is_whole(database);
}

std::expected<std::int64_t, std::string> records_ever(Database& database) {
    const auto version = version_of(database);
    if (!version) return std::unexpected(version.error());
    return database.number(*version < 9
                               ? "SELECT records FROM state"
                               : "SELECT max(records, coalesce((SELECT max(n) FROM batches), 0)) FROM state");
}

bool is_of_older_version(Database& database) {
    const auto version = version_of(database);
    return version && *version < schema_version;
}

std::expected<void, std::string> bring_up_to_date(Database& database) {
    const auto version = version_of(database);
    if (!version) return std::unexpected(version.error());
    if (*version == schema_version) return {};
    return bring_up_from(database, *version);
}

} // namespace adoube::journal
