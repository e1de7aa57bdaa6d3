#include "daemon/journal/file/record_writer.hpp"

#include "daemon/journal/file/deletion.hpp"
#include "daemon/journal/file/schema.hpp"
#include "daemon/journal/file/statement.hpp"

namespace adoube::journal {

std::expected<RecordWriter, std::string> RecordWriter::of(Database& database) {
    auto inputs = InputLog::of(database);
    if (!inputs) return std::unexpected(inputs.error());
    RecordWriter writer(database, std::move(*inputs));
    const std::pair<Statement&, const char*> all[] = {
        {writer.open_game_, "INSERT INTO games(id, header, created_utc_ms, secret) VALUES(?, ?, ?, ?)"},
        {writer.count_, "UPDATE state SET records = ?"},
        {writer.close_game_, "UPDATE games SET closed_utc_ms = ?2 WHERE id = ?1 AND header <> ''"},
        {writer.arm_game_, "INSERT INTO armed(after, id, header, armed_utc_ms)"
                           " SELECT game, ?2, ?3, ?4 FROM games WHERE id = ?1 AND header <> ''"},
        {writer.arm_first_game_,
         "INSERT INTO armed(instead_of, id, header, armed_utc_ms) VALUES(?, ?, ?, ?)"},
        {writer.put_checkpoint_, "INSERT INTO checkpoints(game, size, note) SELECT game, ?2, ?3 FROM games "
                                 "WHERE id = ?1 AND header <> ''"
                                 " AND NOT EXISTS (SELECT 1 FROM checkpoints AS c WHERE c.game = games.game "
                                 "AND size = ?2 AND note = ?3)"},
        {writer.show_,
         "INSERT OR REPLACE INTO shown SELECT game, ?2, ?3, ?4 FROM games WHERE id = ?1 AND header <> ''"},
        {writer.hold_,
         "INSERT OR REPLACE INTO holds SELECT game, ?2, ?3 FROM games WHERE id = ?1 AND header <> ''"},
        {writer.release_, "DELETE FROM holds WHERE game = (SELECT game FROM games WHERE id = ?)"},
    };
    if (const auto prepared = database.prepare(all); !prepared) return std::unexpected(prepared.error());
    const auto records = records_ever(database);
    if (!records) return std::unexpected(records.error());
    writer.records_ = *records;
    return writer;
}

int RecordWriter::write_one(const OpenGame& record) {
    return run(open_game_.get(), record.game.id, record.game.header, record.game.created_utc_ms,
               record.game.secret);
}

int RecordWriter::write_one(const Append& record) { return inputs_.take(record); }

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

int RecordWriter::write_one(const DeleteGame& record) {
    if (const int code = inputs_.settle(); code != SQLITE_OK)
        return (code & 0xff) == SQLITE_CONSTRAINT ? SQLITE_CORRUPT : code; // it is not refused
    inputs_.deleted(record.tombstone.game_id);
    return delete_game(*database_, record);
}

int RecordWriter::write_all(std::span<const Record> batch, std::vector<std::size_t>& refused) {
    for (std::size_t at = 0; at < batch.size(); ++at) {
        const int code = std::visit([this](const auto& one) { return write_one(one); }, batch[at]);
        if ((code & 0xff) == SQLITE_CONSTRAINT)
            refused.push_back(at);
        else if (code != SQLITE_OK)
            return code;
    }
    const auto records = records_ + static_cast<std::int64_t>(batch.size() - refused.size());
    // A batch of inputs tells it, too: one page less to write.
    return inputs_.has_taken() ? inputs_.write(records) : run(count_.get(), records);
}

std::expected<std::vector<std::size_t>, std::string> RecordWriter::write(std::span<const Record> batch) {
    std::vector<std::size_t> refused;
    int code = database_->execute("BEGIN IMMEDIATE");
    if (code == SQLITE_OK) code = write_all(batch, refused);
    if (code == SQLITE_OK) code = database_->execute("COMMIT");
    if (code == SQLITE_OK) {
        records_ += static_cast<std::int64_t>(batch.size() - refused.size());
        return refused;
    }
    std::string why = database_->sentence(code);
    database_->execute("ROLLBACK");
    inputs_.forget();
    return std::unexpected(std::move(why));
}

void RecordWriter::settle_part_of_many() {
    if (inputs_.has_part()) settle_with(&InputLog::settle_part);
}

void RecordWriter::settle() {
    if (database_->number("SELECT EXISTS (SELECT 1 FROM batches)") != 0) settle_with(&InputLog::settle);
}

void RecordWriter::settle_with(int (InputLog::*how)()) {
    int code = database_->execute("BEGIN IMMEDIATE");
    if (code == SQLITE_OK) code = (inputs_.*how)();
    if (code == SQLITE_OK) code = database_->execute("COMMIT");
    if (code == SQLITE_OK) return;
    database_->execute("ROLLBACK");
    inputs_.put_off();
}

} // namespace adoube::journal
