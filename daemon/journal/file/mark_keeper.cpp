#include "daemon/journal/file/mark_keeper.hpp"

#include "daemon/journal/file/schema.hpp"

#include <sqlite3.h>

#include <algorithm>

namespace adoube::journal {
namespace {

/// The finished games written last; all others are kept. Older ones are in the file itself, and only their
/// number is known.
constexpr std::size_t most_over = 32;

struct MarkedNow {
    std::optional<Marked::Game> game; // empty: missing
    Chain then{};                     // at the given count, if reached
};

std::expected<MarkedNow, std::string> marked_now(const std::string& game_id, std::uint64_t then,
                                                 Reader& reader) {
    MarkedNow now;
    const auto found = reader.game(game_id);
    if (!found) return std::unexpected(found.error());
    const auto& game = *found;
    if (!game) return now;
    const auto entries = reader.inputs(game_id);
    if (!entries) return std::unexpected(entries.error());
    now.game = Marked::Game{game_id, 0, chain_of(*game), game->closed_utc_ms.has_value()};
    if (then == 0) now.then = now.game->chain;
    for (const auto& entry : *entries) {
        now.game->chain = chain_with(now.game->chain, entry);
        if (++now.game->inputs == then) now.then = now.game->chain;
    }
    return now;
}

std::optional<Lost> lost_of(const Marked::Game& before, const MarkedNow& now) {
    if (!now.game) return Lost{.game_id = before.id, .had = before.inputs};
    const auto has = now.game->inputs;
    if (has < before.inputs) return Lost{.game_id = before.id, .had = before.inputs, .has = has};
    if (now.then == before.chain) return std::nullopt;
    return Lost{.what = Lost::What::content, .game_id = before.id, .had = before.inputs, .has = has};
}

} // namespace

std::expected<ComparedWithMark, std::string> compare_with_mark(Reader& reader) {
    auto& database = reader.database();
    const auto version = version_of(database);
    if (!version) return std::unexpected(version.error());
    ComparedWithMark compared;
    if (*version < 6) return compared; // older files have no mark
    const auto in_use = database.number("SELECT in_use FROM state"), records = records_ever(database);
    if (!in_use) return std::unexpected(in_use.error());
    if (!records) return std::unexpected(records.error());
    const auto marked = Mark(database.path(), database.vfs()).read();
    if (!marked && *in_use != 0) compared.lost.push_back({.what = Lost::What::mark});
    if (!marked) return compared;
    const auto deleted = reader.tombstones();
    if (!deleted) return std::unexpected(deleted.error());
    std::uint64_t gone = 0;
    for (const auto& before : marked->games) {
        if (std::ranges::count(*deleted, before.id, &Tombstone::game_id) > 0) continue;
        auto now = marked_now(before.id, before.inputs, reader);
        if (!now) return std::unexpected(now.error());
        if (auto lost = lost_of(before, *now)) {
            gone += lost->has < lost->had ? lost->had - lost->has : 0;
            compared.lost.push_back(std::move(*lost));
        }
        if (now->game) compared.there.games.push_back(std::move(*now->game));
    }
    const auto had = marked->records, has = static_cast<std::uint64_t>(*records) + gone;
    if (has < had) compared.lost.push_back({.what = Lost::What::records, .had = had, .has = has});
    return compared;
}

std::expected<MarkKeeper, std::string> MarkKeeper::of(Reader& reader, Marked there) {
    auto& database = reader.database();
    Mark mark(database.path(), database.vfs());
    (void)mark.read();
    const auto records = records_ever(database);
    if (!records) return std::unexpected(records.error());
    there.records = static_cast<std::uint64_t>(*records);
    return MarkKeeper(std::move(mark), std::move(there));
}

std::expected<void, std::string> MarkKeeper::sync(Database& database) {
    int code = is_written_ ? SQLITE_OK : write();
    if (code == SQLITE_OK) code = mark_.sync();
    is_behind_ = code != SQLITE_OK;
    is_written_ = false; // a failed sync may have dropped it
    if (code != SQLITE_OK) return std::unexpected(cannot_mark(code));
    // From now on the file is not whole without its mark and its log.
    if (!says_in_use_ && database.execute("UPDATE state SET in_use = 1 WHERE in_use = 0") == SQLITE_OK)
        says_in_use_ = database.execute("PRAGMA wal_checkpoint(PASSIVE)") == SQLITE_OK;
    return {};
}

std::expected<void, std::string> MarkKeeper::forget_deleted(Database& database) {
    for (int place = 0; place < 2; ++place) {
        if (const int code = write(true); code != SQLITE_OK) return std::unexpected(cannot_mark(code));
        if (auto synced = sync(database); !synced) return synced; // swaps the places
    }
    return {};
}

void MarkKeeper::close(Database& database) {
    if (is_behind_) (void)sync(database);
    database.execute("UPDATE state SET in_use = 0");
}

int MarkKeeper::write(bool over_all) {
    const int code = mark_.write(games_.marked(), over_all);
    is_written_ = code == SQLITE_OK;
    return code;
}

std::expected<void, std::string> MarkKeeper::recall(std::span<const Record> batch, Reader& reader) {
    for (const auto& record : batch) {
        const auto* append = std::get_if<Append>(&record);
        if (!append || games_.has(append->game_id)) continue;
        auto now = marked_now(append->game_id, 0, reader);
        if (!now) return std::unexpected(now.error());
        if (now->game) games_.add(std::move(*now->game));
    }
    return {};
}

void MarkKeeper::written(std::span<const Record> batch, std::span<const std::size_t> refused) {
    for (std::size_t at = 0; at < batch.size(); ++at)
        if (!std::ranges::binary_search(refused, at)) mark(batch[at]);
    is_behind_ = true;
    const int code = write_changes();
    is_written_ = code == SQLITE_OK; // sync reports a failure
}

int MarkKeeper::write_changes() {
    std::ranges::sort(changed_);
    const auto twice = std::ranges::unique(changed_);
    const auto count = changed_.size() - twice.size();
    changed_.clear();
    if (std::exchange(some_gone_, false)) return mark_.write(games_.marked());
    const auto added = mark_.add(games_.marked(), count);
    return added ? *added : mark_.write(games_.marked());
}

void MarkKeeper::mark(const Record& record) {
    games_.count_record();
    if (const auto* open = std::get_if<OpenGame>(&record)) {
        changed(games_.add({open->game.id, 0, chain_of(open->game), false}));
    } else if (const auto* append = std::get_if<Append>(&record)) {
        auto* const game = games_.touch(append->game_id);
        if (!game) return;
        ++game->inputs;
        game->chain = chain_with(game->chain, append->entry);
        changed(*game);
    } else if (const auto* close = std::get_if<CloseGame>(&record)) {
        games_.finish(close->game_id, most_over);
        some_gone_ = true;
    } else if (const auto* gone = std::get_if<DeleteGame>(&record)) {
        games_.remove(gone->tombstone.game_id);
        some_gone_ = true;
    }
}

std::string MarkKeeper::cannot_mark(int code) const {
    return "mark " + mark_.path() + " cannot be written (" +
           ((code & 0xff) == SQLITE_FULL ? "the disk is full" : sqlite3_errstr(code)) +
           "): should the journal lose something, that will not be noticed; see to the disk";
}

} // namespace adoube::journal
