// The mark beside the journal's file: what is known to have been in it, kept with each transaction and
// compared with what is there when the file is opened.

#include "daemon/journal/statement.hpp"
#include "daemon/journal/store.hpp"

#include <algorithm>

namespace adoube::journal {
namespace {

/// That are over, the last that were written to; of others all are kept. Older ones lie in the file itself,
/// and only their number is known.
constexpr std::ptrdiff_t most_over = 32;

} // namespace

std::expected<std::vector<Lost>, std::string> Store::compare_with_mark() {
    const auto version = number("PRAGMA user_version");
    if (!version) return std::unexpected(version.error());
    if (*version < 6) return std::vector<Lost>(); // looked at before there was any
    const auto in_use = number("SELECT in_use FROM state"), records = number("SELECT records FROM state");
    if (!in_use) return std::unexpected(in_use.error());
    if (!records) return std::unexpected(records.error());
    mark_.emplace(path_, vfs_.empty() ? nullptr : vfs_.c_str());
    const auto there = mark_->read();
    std::vector<Lost> lost;
    if (!there && *in_use != 0) lost.push_back({.what = Lost::What::mark});
    if (!there) return lost;
    const auto all = games();
    if (!all) return std::unexpected(all.error());
    const auto deleted = tombstones();
    if (!deleted) return std::unexpected(deleted.error());
    std::uint64_t gone = 0;
    for (const auto& game : there->games) {
        if (std::ranges::count(*deleted, game.id, &Tombstone::game_id) > 0) continue;
        auto compared = compare_with_mark(game, *all);
        if (!compared) return std::unexpected(compared.error());
        if (!*compared) continue;
        gone += (*compared)->has < (*compared)->had ? (*compared)->had - (*compared)->has : 0;
        lost.push_back(std::move(**compared));
    }
    const auto had = there->records, has = static_cast<std::uint64_t>(*records) + gone;
    if (has < had) lost.push_back({.what = Lost::What::records, .had = had, .has = has});
    return lost;
}

/// What is there of it is kept to go on from.
std::expected<std::optional<Lost>, std::string> Store::compare_with_mark(const Marked::Game& before,
                                                                         std::span<const GameEntry> all) {
    auto now = marked_now(before.id, before.inputs, all);
    if (!now) return std::unexpected(now.error());
    if (!now->game) return Lost{.game_id = before.id, .had = before.inputs};
    const auto has = now->game->inputs;
    const bool same = now->then == before.chain;
    marked_.games.push_back(std::move(*now->game));
    if (has < before.inputs) return Lost{.game_id = before.id, .had = before.inputs, .has = has};
    if (same) return std::nullopt;
    return Lost{.what = Lost::What::content, .game_id = before.id, .had = before.inputs, .has = has};
}

std::expected<Store::MarkedNow, std::string> Store::marked_now(const std::string& game_id, std::uint64_t then,
                                                               std::span<const GameEntry> all) {
    MarkedNow now;
    const auto game = std::ranges::find(all, game_id, &GameEntry::id);
    if (game == all.end()) return now;
    const auto entries = inputs(game_id);
    if (!entries) return std::unexpected(entries.error());
    now.game = Marked::Game{game_id, 0, chain_of(*game), game->closed_utc_ms.has_value()};
    if (then == 0) now.then = now.game->chain;
    for (const auto& entry : *entries) {
        now.game->chain = chain_with(now.game->chain, entry);
        if (++now.game->inputs == then) now.then = now.game->chain;
    }
    return now;
}

std::expected<void, std::string> Store::begin_mark() {
    if (!mark_) {
        mark_.emplace(path_, vfs_.empty() ? nullptr : vfs_.c_str());
        (void)mark_->read();
    }
    const auto records = number("SELECT records FROM state");
    if (!records) return std::unexpected(records.error());
    marked_.records = static_cast<std::uint64_t>(*records);
    marks_ = true;
    return sync_mark();
}

std::expected<void, std::string> Store::sync_mark() {
    int code = mark_is_written_ ? SQLITE_OK : write_mark();
    if (code == SQLITE_OK) code = mark_->sync();
    mark_is_behind_ = code != SQLITE_OK;
    mark_is_written_ = false; // what a sync that failed has forgotten is to be written again
    if (code != SQLITE_OK) return std::unexpected(cannot_mark(code));
    // From now on the file is not to be taken for whole without its mark, nor without its log.
    if (!says_in_use_ && execute("UPDATE state SET in_use = 1 WHERE in_use = 0") == SQLITE_OK)
        says_in_use_ = execute("PRAGMA wal_checkpoint(PASSIVE)") == SQLITE_OK;
    return {};
}

std::expected<void, std::string> Store::forget_in_mark() {
    if (!marks_) return {};
    for (int place = 0; place < 2; ++place) {
        if (const int code = write_mark(true); code != SQLITE_OK) return std::unexpected(cannot_mark(code));
        if (auto synced = sync_mark(); !synced) return synced; // and now the other
    }
    return {};
}

void Store::close() {
    if (!marks_) return;
    if (mark_is_behind_) (void)sync_mark();
    execute("UPDATE state SET in_use = 0");
}

int Store::write_mark(bool over_all) {
    const int code = mark_->write(marked_, over_all);
    mark_is_written_ = code == SQLITE_OK;
    return code;
}

std::expected<void, std::string> Store::recall_marked(std::span<const Record> batch) {
    if (!marks_) return {};
    for (const auto& record : batch) {
        const auto* append = std::get_if<Append>(&record);
        if (!append || std::ranges::count(marked_.games, append->game_id, &Marked::Game::id) > 0) continue;
        const auto all = games();
        if (!all) return std::unexpected(all.error());
        auto now = marked_now(append->game_id, 0, *all);
        if (!now) return std::unexpected(now.error());
        if (now->game) marked_.games.push_back(std::move(*now->game));
    }
    return {};
}

void Store::mark(std::span<const Record> batch, std::span<const std::size_t> refused) {
    if (!marks_) return;
    for (std::size_t at = 0; at < batch.size(); ++at)
        if (!std::ranges::binary_search(refused, at)) mark_one(batch[at]);
    mark_is_behind_ = true;
    (void)write_mark(); // where it fails, to be told when it is synced
}

void Store::mark_one(const Record& record) {
    auto& games = marked_.games;
    ++marked_.records;
    const auto touched = [&games](const std::string& id) {
        const auto game = std::ranges::find(games, id, &Marked::Game::id);
        if (game != games.end()) std::rotate(game, game + 1, games.end());
        return game != games.end() ? &games.back() : nullptr;
    };
    if (const auto* open = std::get_if<OpenGame>(&record)) {
        games.push_back({open->game.id, 0, chain_of(open->game), false});
    } else if (const auto* append = std::get_if<Append>(&record)) {
        auto* const game = touched(append->game_id);
        if (!game) return;
        ++game->inputs;
        game->chain = chain_with(game->chain, append->entry);
    } else if (const auto* close = std::get_if<CloseGame>(&record)) {
        if (auto* const game = touched(close->game_id)) game->over = true;
        if (std::ranges::count(games, true, &Marked::Game::over) > most_over)
            games.erase(std::ranges::find(games, true, &Marked::Game::over));
    } else if (const auto* gone = std::get_if<DeleteGame>(&record)) {
        std::erase_if(games, [&](const auto& game) { return game.id == gone->tombstone.game_id; });
    }
}

std::string Store::cannot_mark(int code) const {
    return "mark " + mark_->path() + " cannot be written (" +
           ((code & 0xff) == SQLITE_FULL ? "the disk is full" : sqlite3_errstr(code)) +
           "): should the journal lose something, that will not be noticed; see to the disk";
}

namespace {

/// As a new file in its place lacks it.
std::vector<Lost> all_that_is_marked(const std::filesystem::path& journal) {
    std::vector<Lost> lost;
    const auto held = Mark(journal, nullptr).read();
    if (!held) return lost;
    std::uint64_t inputs = 0;
    for (const auto& game : held->games) {
        lost.push_back({.game_id = game.id, .had = game.inputs});
        inputs += game.inputs;
    }
    if (inputs < held->records)
        lost.push_back({.what = Lost::What::records, .had = held->records, .has = inputs});
    return lost;
}

} // namespace

std::string doubt(const std::filesystem::path& journal) {
    auto lost = read_lost(journal);
    std::error_code unknown;
    const auto size = std::filesystem::file_size(journal, unknown);
    if (lost.empty() && (unknown == std::errc::no_such_file_or_directory || size == 0)) {
        lost = all_that_is_marked(journal);
    } else if (lost.empty() && !Store::is_in_use(journal)) {
        auto store = Store::open_to_look(journal);
        if (!store) return {}; // who looks is told why
        if (auto compared = store->compare_with_mark()) lost = std::move(*compared);
    }
    return in_words(journal, lost);
}

} // namespace adoube::journal
