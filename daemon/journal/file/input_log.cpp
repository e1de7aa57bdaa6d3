#include "daemon/journal/file/input_log.hpp"

#include "daemon/journal/file/statement.hpp"

#include <algorithm>
#include <tuple>

namespace adoube::journal {

std::expected<InputLog, std::string> InputLog::of(Database& database) {
    auto runs = RunWriter::of(database);
    if (!runs) return std::unexpected(runs.error());
    InputLog log(database, std::move(*runs));
    const std::pair<Statement&, const char*> all[] = {
        {log.find_game_, "SELECT game, coalesce((SELECT max(last) FROM runs WHERE runs.game = games.game), 0)"
                         " FROM games WHERE id = ? AND header <> ''"},
        {log.find_board_, "SELECT board, heard FROM boards WHERE board_id = ? AND boot_id = ?"},
        {log.add_board_, "INSERT INTO boards(board_id, boot_id) VALUES(?, ?)"},
        {log.hear_, "UPDATE boards SET heard = ?2 WHERE board = ?1 AND coalesce(heard, -1) < ?2"},
        {log.put_batch_, "INSERT INTO batches(n, inputs) VALUES(?, ?)"},
    };
    if (const auto prepared = database.prepare(all); !prepared) return std::unexpected(prepared.error());
    return log;
}

void InputLog::forget() {
    taken_.clear();
    settling_.reset();
    waiting_ = taken_count_ = 0;
    games_.clear();
    boards_.clear();
    waiting_of_games_.clear();
    waiting_of_boards_.clear();
    recalled_ = false;
}

/// Of a batch that was read but makes no sense SQLite knows nothing.
int InputLog::why_unread() const {
    const int code = sqlite3_errcode(database_->get());
    return code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_CORRUPT : code;
}

int InputLog::recall_waiting() {
    if (recalled_) return SQLITE_OK;
    const auto waiting = waiting_inputs(*database_);
    if (!waiting) return why_unread();
    for (const auto& input : *waiting) {
        waiting_of_games_[input.game] = input.n;
        if (input.source && input.source->sequence)
            waiting_of_boards_[input.source->board] = *input.source->sequence;
    }
    waiting_ = waiting->size();
    recalled_ = true;
    return SQLITE_OK;
}

int InputLog::find(const std::string& game_id, Game*& game) {
    if (const auto known = games_.find(game_id); known != games_.end()) {
        game = &known->second;
        return SQLITE_OK;
    }
    auto* const row = find_game_.get();
    bind(row, 1, game_id);
    const int code = sqlite3_step(row);
    if (code == SQLITE_ROW) {
        Game found{number<std::int64_t>(row, 0), number<std::int64_t>(row, 1)};
        if (const auto waiting = waiting_of_games_.find(found.number); waiting != waiting_of_games_.end())
            found.inputs = std::max(found.inputs, waiting->second);
        game = &games_.insert_or_assign(game_id, found).first->second;
    }
    sqlite3_reset(row);
    return code == SQLITE_ROW ? SQLITE_OK : code == SQLITE_DONE ? SQLITE_CONSTRAINT : code;
}

int InputLog::find(const record::Origin& origin, Board*& board) {
    const Start start{origin.board_id, origin.boot_id};
    if (const auto known = boards_.find(start); known != boards_.end()) {
        board = &known->second;
        return SQLITE_OK;
    }
    auto* const row = find_board_.get();
    bind(row, 1, origin.board_id);
    bind(row, 2, std::int64_t{origin.boot_id});
    int code = sqlite3_step(row);
    Board found;
    if (code == SQLITE_ROW) {
        found.number = number<std::int64_t>(row, 0);
        if (!is_null(row, 1)) found.heard = number<std::uint32_t>(row, 1);
        if (const auto waiting = waiting_of_boards_.find(found.number); waiting != waiting_of_boards_.end())
            found.heard = std::max(found.heard, std::optional(waiting->second));
    }
    sqlite3_reset(row);
    if (code == SQLITE_DONE) {
        code = run(add_board_.get(), origin.board_id, std::int64_t{origin.boot_id});
        if (code != SQLITE_OK) return code;
        found.number = sqlite3_last_insert_rowid(database_->get());
    } else if (code != SQLITE_ROW) {
        return code;
    }
    board = &boards_.insert_or_assign(start, found).first->second;
    return SQLITE_OK;
}

int InputLog::take(const Append& append) {
    if (const int code = recall_waiting(); code != SQLITE_OK) return code;
    Game* game = nullptr;
    if (const int code = find(append.game_id, game); code != SQLITE_OK) return code;
    const auto& [line, origin, host_utc_ms] = append.entry;
    StoredInput input{game->number, game->inputs + 1, host_utc_ms, {}, line};
    if (origin) {
        Board* board = nullptr;
        if (const int code = find(*origin, board); code != SQLITE_OK) return code;
        if (origin->sequence && board->heard >= origin->sequence) return SQLITE_CONSTRAINT;
        if (origin->sequence) board->heard = origin->sequence;
        input.source = {board->number, origin->board_us, origin->sequence};
    }
    ++game->inputs;
    append_to(taken_, input);
    ++taken_count_;
    return SQLITE_OK;
}

int InputLog::write(std::int64_t records) {
    if (taken_.empty()) return SQLITE_OK;
    auto* const statement = put_batch_.get();
    bind(statement, 1, records);
    sqlite3_bind_blob64(statement, 2, taken_.data(), taken_.size(), SQLITE_STATIC);
    sqlite3_step(statement);
    const int code = sqlite3_reset(statement);
    waiting_ += taken_count_;
    taken_count_ = 0;
    taken_.clear();
    return code;
}

int InputLog::hear(std::span<const StoredInput> inputs) {
    std::map<std::int64_t, std::uint32_t> heard;
    for (const auto& input : inputs)
        if (input.source && input.source->sequence) {
            auto& last = heard[input.source->board];
            last = std::max(last, *input.source->sequence);
        }
    int code = SQLITE_OK;
    for (const auto& [board, sequence] : heard)
        if (code == SQLITE_OK) code = run(hear_.get(), board, std::int64_t{sequence});
    return code;
}

int InputLog::put_in_runs(std::span<const StoredInput> inputs) {
    const int code = hear(inputs);
    return code == SQLITE_OK ? runs_.write(inputs) : code;
}

namespace {

void sort_by_game(std::vector<StoredInput>& inputs) {
    std::ranges::sort(inputs, {}, [](const auto& each) { return std::tuple(each.game, each.n); });
}

} // namespace

int InputLog::settle() {
    auto waiting = waiting_inputs(*database_);
    auto taken = parse_inputs(taken_);
    if (!waiting || !taken) return why_unread();
    std::ranges::move(*taken, std::back_inserter(*waiting));
    // Deleted first: their pages are those that the runs need.
    int code = database_->execute(
        "UPDATE state SET records = max(records, coalesce((SELECT max(n) FROM batches), 0));"
        "DELETE FROM batches");
    sort_by_game(*waiting);
    if (code == SQLITE_OK) code = put_in_runs(*waiting);
    if (code != SQLITE_OK) return code;
    taken_.clear();
    settling_.reset();
    waiting_ = taken_count_ = 0;
    full_at_ = most_waiting;
    waiting_of_games_.clear();
    waiting_of_boards_.clear();
    recalled_ = true;
    return SQLITE_OK;
}

int InputLog::begin_to_settle() {
    auto waiting = waiting_inputs(*database_);
    const auto last = database_->number("SELECT coalesce(max(n), 0) FROM batches");
    if (!waiting || !last) return why_unread();
    sort_by_game(*waiting);
    settling_.emplace(Settling{std::move(*waiting), 0, *last});
    return SQLITE_OK;
}

/// The batches go with the last part: until then a reader leaves out of them what is in runs.
int InputLog::settle_part() {
    if (!settling_)
        if (const int code = begin_to_settle(); code != SQLITE_OK) return code;
    const auto left = std::span(settling_->inputs).subspan(settling_->settled);
    const auto now = left.first(std::min(part, left.size()));
    if (const int code = put_in_runs(now); code != SQLITE_OK) return code;
    settling_->settled += now.size();
    if (now.size() < left.size()) return SQLITE_OK;
    const auto last = std::to_string(settling_->last_batch);
    waiting_ -= std::min(waiting_, settling_->inputs.size());
    settling_.reset();
    full_at_ = most_waiting;
    return database_->execute("UPDATE state SET records = max(records, " + last +
                              "); DELETE FROM batches WHERE n <= " + last);
}

} // namespace adoube::journal
