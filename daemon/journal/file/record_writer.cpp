#include "daemon/journal/file/record_writer.hpp"

#include "daemon/journal/file/deletion.hpp"
#include "daemon/journal/file/statement.hpp"

namespace adoube::journal {

std::expected<RecordWriter, std::string> RecordWriter::of(Database& database) {
    RecordWriter writer(database);
    const std::pair<Statement&, const char*> all[] = {
        {writer.open_game_, "INSERT INTO games(id, header, created_utc_ms, secret) VALUES(?, ?, ?, ?)"},
        {writer.append_,
         "INSERT INTO inputs(game, n, line, host_utc_ms, board_id, boot_id, sequence, board_us)"
         " SELECT game, 1 + coalesce((SELECT max(n) FROM inputs WHERE inputs.game = games.game), 0),"
         " ?2, ?3, ?4, ?5, ?6, ?7 FROM games WHERE id = ?1 AND header <> ''"
         " AND NOT EXISTS (SELECT 1 FROM heard WHERE board_id = ?4 AND boot_id = ?5 AND sequence >= ?6)"},
        {writer.count_, "UPDATE state SET records = records + ?"},
        {writer.close_game_, "UPDATE games SET closed_utc_ms = ?2 WHERE id = ?1 AND header <> ''"},
        {writer.arm_game_, "INSERT INTO armed(after, id, header, armed_utc_ms)"
                           " SELECT game, ?2, ?3, ?4 FROM games WHERE id = ?1 AND header <> ''"},
        {writer.arm_first_game_,
         "INSERT INTO armed(instead_of, id, header, armed_utc_ms) VALUES(?, ?, ?, ?)"},
        {writer.put_checkpoint_, "INSERT OR IGNORE INTO checkpoints(game, size, note)"
                                 " SELECT game, ?2, ?3 FROM games WHERE id = ?1 AND header <> ''"},
        {writer.show_,
         "INSERT OR REPLACE INTO shown SELECT game, ?2, ?3, ?4 FROM games WHERE id = ?1 AND header <> ''"},
        {writer.hold_,
         "INSERT OR REPLACE INTO holds SELECT game, ?2, ?3 FROM games WHERE id = ?1 AND header <> ''"},
        {writer.release_, "DELETE FROM holds WHERE game = (SELECT game FROM games WHERE id = ?)"},
    };
    for (const auto& [statement, sql] : all) {
        auto prepared = database.prepare(sql);
        if (!prepared) return std::unexpected(prepared.error());
        statement = std::move(*prepared);
    }
    return writer;
}

int RecordWriter::write_one(const OpenGame& record) {
    return run(open_game_.get(), record.game.id, record.game.header, record.game.created_utc_ms,
               record.game.secret);
}

int RecordWriter::write_one(const Append& record) {
    const Entry& entry = record.entry;
    const auto append_with = [&](const auto&... origin) {
        return run_on_one(append_.get(), record.game_id, entry.line, entry.host_utc_ms, origin...);
    };
    const auto& origin = entry.origin;
    return origin ? append_with(origin->board_id, std::int64_t{origin->boot_id}, origin->sequence,
                                static_cast<std::int64_t>(origin->board_us.count()))
                  : append_with();
}

int RecordWriter::write_one(const CloseGame& record) {
    return run(close_game_.get(), record.game_id, record.utc_ms);
}

int RecordWriter::write_one(const ArmGame& record) {
    const auto& [after, id, header, armed_utc_ms, instead_of] = record.game;
    if (!instead_of.empty()) return run(arm_first_game_.get(), instead_of, id, header, armed_utc_ms);
    return run_on_one(arm_game_.get(), after, id, header, armed_utc_ms);
}

int RecordWriter::write_one(const Checkpoint& record) {
    return run(put_checkpoint_.get(), record.game_id, static_cast<std::int64_t>(record.size), record.note);
}

int RecordWriter::write_one(const Shown& record) {
    return run(show_.get(), record.game_id, static_cast<std::int64_t>(record.inputs), record.t_ms,
               record.clocks_at_ms);
}

int RecordWriter::write_one(const HoldGame& record) {
    return run_on_one(hold_.get(), record.game_id, record.hold.why, record.hold.since_utc_ms);
}

int RecordWriter::write_one(const ReleaseGame& record) { return run_on_one(release_.get(), record.game_id); }

int RecordWriter::write_one(const DeleteGame& record) { return delete_game(*database_, record); }

std::expected<std::vector<std::size_t>, std::string> RecordWriter::write(std::span<const Record> batch) {
    std::vector<std::size_t> refused;
    int code = database_->execute("BEGIN IMMEDIATE");
    for (std::size_t at = 0; at < batch.size() && code == SQLITE_OK; ++at) {
        code = std::visit([this](const auto& one) { return write_one(one); }, batch[at]);
        if ((code & 0xff) != SQLITE_CONSTRAINT) continue;
        refused.push_back(at);
        code = SQLITE_OK;
    }
    if (code == SQLITE_OK) code = run(count_.get(), static_cast<std::int64_t>(batch.size() - refused.size()));
    if (code == SQLITE_OK) code = database_->execute("COMMIT");
    if (code == SQLITE_OK) return refused;
    const std::string why = database_->sentence(code);
    database_->execute("ROLLBACK");
    return std::unexpected(why);
}

} // namespace adoube::journal
