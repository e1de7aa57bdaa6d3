#pragma once
// Writes records into a journal's file. One thread at a time.

#include "daemon/journal/file/input_log.hpp"
#include "daemon/journal/record.hpp"

#include <span>
#include <vector>

namespace adoube::journal {

class RecordWriter {
  public:
    /// The file is of this version and outlives the writer.
    static std::expected<RecordWriter, std::string> of(Database& database);

    /// In one transaction, which survives a power cut on return. Returns the places in `batch` refused for
    /// good (already recorded, no such game). On an error nothing was written.
    std::expected<std::vector<std::size_t>, std::string> write(std::span<const Record> batch);
    /// A part of the inputs that wait, where many do (input_log.hpp), or all. Nothing depends on it: a
    /// failure can wait, too.
    void settle_part_of_many();
    /// That the file has had ever.
    std::uint64_t records() const { return static_cast<std::uint64_t>(records_); }
    bool has_part_of_many() const { return inputs_.has_part(); }
    void settle();

  private:
    RecordWriter(Database& database, InputLog inputs) : database_(&database), inputs_(std::move(inputs)) {}
    void settle_with(int (InputLog::*how)());
    int write_all(std::span<const Record> batch, std::vector<std::size_t>& refused);
    int write_one(const OpenGame& record);
    int write_one(const Append& record);
    int write_one(const CloseGame& record);
    int write_one(const ArmGame& record);
    int write_one(const Checkpoint& record);
    int write_one(const Shown& record);
    int write_one(const HoldGame& record);
    int write_one(const ReleaseGame& record);
    int write_one(const DeleteGame& record);

    Database* database_;
    InputLog inputs_;
    std::int64_t records_ = 0; // ever written
    Statement count_, open_game_, close_game_, arm_game_, arm_first_game_, put_checkpoint_, show_, hold_,
        release_;
};

} // namespace adoube::journal
