#include "daemon/journal/file/reader.hpp"

#include "daemon/journal/file/runs.hpp"
#include "daemon/journal/file/schema.hpp"
#include "daemon/journal/file/statement.hpp"

#include <algorithm>
#include <map>
#include <ranges>
#include <set>

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
    const bool has_runs = *version >= 10;
    const std::string inputs = *version < 9 ? "inputs" : "inputs LEFT JOIN boards USING(board)";
    const std::string rows = "SELECT line, host_utc_ms, board_id, boot_id, sequence, board_us FROM " +
                             inputs +
                             " WHERE game = (SELECT game FROM games WHERE id = ?) AND n >= ? ORDER BY n";
    const std::string last = has_runs ? "max(last) FROM runs AS i" : "max(n) FROM inputs AS i",
                      last_utc_ms = has_runs
                                        ? "last_utc_ms FROM runs AS i WHERE i.game = games.game ORDER BY last"
                                        : "host_utc_ms FROM inputs AS i WHERE i.game = games.game ORDER BY n";
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
        {rows_, 1, rows},
        {runs_, 10,
         "SELECT inputs FROM runs WHERE game = (SELECT game FROM games WHERE id = ?) AND last >= ?"
         " ORDER BY last"},
        {number_, 9, "SELECT game FROM games WHERE header <> '' AND id = ?"},
        {any_wait_, 9, "SELECT EXISTS (SELECT 1 FROM batches)"},
        {board_, 9, "SELECT board_id, boot_id FROM boards WHERE board = ?"},
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
         "SELECT id, header, created_utc_ms, closed_utc_ms, " + secret + ", coalesce((SELECT " + last +
             " WHERE i.game = games.game), 0), coalesce((SELECT " + last_utc_ms +
             " DESC LIMIT 1), created_utc_ms), why, since_utc_ms, games.game"
             " FROM games LEFT JOIN holds ON holds.game = games.game WHERE header <> '' ORDER BY games.game"},
        {shown_, 5, "SELECT id, inputs, t_ms, clocks_at_ms FROM shown JOIN games USING(game) ORDER BY game"},
    };
    for (auto& [statement, since_version, sql] : queries) {
        if (*version < since_version || (has_runs && &statement == &rows_)) continue;
        auto prepared = database_->prepare(sql);
        if (!prepared) return std::unexpected(prepared.error());
        statement = std::move(*prepared);
    }
    return {};
}

template<class Row, class RowOf>
std::expected<std::vector<Row>, std::string> Reader::all(const Statement& statement, const RowOf& row_of) {
    if (!statement) return {};
    return database_->looked_at([&]() -> std::expected<std::vector<Row>, std::string> {
        std::vector<Row> rows;
        const int code = each_row(statement.get(), [&](auto* row) { rows.push_back(row_of(row)); });
        if (code != SQLITE_OK) return std::unexpected(database_->sentence(code));
        return rows;
    });
}

namespace {

GameEntry game_of(sqlite3_stmt* row) {
    GameEntry game{text(row, 0), text(row, 1), utc_ms(row, 2), std::nullopt, text(row, 4)};
    if (!is_null(row, 3)) game.closed_utc_ms = utc_ms(row, 3);
    return game;
}

Entry entry_of_row(sqlite3_stmt* row) {
    Entry entry{text(row, 0), std::nullopt, utc_ms(row, 1)};
    if (is_null(row, 2)) return entry;
    entry.origin = Origin{text(row, 2), number<std::uint32_t>(row, 3), std::nullopt,
                          BoardUs(number<std::uint64_t>(row, 5))};
    if (!is_null(row, 4)) entry.origin->sequence = number<std::uint32_t>(row, 4);
    return entry;
}

/// As of Reader::last_heard.
std::vector<StoredInput> last_of_each(std::vector<StoredInput> heard) {
    std::set<std::int64_t> known, numbered; // starts of boards
    std::vector<StoredInput> last;
    for (auto& input : heard | std::views::reverse) {
        if (!input.source) continue;
        const bool is_last = known.insert(input.source->board).second;
        const bool tells_number = input.source->sequence && numbered.insert(input.source->board).second;
        if (is_last || tells_number) last.push_back(std::move(input));
    }
    std::ranges::reverse(last);
    return last;
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

std::expected<std::vector<StoredInput>, std::string> Reader::waiting() {
    const auto any = all<bool>(any_wait_, [](auto* row) { return number<bool>(row, 0); });
    if (!any) return std::unexpected(any.error());
    if (any->empty() || !any->front()) return {};
    return database_->looked_at([&] { return waiting_inputs(*database_); });
}

std::expected<std::vector<Entry>, std::string> Reader::entries_of(std::vector<StoredInput> inputs) {
    std::map<std::int64_t, Origin> starts; // of boards
    std::vector<Entry> entries;
    entries.reserve(inputs.size());
    for (auto& [game, n, host_utc_ms, source, line] : inputs) {
        auto& entry = entries.emplace_back(Entry{std::move(line), std::nullopt, host_utc_ms});
        if (!source) continue;
        auto start = starts.find(source->board);
        if (start == starts.end()) {
            bind(board_.get(), 1, source->board);
            const auto found = all<Origin>(board_, [](auto* row) {
                return Origin{text(row, 0), number<std::uint32_t>(row, 1), std::nullopt, BoardUs()};
            });
            if (!found) return std::unexpected(found.error());
            if (found->empty()) return std::unexpected(database_->damaged("an input of no board"));
            start = starts.emplace(source->board, found->front()).first;
        }
        entry.origin = start->second;
        entry.origin->sequence = source->sequence;
        entry.origin->board_us = source->board_us;
    }
    return entries;
}

std::expected<std::vector<StoredInput>, std::string> Reader::settled(const std::string& game_id,
                                                                     std::uint64_t first, Lines lines) {
    return database_->looked_at([&] { return read_runs(game_id, first, lines); });
}

std::expected<std::vector<StoredInput>, std::string> Reader::read_runs(const std::string& game_id,
                                                                       std::uint64_t first, Lines lines) {
    std::vector<StoredInput> inputs;
    bool is_whole = true;
    bind(runs_.get(), 1, game_id);
    bind(runs_.get(), 2, static_cast<std::int64_t>(first));
    const int code =
        each_row(runs_.get(), [&](auto* row) { is_whole = is_whole && add_run(inputs, row, 0, lines); });
    if (code != SQLITE_OK) return std::unexpected(database_->sentence(code));
    if (!is_whole) return std::unexpected(database_->damaged("a run of inputs"));
    std::erase_if(inputs, [&](const auto& input) { return input.n < static_cast<std::int64_t>(first); });
    return inputs;
}

std::expected<std::vector<Entry>, std::string> Reader::inputs(const std::string& game_id,
                                                              std::uint64_t first) {
    std::vector<Entry> entries;
    std::vector<StoredInput> stored;
    if (rows_) {
        bind(rows_.get(), 1, game_id);
        bind(rows_.get(), 2, static_cast<std::int64_t>(first));
        auto rows = all<Entry>(rows_, entry_of_row);
        if (!rows || !number_) return rows;
        entries = std::move(*rows);
    } else {
        auto settled = this->settled(game_id, first, Lines::read);
        if (!settled) return std::unexpected(settled.error());
        stored = std::move(*settled);
    }
    if (const auto added = add_waiting(stored, game_id, first); !added) return std::unexpected(added.error());
    auto rest = entries_of(std::move(stored));
    if (!rest || entries.empty()) return rest;
    std::ranges::move(*rest, std::back_inserter(entries));
    return entries;
}

std::expected<std::vector<Entry>, std::string> Reader::last_heard(const std::string& game_id) {
    if (!runs_) return inputs(game_id);
    auto heard = settled(game_id, 1, Lines::leave_out);
    if (!heard) return std::unexpected(heard.error());
    if (const auto added = add_waiting(*heard, game_id, 1); !added) return std::unexpected(added.error());
    return entries_of(last_of_each(std::move(*heard)));
}

std::expected<void, std::string> Reader::add_waiting(std::vector<StoredInput>& inputs,
                                                     const std::string& game_id, std::uint64_t first) {
    auto waiting = this->waiting();
    if (!waiting) return std::unexpected(waiting.error());
    if (waiting->empty()) return {};
    bind(number_.get(), 1, game_id);
    const auto games = all<std::int64_t>(number_, [](auto* row) { return number<std::int64_t>(row, 0); });
    if (!games) return std::unexpected(games.error());
    for (auto& input : *waiting)
        if (!games->empty() && input.game == games->front() && input.n >= static_cast<std::int64_t>(first))
            inputs.push_back(std::move(input));
    return {};
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
    if (!outlines_)
        return std::unexpected("journal " + database_->path().string() +
                               " is of an older version: start this adoubed with it once");
    std::map<std::int64_t, std::size_t> places; // by the game's number
    auto outlines = all<Outline>(outlines_, [&](auto* row) {
        places.emplace(number<std::int64_t>(row, 9), places.size());
        return outline_of(row);
    });
    const auto waiting = this->waiting();
    if (!outlines || !waiting) return outlines ? std::unexpected(waiting.error()) : std::move(outlines);
    for (const auto& input : *waiting) {
        const auto place = places.find(input.game);
        if (place == places.end()) continue; // deleted
        ++outlines->at(place->second).inputs;
        outlines->at(place->second).last_utc_ms = input.host_utc_ms;
    }
    return outlines;
}

std::expected<Copied, std::string> Reader::counted() {
    auto statement = database_->prepare(
        "SELECT (SELECT count(*) FROM games WHERE header <> ''), " +
        std::string(runs_ ? "coalesce(sum(inputs), 0), max(last_utc_ms) FROM (SELECT max(last) AS inputs,"
                            " max(last_utc_ms) AS last_utc_ms FROM runs GROUP BY game)"
                          : "count(*), max(host_utc_ms) FROM inputs"));
    if (!statement) return std::unexpected(statement.error());
    sqlite3_stmt* row = statement->get();
    if (const int code = sqlite3_step(row); code != SQLITE_ROW)
        return std::unexpected(database_->sentence(code));
    Copied counted{number<std::size_t>(row, 0), number<std::size_t>(row, 1), std::nullopt};
    if (counted.inputs > 0) counted.last_utc_ms = utc_ms(row, 2);
    const auto waiting = this->waiting();
    if (!waiting) return std::unexpected(waiting.error());
    for (const auto& input : *waiting)
        counted.last_utc_ms = std::max(counted.last_utc_ms, std::optional(input.host_utc_ms));
    counted.inputs += waiting->size();
    return counted;
}

} // namespace adoube::journal
