#include "daemon/journal/file/deletion.hpp"

#include "daemon/journal/file/statement.hpp"

namespace adoube::journal {
namespace {

/// If known, not held, and of the expected size.
constexpr const char* find_deletable =
    "SELECT game FROM games WHERE id = ?1 AND header <> ''"
    " AND game NOT IN (SELECT game FROM holds)"
    " AND ?2 = 1 + coalesce((SELECT max(last) FROM runs WHERE runs.game = games.game), 0)";

/// Armed games that have not begun go too: they would follow an unknown game. So do those of tables that had
/// played nothing, if they are older.
constexpr const char* deletion[] = {
    "DELETE FROM runs WHERE game = ?1",
    "DELETE FROM shown WHERE game = ?1",
    "UPDATE armed SET header = '' WHERE id = (SELECT id FROM games WHERE game = ?1)",
    "DELETE FROM armed WHERE after = ?1 AND id NOT IN (SELECT id FROM games)",
    ("DELETE FROM armed WHERE after IS NULL AND id NOT IN (SELECT id FROM games)"
     " AND armed_utc_ms < (SELECT created_utc_ms FROM games WHERE game = ?1)"),
    "UPDATE games SET header = '', created_utc_ms = 0, closed_utc_ms = NULL, secret = '' WHERE game = ?1",
};

template<class... Values>
int change(Database& database, const char* sql, const Values&... values) {
    const auto statement = database.prepare(sql);
    return statement ? run(statement->get(), values...) : sqlite3_errcode(database.get());
}

} // namespace

int delete_game(Database& database, const DeleteGame& record) {
    const auto& left = record.tombstone;
    const auto find = database.prepare(find_deletable);
    if (!find) return sqlite3_errcode(database.get());
    bind(find->get(), 1, left.game_id);
    bind(find->get(), 2, static_cast<std::int64_t>(left.size));
    if (const int code = sqlite3_step(find->get()); code != SQLITE_ROW)
        return code == SQLITE_DONE ? SQLITE_CONSTRAINT : code;
    const std::int64_t game = sqlite3_column_int64(find->get(), 0);
    sqlite3_reset(find->get());
    int code = change(database, "INSERT INTO tombstones VALUES(?, ?, ?, ?, ?, 0)", game, left.deleted_utc_ms,
                      left.why, static_cast<std::int64_t>(left.size), left.root);
    if (code == SQLITE_OK)
        code = change(database, "DELETE FROM checkpoints WHERE game = ? AND size <> ?", game,
                      static_cast<std::int64_t>(record.kept_size));
    for (const auto* sql : deletion)
        if (code == SQLITE_OK) code = change(database, sql, game);
    return code;
}

bool owes_erasure(Database& database) {
    return database.number("SELECT EXISTS (SELECT 1 FROM tombstones WHERE erased = 0)").value_or(1) == 1;
}

} // namespace adoube::journal
