#include "daemon/journal/store.hpp"

#include "daemon/journal/statement.hpp"
#include "daemon/journal/unsynced.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

namespace adoube::journal {
namespace {

constexpr std::int64_t application_id = 0x41444f55; // "ADOU"
constexpr std::int64_t schema_version = 7;

// Board, boot and number together are unique over all games: a board that is carried to another table cannot
// bring an old input along. SQLite holds rows without a number (NULL) as different from each other.
constexpr const char* schema = R"sql(
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
/// What version 1 had not.
constexpr const char* schema_of_2 = R"sql(
CREATE TABLE armed(
    n INTEGER PRIMARY KEY,
    after INTEGER NOT NULL REFERENCES games,
    id TEXT NOT NULL,
    header TEXT NOT NULL,
    armed_utc_ms INTEGER NOT NULL);
PRAGMA user_version = 2;
)sql";
/// What version 2 had not.
constexpr const char* schema_of_3 = R"sql(
CREATE TABLE checkpoints(
    n INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES games,
    size INTEGER NOT NULL,
    note TEXT NOT NULL,
    UNIQUE(game, size, note));
PRAGMA user_version = 3;
)sql";
/// What version 3 had not: deletion. A game that was deleted keeps its row, with an empty header, so that
/// none of its id is opened again; `heard` is how far the boards of deleted games had come, so that they
/// bring nothing back.
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
/// What version 4 had not: how far each game has been shown to the public.
constexpr const char* schema_of_5 = R"sql(
CREATE TABLE shown(
    game INTEGER PRIMARY KEY REFERENCES games,
    inputs INTEGER NOT NULL,
    t_ms INTEGER NOT NULL,
    clocks_at_ms INTEGER NOT NULL);
PRAGMA user_version = 5;
)sql";
/// What version 5 had not: what its mark says more of. One row: how many records were ever written, and
/// whether somebody has the file, or was killed while he had.
constexpr const char* schema_of_6 = R"sql(
CREATE TABLE state(
    one INTEGER PRIMARY KEY CHECK(one = 1),
    records INTEGER NOT NULL,
    in_use INTEGER NOT NULL);
INSERT INTO state VALUES(1, 0, 0);
PRAGMA user_version = 6;
)sql";
/// What version 6 had not. A game of before keeps what was signed of it.
constexpr const char* schema_of_7 = R"sql(
ALTER TABLE games ADD COLUMN secret TEXT NOT NULL DEFAULT '';
PRAGMA user_version = 7;
)sql";
static_assert(application_id == 1094995797 && schema_version == 7, "the pragmas above say the same");

constexpr int longest_look_ms = 2000;

/// Of what a check found: a page could not be had, whatever is in it.
bool is_of_reading(const std::string& found) {
    constexpr std::string_view code = "error code=";
    if (found.find("failed to get page") != std::string::npos) return true;
    const auto at = found.find(code);
    return at != std::string::npos && (std::atoi(found.c_str() + at + code.size()) & 0xff) == SQLITE_IOERR;
}

/// It says who touched what, and is for its owner alone, as are the files that SQLite puts beside it, with
/// the same rights. A stick may know no rights.
void keep_private(const files::Descriptor& opened) {
    struct stat found {};
    if (::fstat(opened.get(), &found) == 0 && found.st_uid == ::geteuid() && (found.st_mode & 077) != 0)
        (void)!::fchmod(opened.get(), found.st_mode & 0700);
}

/// Closed where another holds it.
files::Descriptor locked(const std::filesystem::path& file) {
    files::Descriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (opened.get() >= 0 && ::flock(opened.get(), LOCK_EX | LOCK_NB) != 0) opened.reset();
    return opened;
}

} // namespace

void Store::CloseDatabase::operator()(sqlite3* database) const { sqlite3_close_v2(database); }
void Store::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

std::string Store::damaged(const std::string& where) const {
    return "journal " + path_.string() + " is damaged (" + where +
           "): keep a copy of it, and restore it with sqlite3's .recover or name another one";
}

bool Store::is_in_use(const std::filesystem::path& path) {
    std::error_code unknown;
    return std::filesystem::exists(path, unknown) && locked(path).get() < 0;
}

std::string Store::in_use(const std::filesystem::path& path) {
    return "journal " + path.string() +
           " is in use by another process: stop that one, or give this one a journal of its own";
}

std::string Store::sentence(int code) const {
    const std::string name = "journal " + path_.string();
    const int system = sqlite3_system_errno(database_.get());
    const std::string why = system ? std::strerror(system) : sqlite3_errmsg(database_.get());
    switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return in_use(path_);
    case SQLITE_NOTADB: return name + " is no journal but some other file: name another one";
    case SQLITE_CORRUPT: return damaged(sqlite3_errmsg(database_.get()));
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
        return name + " cannot be written (" + why + "): name a place that may be written to";
    case SQLITE_IOERR:
        return name + " cannot be read or written" + (system ? " (" + why + ")" : "") +
               ": see to the disk and its cable; what is on it may well be whole";
    case SQLITE_FULL: return name + " cannot grow: the disk is full; make room on it";
    default: return name + " cannot be used: " + why;
    }
}

int Store::execute(const char* sql) { return sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr); }

std::expected<Store::Statement, std::string> Store::prepare(const char* sql) {
    sqlite3_stmt* statement = nullptr;
    const int code = sqlite3_prepare_v2(database_.get(), sql, -1, &statement, nullptr);
    if (code != SQLITE_OK) return std::unexpected(sentence(code));
    return Statement(statement);
}

std::expected<std::int64_t, std::string> Store::number(const char* sql) {
    auto statement = prepare(sql);
    if (!statement) return std::unexpected(statement.error());
    const int code = sqlite3_step(statement->get());
    if (code != SQLITE_ROW) return std::unexpected(sentence(code));
    return sqlite3_column_int64(statement->get(), 0);
}

std::expected<void, std::string> Store::check_is_ours_or_new() {
    const auto id = number("PRAGMA application_id");
    if (!id) return std::unexpected(id.error());
    const auto tables = number("SELECT count(*) FROM sqlite_master");
    if (!tables) return std::unexpected(tables.error());
    if (*id == 0 && *tables == 0) {
        const int code = execute((std::string("BEGIN EXCLUSIVE;") + schema + schema_of_2 + schema_of_3 +
                                  schema_of_4 + schema_of_5 + schema_of_6 + schema_of_7 + "COMMIT;")
                                     .c_str());
        return code == SQLITE_OK ? std::expected<void, std::string>() : std::unexpected(sentence(code));
    }
    if (auto ours = check_is_ours(); !ours) return ours;
    return check_is_whole();
}

/// A damaged file is found damaged in the same place each time; what a failing disk shows is another thing at
/// each look.
std::expected<void, std::string> Store::check_is_whole() {
    constexpr int most_looks = 4;
    std::string before;
    for (int look = 0; look < most_looks; ++look) {
        const auto found = quick_check();
        if (!found) return std::unexpected(found.error());
        if (*found == "ok") return {};
        if (*found == before && !is_of_reading(*found)) return std::unexpected(damaged(*found));
        before = *found;
        sqlite3_db_release_memory(database_.get()); // or the next look would see what this one has read
    }
    return std::unexpected(sentence(SQLITE_IOERR));
}

std::expected<std::string, std::string> Store::quick_check() {
    auto check = prepare("PRAGMA quick_check(1)");
    if (!check) return std::unexpected(check.error());
    const int code = sqlite3_step(check->get());
    if (code != SQLITE_ROW) return std::unexpected(sentence(code));
    const std::string found = text(check->get(), 0); // below a line that names the database
    return found.substr(found.rfind('\n') + 1);
}

std::expected<void, std::string> Store::check_is_ours() {
    const auto id = number("PRAGMA application_id");
    if (!id) return std::unexpected(id.error());
    if (*id != application_id) return std::unexpected(sentence(SQLITE_NOTADB));
    const auto version = number("PRAGMA user_version");
    if (!version) return std::unexpected(version.error());
    if (*version < 1 || *version > schema_version)
        return std::unexpected("journal " + path_.string() + " is of version " + std::to_string(*version) +
                               ", and this adoubed knows version " + std::to_string(schema_version) +
                               ": use the adoubed that wrote it, or name another one");
    return {};
}

std::expected<void, std::string> Store::bring_up_to_date() {
    const auto version = number("PRAGMA user_version");
    if (!version) return std::unexpected(version.error());
    if (*version == schema_version) return {};
    const int code = execute((std::string("BEGIN EXCLUSIVE;") + (*version < 2 ? schema_of_2 : "") +
                              (*version < 3 ? schema_of_3 : "") + (*version < 4 ? schema_of_4 : "") +
                              (*version < 5 ? schema_of_5 : "") + (*version < 6 ? schema_of_6 : "") +
                              schema_of_7 + "COMMIT;")
                                 .c_str());
    return code == SQLITE_OK ? std::expected<void, std::string>() : std::unexpected(sentence(code));
}

std::expected<void, std::string> Store::prepare_all() {
    const std::pair<Statement*, const char*> all[] = {
        {&open_game_, "INSERT INTO games(id, header, created_utc_ms, secret) VALUES(?, ?, ?, ?)"},
        {&append_,
         "INSERT INTO inputs(game, n, line, host_utc_ms, board_id, boot_id, sequence, board_us)"
         " SELECT game, 1 + coalesce((SELECT max(n) FROM inputs WHERE inputs.game = games.game), 0),"
         " ?2, ?3, ?4, ?5, ?6, ?7 FROM games WHERE id = ?1 AND header <> ''"
         " AND NOT EXISTS (SELECT 1 FROM heard WHERE board_id = ?4 AND boot_id = ?5 AND sequence >= ?6)"},
        {&count_, "UPDATE state SET records = records + ?"},
        {&close_game_, "UPDATE games SET closed_utc_ms = ?2 WHERE id = ?1 AND header <> ''"},
        {&arm_game_, "INSERT INTO armed(after, id, header, armed_utc_ms)"
                     " SELECT game, ?2, ?3, ?4 FROM games WHERE id = ?1 AND header <> ''"},
        {&armed_, "SELECT games.id, armed.id, armed.header, armed_utc_ms"
                  " FROM armed JOIN games ON game = after ORDER BY n"},
        {&put_checkpoint_, "INSERT OR IGNORE INTO checkpoints(game, size, note)"
                           " SELECT game, ?2, ?3 FROM games WHERE id = ?1 AND header <> ''"},
        {&checkpoints_, "SELECT size, note FROM checkpoints"
                        " WHERE game = (SELECT game FROM games WHERE id = ?) ORDER BY size, n"},
        {&show_,
         "INSERT OR REPLACE INTO shown SELECT game, ?2, ?3, ?4 FROM games WHERE id = ?1 AND header <> ''"},
        {&shown_, "SELECT id, inputs, t_ms, clocks_at_ms FROM shown JOIN games USING(game) ORDER BY game"},
        {&games_, "SELECT id, header, created_utc_ms, closed_utc_ms, secret FROM games WHERE header <> '' "
                  "ORDER BY game"},
        {&inputs_, "SELECT line, host_utc_ms, board_id, boot_id, sequence, board_us"
                   " FROM inputs WHERE game = (SELECT game FROM games WHERE id = ?) ORDER BY n"},
        {&outlines_,
         "SELECT id, header, created_utc_ms, closed_utc_ms,"
         " coalesce((SELECT max(n) FROM inputs WHERE inputs.game = games.game), 0),"
         " coalesce((SELECT host_utc_ms FROM inputs WHERE inputs.game = games.game ORDER BY n DESC LIMIT 1),"
         " created_utc_ms), why, since_utc_ms, secret"
         " FROM games LEFT JOIN holds ON holds.game = games.game WHERE header <> '' ORDER BY games.game"},
        {&tombstones_, "SELECT id, deleted_utc_ms, why, size, root FROM tombstones JOIN games USING(game)"
                       " ORDER BY game"},
    };
    const auto version = number("PRAGMA user_version");
    if (!version) return std::unexpected(version.error());
    for (const auto& [statement, sql] : all) {
        // Only what looks at an older journal goes on without.
        if (*version < 4 &&
            (std::strstr(sql, "holds") || std::strstr(sql, "tombstones") || std::strstr(sql, "heard")))
            continue;
        if (*version < 6 && std::strstr(sql, "state")) continue;
        if (*version < 5 && std::strstr(sql, "shown")) continue;
        if (*version < 3 && std::strstr(sql, "checkpoints")) continue;
        if (*version < 2 && std::strstr(sql, "armed")) continue;
        if (*version < 7 && statement == &open_game_) continue;
        auto text = std::string(sql);
        if (const auto secret = text.find(", secret"); *version < 7 && secret != std::string::npos)
            text.replace(secret, std::strlen(", secret"), ", ''");
        auto prepared = prepare(text.c_str());
        if (!prepared) return std::unexpected(prepared.error());
        *statement = std::move(*prepared);
    }
    return {};
}

std::expected<Store, std::string> Store::open(const std::filesystem::path& path, const char* vfs) {
    auto store = open(path, vfs, Others::may_look);
    // Who looks needs a file in shared memory, for which a full disk may have no room.
    return store ? std::move(store) : open(path, vfs, Others::stay_out);
}

std::expected<Store, std::string> Store::open_file(const std::filesystem::path& path, const char* vfs) {
    if (!vfs) {
        if (auto kept = keep_orphan(path); !kept) return std::unexpected(kept.error());
        const auto made = made_file(path);
        if (!made) return std::unexpected(made.error());
        keep_private(*made);
    }
    sqlite3* database = nullptr;
    const int code =
        sqlite3_open_v2(path.c_str(), &database,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | (vfs ? SQLITE_OPEN_URI : 0), vfs);
    Store store(database, path);
    if (vfs) store.vfs_ = vfs;
    if (code != SQLITE_OK) return std::unexpected(store.sentence(code));
    if (sqlite3_db_readonly(database, "main") == 1) return std::unexpected(store.sentence(SQLITE_READONLY));
    // Nothing is changed in a file before it is known to be ours.
    if (!vfs) store.lock_ = locked(path);
    if (!vfs && store.lock_.get() < 0) return std::unexpected(store.sentence(SQLITE_BUSY));
    return store;
}

std::expected<Store, std::string> Store::open(const std::filesystem::path& path, const char* vfs,
                                              Others others) {
    auto file = open_file(path, vfs);
    if (!file) return file;
    Store store = std::move(*file);
    // Nobody else has it to write: who keeps it busy only begins to look at it, or ends.
    sqlite3_busy_timeout(store.database_.get(), longest_look_ms);
    forget_unsynced(store.database_.get(), path);
    if (others == Others::stay_out)
        if (const int set = store.execute("PRAGMA locking_mode = EXCLUSIVE"); set != SQLITE_OK)
            return std::unexpected(store.sentence(set));
    if (auto ours = store.check_is_ours_or_new(); !ours) return std::unexpected(ours.error());
    if (const int set =
            store.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;"
                          // What is deleted is overwritten; and nothing of a game lies in files elsewhere.
                          "PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY;"
                          "BEGIN EXCLUSIVE; COMMIT;");
        set != SQLITE_OK)
        return std::unexpected(store.sentence(set));
    // What a killed one had written may never have been synced, and is about to be read and acted upon. A
    // checkpoint syncs the log first; a disk too full for what follows that is no reason not to open.
    if (const int kept = store.execute("PRAGMA wal_checkpoint(FULL)");
        kept != SQLITE_OK && kept != SQLITE_FULL)
        return std::unexpected(store.sentence(kept));
    if (auto brought = store.bring_up_to_date(); !brought) return std::unexpected(brought.error());
    if (auto prepared = store.prepare_all(); !prepared) return std::unexpected(prepared.error());
    sqlite3_busy_timeout(store.database_.get(), 0);
    store.remember_log();
    return store;
}

std::expected<Store, std::string> Store::open_to_look(const std::filesystem::path& path) {
    if (auto files = check_are_files(path); !files) return std::unexpected(files.error());
    if (has_orphan(path))
        return std::unexpected("journal " + path.string() +
                               " is gone, and only its log is there: put it back, or name another one");
    sqlite3* database = nullptr;
    int code = sqlite3_open_v2(path.c_str(), &database, SQLITE_OPEN_READONLY, nullptr);
    Store store(database, path);
    if (code == SQLITE_OK) code = store.execute("SELECT 1 FROM sqlite_master");
    std::error_code unknown;
    if (code != SQLITE_OK && !std::filesystem::exists(path, unknown) && !unknown)
        return std::unexpected("journal " + path.string() + " is not there: name one that is");
    if ((code & 0xff) == SQLITE_CANTOPEN || (code & 0xff) == SQLITE_READONLY) {
        auto copied = store.look_at_copy();
        if (!copied) return std::unexpected(copied.error());
        code = *copied;
    }
    if (code != SQLITE_OK) return std::unexpected(store.sentence(code));
    if (auto ours = store.check_is_ours(); !ours) return std::unexpected(ours.error());
    if (auto prepared = store.prepare_all(); !prepared) return std::unexpected(prepared.error());
    return store;
}

/// Who looks needs to write beside the journal, which nobody can on read-only media. Then nobody writes the
/// journal either, and a copy tells the same. The copy is gone with the store.
std::expected<int, std::string> Store::look_at_copy() {
    namespace fs = std::filesystem;
    lock_ = locked(path_);
    if (lock_.get() < 0) return std::unexpected(sentence(SQLITE_BUSY));
    std::error_code error;
    auto folder = (fs::temp_directory_path(error) / "adoube-look-XXXXXX").string();
    if (!::mkdtemp(folder.data()))
        return std::unexpected("journal " + path_.string() +
                               " cannot be looked at where it is, nor be copied to " + folder + ": " +
                               std::strerror(errno));
    const auto copy = fs::path(folder) / "journal";
    fs::copy_file(path_, copy, error);
    if (const fs::path log = path_.string() + "-wal"; !error && fs::exists(log, error))
        fs::copy_file(log, copy.string() + "-wal", error);
    fs::permissions(copy, fs::perms::owner_write, fs::perm_options::add, error);
    sqlite3* database = nullptr;
    int code = error ? SQLITE_OK : sqlite3_open_v2(copy.c_str(), &database, SQLITE_OPEN_READWRITE, nullptr);
    database_.reset(database);
    if (!error && code == SQLITE_OK)
        code = execute("PRAGMA locking_mode = EXCLUSIVE; SELECT 1 FROM sqlite_master");
    std::error_code ignored;
    fs::remove_all(folder, ignored); // what is open stays readable
    lock_.reset();
    if (!error) return code;
    return std::unexpected("journal " + path_.string() +
                           " cannot be looked at where it is, nor be copied to " + folder + ": " +
                           error.message());
}

std::expected<void, std::string> Store::write_into(const std::filesystem::path& place) {
    if (vfs_.empty()) {
        const auto made = made_file(place);
        if (!made) return std::unexpected(made.error());
        keep_private(*made);
    }
    auto statement = prepare("VACUUM INTO ?");
    if (!statement) return std::unexpected(statement.error());
    const std::string name = place.string();
    bind(statement->get(), 1, name);
    const int code = sqlite3_step(statement->get());
    if (code == SQLITE_DONE) return {};
    auto why = sentence(code);
    std::error_code ignored;
    std::filesystem::remove(place, ignored);
    return std::unexpected(std::move(why));
}

bool Store::is_of_older_version() {
    const auto version = number("PRAGMA user_version");
    return version && *version < schema_version;
}

std::expected<void, std::string> Store::begin_look() {
    if (const int code = execute("BEGIN"); code != SQLITE_OK) return std::unexpected(sentence(code));
    return {};
}

void Store::end_look() { execute("COMMIT"); }

int Store::write_one(const OpenGame& record) {
    return run(open_game_.get(), record.game.id, record.game.header, record.game.created_utc_ms,
               record.game.secret);
}

int Store::write_one(const Append& record) {
    const Entry& entry = record.entry;
    sqlite3_stmt* append = append_.get();
    const auto append_with = [&](const auto&... origin) {
        return run(append, record.game_id, entry.line, entry.host_utc_ms, origin...);
    };
    const auto& origin = entry.origin;
    const int code = origin ? append_with(origin->board_id, std::int64_t{origin->boot_id}, origin->sequence,
                                          static_cast<std::int64_t>(origin->board_us.count()))
                            : append_with();
    return code == SQLITE_OK && sqlite3_changes(database_.get()) == 0 ? SQLITE_CONSTRAINT : code;
}

int Store::write_one(const CloseGame& record) {
    return run(close_game_.get(), record.game_id, record.utc_ms);
}

int Store::write_one(const ArmGame& record) {
    const int code =
        run(arm_game_.get(), record.game.after, record.game.id, record.game.header, record.game.armed_utc_ms);
    return code == SQLITE_OK && sqlite3_changes(database_.get()) == 0 ? SQLITE_CONSTRAINT : code;
}

int Store::write_one(const Checkpoint& record) {
    return run(put_checkpoint_.get(), record.game_id, static_cast<std::int64_t>(record.size), record.note);
}

int Store::write_one(const Shown& record) {
    return run(show_.get(), record.game_id, static_cast<std::int64_t>(record.inputs), record.t_ms,
               record.clocks_at_ms);
}

int Store::write_one(const Record& record) {
    return std::visit([this](const auto& one) { return write_one(one); }, record);
}

std::expected<std::vector<std::size_t>, std::string> Store::write(std::span<const Record> batch) {
    if (auto recalled = recall_marked(batch); !recalled) return std::unexpected(recalled.error());
    std::vector<std::size_t> refused;
    int code = execute("BEGIN IMMEDIATE");
    for (std::size_t at = 0; at < batch.size() && code == SQLITE_OK; ++at) {
        code = write_one(batch[at]);
        if ((code & 0xff) != SQLITE_CONSTRAINT) continue;
        refused.push_back(at);
        code = SQLITE_OK;
    }
    if (code == SQLITE_OK) code = run(count_.get(), static_cast<std::int64_t>(batch.size() - refused.size()));
    if (code == SQLITE_OK) code = execute("COMMIT");
    if (code == SQLITE_OK) {
        mark(batch, refused);
        return refused;
    }
    const std::string why = sentence(code);
    execute("ROLLBACK");
    return std::unexpected(why);
}

std::expected<std::vector<GameEntry>, std::string> Store::games() {
    std::vector<GameEntry> all;
    sqlite3_stmt* row = games_.get();
    while (sqlite3_step(row) == SQLITE_ROW) {
        all.push_back({text(row, 0), text(row, 1), utc_ms(row, 2), std::nullopt, text(row, 4)});
        if (!is_null(row, 3)) all.back().closed_utc_ms = utc_ms(row, 3);
    }
    if (const int code = sqlite3_reset(row); code != SQLITE_OK) return std::unexpected(sentence(code));
    return all;
}

std::expected<std::vector<ArmedGame>, std::string> Store::armed() {
    std::vector<ArmedGame> all;
    sqlite3_stmt* row = armed_.get();
    if (!row) return all;
    while (sqlite3_step(row) == SQLITE_ROW)
        all.push_back({text(row, 0), text(row, 1), text(row, 2), utc_ms(row, 3)});
    if (const int code = sqlite3_reset(row); code != SQLITE_OK) return std::unexpected(sentence(code));
    return all;
}

std::expected<std::vector<Entry>, std::string> Store::inputs(const std::string& game_id) {
    std::vector<Entry> all;
    sqlite3_stmt* row = inputs_.get();
    bind(row, 1, game_id);
    while (sqlite3_step(row) == SQLITE_ROW) {
        all.push_back({text(row, 0), std::nullopt, utc_ms(row, 1)});
        if (is_null(row, 2)) continue;
        all.back().origin =
            Origin{text(row, 2), static_cast<std::uint32_t>(sqlite3_column_int64(row, 3)), std::nullopt,
                   BoardUs(static_cast<std::uint64_t>(sqlite3_column_int64(row, 5)))};
        if (!is_null(row, 4))
            all.back().origin->sequence = static_cast<std::uint32_t>(sqlite3_column_int64(row, 4));
    }
    if (const int code = sqlite3_reset(row); code != SQLITE_OK) return std::unexpected(sentence(code));
    return all;
}

std::expected<std::vector<Checkpoint>, std::string> Store::checkpoints(const std::string& game_id) {
    std::vector<Checkpoint> all;
    sqlite3_stmt* row = checkpoints_.get();
    if (!row) return all; // of before there were any
    bind(row, 1, game_id);
    while (sqlite3_step(row) == SQLITE_ROW)
        all.push_back({game_id, static_cast<std::uint64_t>(sqlite3_column_int64(row, 0)), text(row, 1)});
    if (const int code = sqlite3_reset(row); code != SQLITE_OK) return std::unexpected(sentence(code));
    return all;
}

std::expected<std::vector<Shown>, std::string> Store::shown() {
    std::vector<Shown> all;
    sqlite3_stmt* row = shown_.get();
    if (!row) return all; // of before it was kept
    while (sqlite3_step(row) == SQLITE_ROW)
        all.push_back({text(row, 0), static_cast<std::uint64_t>(sqlite3_column_int64(row, 1)),
                       GameMs(sqlite3_column_int64(row, 2)), utc_ms(row, 3)});
    if (const int code = sqlite3_reset(row); code != SQLITE_OK) return std::unexpected(sentence(code));
    return all;
}

std::expected<std::vector<Checkpoint>, std::string> Store::newest_checkpoints() {
    auto statement = prepare("SELECT id, size, note FROM games AS g JOIN checkpoints USING(game)"
                             " WHERE header <> '' AND size = (SELECT max(size) FROM checkpoints AS c"
                             " WHERE c.game = g.game) ORDER BY game, n");
    if (!statement) return std::unexpected(statement.error());
    std::vector<Checkpoint> all;
    sqlite3_stmt* row = statement->get();
    while (sqlite3_step(row) == SQLITE_ROW)
        all.push_back({text(row, 0), static_cast<std::uint64_t>(sqlite3_column_int64(row, 1)), text(row, 2)});
    if (const int code = sqlite3_reset(row); code != SQLITE_OK) return std::unexpected(sentence(code));
    return all;
}

} // namespace adoube::journal
