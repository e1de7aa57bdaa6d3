#include "daemon/journal/file/runs.hpp"

#include "daemon/journal/file/statement.hpp"

namespace adoube::journal {
namespace {

/// Four such runs fill a page.
constexpr std::size_t full_run_bytes = 900;
/// Of a long event, all in memory would be too many.
constexpr std::size_t most_at_once = 10'000;

/// In SQL: the line of a note's signature as far as it tells the key, by its name and the first 5 base64
/// digits, of its hash.
const std::string signer =
    "substr(checkpoints.note, instr(checkpoints.note, char(10) || '— '), 8 + instr(substr("
    "checkpoints.note, instr(checkpoints.note, char(10) || '— ') + 3), ' '))";

/// As of `inputs` in version 9.
StoredInput input_of(sqlite3_stmt* row) {
    StoredInput input{
        number<std::int64_t>(row, 0), number<std::int64_t>(row, 1), utc_ms(row, 3), {}, text(row, 2)};
    if (is_null(row, 4)) return input;
    input.source = InputSource{number<std::int64_t>(row, 4), BoardUs(number<std::uint64_t>(row, 5)), {}};
    if (!is_null(row, 6)) input.source->sequence = number<std::uint32_t>(row, 6);
    return input;
}

} // namespace

std::expected<RunWriter, std::string> RunWriter::of(Database& database) {
    RunWriter writer;
    const auto drop =
        "DELETE FROM checkpoints WHERE game = ?1"
        " AND size > (SELECT coalesce(max(last), 0) + 1 FROM runs WHERE game = ?1 AND last < ?2 - 1)"
        " AND EXISTS (SELECT 1 FROM checkpoints AS c WHERE c.game = ?1 AND c.size <= ?2"
        " AND c.size > checkpoints.size AND instr(c.note, " +
        signer +
        ") > 0)"
        " AND 1 = (SELECT count(*) FROM checkpoints AS c WHERE c.game = ?1 AND c.size = checkpoints.size)"
        " AND note NOT LIKE '%' || char(10) || '— %' || char(10) || '— %'";
    const std::pair<Statement&, const char*> all[] = {
        {writer.put_, "INSERT INTO runs(game, last, last_utc_ms, inputs) VALUES(?, ?, ?, ?)"},
        {writer.drop_covered_, drop.c_str()}};
    if (const auto prepared = database.prepare(all); !prepared) return std::unexpected(prepared.error());
    return writer;
}

int RunWriter::write(std::span<const StoredInput> inputs) {
    run_.clear();
    std::size_t first = 0;
    for (std::size_t at = 0; at < inputs.size(); ++at) {
        const auto& input = inputs[at];
        append_after(run_.empty() ? StoredInput{} : inputs[at - 1], run_, input);
        const bool goes_on = at + 1 < inputs.size() && inputs[at + 1].game == input.game;
        if (goes_on && run_.size() < full_run_bytes) continue;
        if (const int code = end_run(inputs[first].n, input); code != SQLITE_OK) return code;
        first = at + 1;
    }
    return SQLITE_OK;
}

/// With the header, which is the first leaf of its tree, a game's first n inputs have the size n + 1.
int RunWriter::end_run(std::int64_t first, const StoredInput& last) {
    auto* const put = put_.get();
    bind(put, 1, last.game);
    bind(put, 2, last.n);
    bind(put, 3, last.host_utc_ms);
    sqlite3_bind_blob64(put, 4, run_.data(), run_.size(), SQLITE_STATIC);
    sqlite3_step(put);
    int code = sqlite3_reset(put);
    run_.clear();
    if (code == SQLITE_OK) code = run(drop_covered_.get(), last.game, last.n + 1);
    // Of the run before the last inputs may have been signed since.
    return code == SQLITE_OK ? run(drop_covered_.get(), last.game, first) : code;
}

bool add_run(std::vector<StoredInput>& inputs, sqlite3_stmt* row, int column, Lines lines) {
    const auto* bytes = static_cast<const char*>(sqlite3_column_blob(row, column));
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(row, column));
    auto run = parse_run({bytes, size}, lines);
    if (!run) return false;
    for (auto& input : *run)
        if (inputs.empty() || input.n > inputs.back().n) inputs.push_back(std::move(input));
    return true;
}

std::expected<std::vector<StoredInput>, std::string>
settled_inputs(Database& database, const std::string& schema, std::int64_t game) {
    const auto runs = database.prepare("SELECT inputs FROM " + schema + ".runs WHERE game = ? ORDER BY last");
    if (!runs) return std::unexpected(runs.error());
    bind(runs->get(), 1, game);
    std::vector<StoredInput> inputs;
    bool is_whole = true;
    const int code = each_row(runs->get(), [&](auto* row) { is_whole &= add_run(inputs, row, 0); });
    if (!is_whole)
        return std::unexpected(database.damaged("a run of inputs", schema == "main" ? "" : schema));
    if (code != SQLITE_OK) return std::unexpected(database.sentence(code));
    return inputs;
}

std::expected<void, std::string> move_into_runs(Database& database) {
    const auto rows = database.prepare(
        "SELECT game, n, line, host_utc_ms, board, board_us, sequence FROM inputs ORDER BY game, n");
    auto put = RunWriter::of(database);
    if (!rows || !put) return std::unexpected(rows ? put.error() : rows.error());
    std::vector<StoredInput> inputs;
    int code = SQLITE_ROW;
    while (code == SQLITE_ROW) {
        code = sqlite3_step(rows->get());
        const bool is_full = inputs.size() == most_at_once || code != SQLITE_ROW;
        if (const int full = is_full ? put->write(inputs) : SQLITE_OK; full != SQLITE_OK) code = full;
        if (is_full) inputs.clear();
        if (code == SQLITE_ROW) inputs.push_back(input_of(rows->get()));
    }
    if (code != SQLITE_DONE) return std::unexpected(database.sentence(code));
    return {};
}

} // namespace adoube::journal
