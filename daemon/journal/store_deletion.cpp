// Games that are held and deleted, and what is left of them.
//
// SQLite overwrites what is deleted (secure_delete), but where rows were moved from one page to another it
// may have left a copy, and the log keeps pages as they were. Both are gone once the file was written anew
// and the log was emptied.

#include "daemon/journal/statement.hpp"
#include "daemon/journal/store.hpp"

namespace adoube::journal {
namespace {

/// Its number where it can be deleted: it is known, is not held, and has as many inputs as is thought.
constexpr const char* find_deletable =
    "SELECT game FROM games WHERE id = ?1 AND header <> ''"
    " AND game NOT IN (SELECT game FROM holds)"
    " AND ?2 = 1 + coalesce((SELECT max(n) FROM inputs WHERE inputs.game = games.game), 0)";

/// What was armed after it and has not begun would begin after a game that nobody knows any more.
constexpr const char* delete_game[] = {
    "INSERT INTO heard SELECT board_id, boot_id, max(sequence) FROM inputs"
    " WHERE game = ?1 AND sequence IS NOT NULL GROUP BY board_id, boot_id"
    " ON CONFLICT DO UPDATE SET sequence = max(sequence, excluded.sequence)",
    "DELETE FROM inputs WHERE game = ?1",
    "DELETE FROM shown WHERE game = ?1",
    "UPDATE armed SET header = '' WHERE id = (SELECT id FROM games WHERE game = ?1)",
    "DELETE FROM armed WHERE after = ?1 AND id NOT IN (SELECT id FROM games)",
    "UPDATE games SET header = '', created_utc_ms = 0, closed_utc_ms = NULL, secret = '' WHERE game = ?1",
};

} // namespace

template<class... Values>
int Store::change(const char* sql, const Values&... values) {
    const auto statement = prepare(sql);
    return statement ? run(statement->get(), values...) : sqlite3_errcode(database_.get());
}

int Store::write_one(const HoldGame& record) {
    const int code = change("INSERT OR REPLACE INTO holds SELECT game, ?2, ?3 FROM games"
                            " WHERE id = ?1 AND header <> ''",
                            record.game_id, record.hold.why, record.hold.since_utc_ms);
    return code == SQLITE_OK && sqlite3_changes(database_.get()) == 0 ? SQLITE_CONSTRAINT : code;
}

int Store::write_one(const ReleaseGame& record) {
    const int code =
        change("DELETE FROM holds WHERE game = (SELECT game FROM games WHERE id = ?)", record.game_id);
    return code == SQLITE_OK && sqlite3_changes(database_.get()) == 0 ? SQLITE_CONSTRAINT : code;
}

int Store::write_one(const DeleteGame& record) {
    const auto& left = record.tombstone;
    const auto find = prepare(find_deletable);
    if (!find) return sqlite3_errcode(database_.get());
    bind(find->get(), 1, left.game_id);
    bind(find->get(), 2, static_cast<std::int64_t>(left.size));
    if (const int code = sqlite3_step(find->get()); code != SQLITE_ROW)
        return code == SQLITE_DONE ? SQLITE_CONSTRAINT : code;
    const std::int64_t game = sqlite3_column_int64(find->get(), 0);
    sqlite3_reset(find->get());
    int code = change("INSERT INTO tombstones VALUES(?, ?, ?, ?, ?, 0)", game, left.deleted_utc_ms, left.why,
                      static_cast<std::int64_t>(left.size), left.root);
    if (code == SQLITE_OK)
        code = change("DELETE FROM checkpoints WHERE game = ? AND size <> ?", game,
                      static_cast<std::int64_t>(record.kept_size));
    for (const auto* sql : delete_game)
        if (code == SQLITE_OK) code = change(sql, game);
    rewritten_ = false;
    return code;
}

bool Store::owes_erasure() {
    return number("SELECT EXISTS (SELECT 1 FROM tombstones WHERE erased = 0)").value_or(1) == 1;
}

std::expected<bool, std::string> Store::erase_deleted() {
    if (!owes_erasure()) return true;
    if (!rewritten_)
        if (const int code = execute("VACUUM"); code != SQLITE_OK) return std::unexpected(sentence(code));
    rewritten_ = true;
    const auto busy = number("PRAGMA wal_checkpoint(TRUNCATE)");
    if (!busy) return std::unexpected(busy.error());
    if (*busy != 0) return false;
    if (auto forgotten = forget_in_mark(); !forgotten) return std::unexpected(forgotten.error());
    if (const int code = execute("UPDATE tombstones SET erased = 1"); code != SQLITE_OK)
        return std::unexpected(sentence(code));
    return true;
}

std::expected<std::vector<Tombstone>, std::string> Store::tombstones() {
    std::vector<Tombstone> all;
    sqlite3_stmt* row = tombstones_.get();
    if (!row) return all; // of before any game could be deleted
    while (sqlite3_step(row) == SQLITE_ROW)
        all.push_back({text(row, 0), utc_ms(row, 1), text(row, 2),
                       static_cast<std::uint64_t>(sqlite3_column_int64(row, 3)), text(row, 4)});
    if (const int code = sqlite3_reset(row); code != SQLITE_OK) return std::unexpected(sentence(code));
    return all;
}

std::expected<std::vector<Outline>, std::string> Store::outlines() {
    sqlite3_stmt* row = outlines_.get();
    if (!row)
        return std::unexpected("journal " + path_.string() +
                               " is of an older version: start this adoubed with it once");
    std::vector<Outline> all;
    while (sqlite3_step(row) == SQLITE_ROW) {
        all.push_back({{text(row, 0), text(row, 1), utc_ms(row, 2), std::nullopt, text(row, 8)},
                       static_cast<std::uint64_t>(sqlite3_column_int64(row, 4)),
                       utc_ms(row, 5),
                       std::nullopt});
        if (!is_null(row, 3)) all.back().game.closed_utc_ms = utc_ms(row, 3);
        if (!is_null(row, 6)) all.back().hold = Hold{text(row, 6), utc_ms(row, 7)};
    }
    if (const int code = sqlite3_reset(row); code != SQLITE_OK) return std::unexpected(sentence(code));
    return all;
}

} // namespace adoube::journal
