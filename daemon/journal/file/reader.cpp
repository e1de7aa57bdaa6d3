#include "daemon/journal/file/reader.hpp"

#include "daemon/journal/file/schema.hpp"
#include "daemon/journal/file/statement.hpp"

namespace adoube::journal {

std::expected<Reader, std::string> Reader::of(Database database) {
    Reader reader(std::move(database));
    if (auto prepared = reader.prepare_all(); !prepared) return std::unexpected(prepared.error());
    return reader;
}

std::expected<void, std::string> Reader::prepare_all() {
    const auto version = version_of(*database_);
    if (!version) return std::unexpected(version.error());
    const std::string secret = *version < 7 ? "''" : "secret";
    const std::string instead_of = *version < 8 ? "''" : "instead_of";
    struct Query {
        Statement& statement;
        int since_version;
        std::string sql;
    };
    Query queries[] = {
        {games_, 1,
         "SELECT id, header, created_utc_ms, closed_utc_ms, " + secret +
             " FROM games WHERE header <> '' ORDER BY game"},
        {game_, 1,
         "SELECT id, header, created_utc_ms, closed_utc_ms, " + secret +
             " FROM games WHERE header <> '' AND id = ?"},
        {inputs_, 1,
         "SELECT line, host_utc_ms, board_id, boot_id, sequence, board_us"
         " FROM inputs WHERE game = (SELECT game FROM games WHERE id = ?) AND n >= ? ORDER BY n"},
        {armed_, 2,
         "SELECT coalesce(games.id, ''), armed.id, armed.header, armed_utc_ms, " + instead_of +
             " FROM armed LEFT JOIN games ON game = after ORDER BY n"},
        {checkpoints_, 3,
         "SELECT id, size, note FROM checkpoints JOIN games USING(game) WHERE id = ? ORDER BY size, n"},
        {newest_checkpoints_, 3,
         "SELECT id, size, note FROM games AS g JOIN checkpoints USING(game)"
         " WHERE header <> '' AND size = (SELECT max(size) FROM checkpoints AS c WHERE c.game = g.game)"
         " ORDER BY game, n"},
        {tombstones_, 4,
         "SELECT id, deleted_utc_ms, why, size, root FROM tombstones JOIN games USING(game) ORDER BY game"},
        {outlines_, 4,
         "SELECT id, header, created_utc_ms, closed_utc_ms, " + secret +
             ", coalesce((SELECT max(n) FROM inputs WHERE inputs.game = games.game), 0),"
             " coalesce((SELECT host_utc_ms FROM inputs WHERE inputs.game = games.game ORDER BY n DESC"
             " LIMIT 1), created_utc_ms), why, since_utc_ms"
             " FROM games LEFT JOIN holds ON holds.game = games.game WHERE header <> '' ORDER BY games.game"},
        {shown_, 5, "SELECT id, inputs, t_ms, clocks_at_ms FROM shown JOIN games USING(game) ORDER BY game"},
    };
    for (auto& [statement, since_version, sql] : queries) {
        if (*version < since_version) continue;
        auto prepared = database_->prepare(sql);
        if (!prepared) return std::unexpected(prepared.error());
        statement = std::move(*prepared);
    }
    return {};
}

template<class Row, class RowOf>
std::expected<std::vector<Row>, std::string> Reader::all(const Statement& statement, const RowOf& row_of) {
    std::vector<Row> rows;
    if (!statement) return rows;
    sqlite3_stmt* row = statement.get();
    while (sqlite3_step(row) == SQLITE_ROW) rows.push_back(row_of(row));
    if (const int code = sqlite3_reset(row); code != SQLITE_OK)
        return std::unexpected(database_->sentence(code));
    return rows;
}

namespace {

GameEntry game_of(sqlite3_stmt* row) {
    GameEntry game{text(row, 0), text(row, 1), utc_ms(row, 2), std::nullopt, text(row, 4)};
    if (!is_null(row, 3)) game.closed_utc_ms = utc_ms(row, 3);
    return game;
}

Entry entry_of(sqlite3_stmt* row) {
    Entry entry{text(row, 0), std::nullopt, utc_ms(row, 1)};
    if (is_null(row, 2)) return entry;
    entry.origin = Origin{text(row, 2), number<std::uint32_t>(row, 3), std::nullopt,
                          BoardUs(number<std::uint64_t>(row, 5))};
    if (!is_null(row, 4)) entry.origin->sequence = number<std::uint32_t>(row, 4);
    return entry;
}

Checkpoint checkpoint_of(sqlite3_stmt* row) {
    return {text(row, 0), number<std::uint64_t>(row, 1), text(row, 2)};
}

Outline outline_of(sqlite3_stmt* row) {
    Outline outline{game_of(row), number<std::uint64_t>(row, 5), utc_ms(row, 6), std::nullopt};
    if (!is_null(row, 7)) outline.hold = Hold{text(row, 7), utc_ms(row, 8)};
    return outline;
}

} // namespace

std::expected<std::vector<GameEntry>, std::string> Reader::games() { return all<GameEntry>(games_, game_of); }

std::expected<std::optional<GameEntry>, std::string> Reader::game(const std::string& id) {
    bind(game_.get(), 1, id);
    auto found = all<GameEntry>(game_, game_of);
    if (!found) return std::unexpected(found.error());
    return found->empty() ? std::nullopt : std::optional(std::move(found->front()));
}

std::expected<std::vector<ArmedGame>, std::string> Reader::armed() {
    return all<ArmedGame>(armed_, [](auto* row) {
        return ArmedGame{text(row, 0), text(row, 1), text(row, 2), utc_ms(row, 3), text(row, 4)};
    });
}

std::expected<std::vector<Entry>, std::string> Reader::inputs(const std::string& game_id,
                                                              std::uint64_t first) {
    bind(inputs_.get(), 1, game_id);
    bind(inputs_.get(), 2, static_cast<std::int64_t>(first));
    return all<Entry>(inputs_, entry_of);
}

std::expected<std::vector<Checkpoint>, std::string> Reader::checkpoints(const std::string& game_id) {
    if (checkpoints_) bind(checkpoints_.get(), 1, game_id);
    return all<Checkpoint>(checkpoints_, checkpoint_of);
}

std::expected<std::vector<Checkpoint>, std::string> Reader::newest_checkpoints() {
    return all<Checkpoint>(newest_checkpoints_, checkpoint_of);
}

std::expected<std::vector<Shown>, std::string> Reader::shown() {
    return all<Shown>(shown_, [](auto* row) {
        return Shown{text(row, 0), number<std::uint64_t>(row, 1), GameMs(number<std::int64_t>(row, 2)),
                     utc_ms(row, 3)};
    });
}

std::expected<std::vector<Tombstone>, std::string> Reader::tombstones() {
    return all<Tombstone>(tombstones_, [](auto* row) {
        return Tombstone{text(row, 0), utc_ms(row, 1), text(row, 2), number<std::uint64_t>(row, 3),
                         text(row, 4)};
    });
}

std::expected<std::vector<Outline>, std::string> Reader::outlines() {
    if (outlines_) return all<Outline>(outlines_, outline_of);
    return std::unexpected("journal " + database_->path().string() +
                           " is of an older version: start this adoubed with it once");
}

std::expected<Copied, std::string> Reader::counted() {
    auto statement = database_->prepare(
        "SELECT (SELECT count(*) FROM games WHERE header <> ''), count(*), max(host_utc_ms) FROM inputs");
    if (!statement) return std::unexpected(statement.error());
    sqlite3_stmt* row = statement->get();
    if (const int code = sqlite3_step(row); code != SQLITE_ROW)
        return std::unexpected(database_->sentence(code));
    Copied counted{number<std::size_t>(row, 0), number<std::size_t>(row, 1), std::nullopt};
    if (counted.inputs > 0) counted.last_utc_ms = utc_ms(row, 2);
    return counted;
}

} // namespace adoube::journal
