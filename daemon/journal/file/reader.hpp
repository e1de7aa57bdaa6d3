#pragma once
// Reads a journal's file. One thread at a time.

#include "daemon/journal/contents.hpp"
#include "daemon/journal/file/waiting_inputs.hpp"

#include <optional>
#include <vector>

namespace adoube::journal {

class Reader {
  public:
    /// Must be a journal; older versions hold less.
    static std::expected<Reader, std::string> of(Database database);

    std::expected<std::vector<GameEntry>, std::string> games();
    /// Empty where there is none.
    std::expected<std::optional<GameEntry>, std::string> game(const std::string& id);
    std::expected<std::vector<ArmedGame>, std::string> armed();
    /// In order of appending, from number `first` on (1 = the first of the game).
    std::expected<std::vector<Entry>, std::string> inputs(const std::string& game_id,
                                                          std::uint64_t first = 1);
    /// Of a game's inputs those that tell how far each start of a board was heard: its last, and its last
    /// with a sequence number; in their order. Others may be among them.
    std::expected<std::vector<Entry>, std::string> last_heard(const std::string& game_id);
    /// By size, then in order of arrival.
    std::expected<std::vector<Checkpoint>, std::string> checkpoints(const std::string& game_id);
    std::expected<std::vector<Checkpoint>, std::string> newest_checkpoints();
    std::expected<std::vector<Shown>, std::string> shown();
    std::expected<std::vector<Outline>, std::string> outlines();
    std::expected<std::vector<Tombstone>, std::string> tombstones();
    std::expected<Copied, std::string> counted();

    /// Does not move with the reader.
    Database& database() const { return *database_; }

  private:
    explicit Reader(Database database) : database_(std::make_unique<Database>(std::move(database))) {}
    std::expected<void, std::string> prepare_all();
    /// Empty where the file's version has no batches.
    std::expected<std::vector<StoredInput>, std::string> waiting();
    /// Those of a game, where the file's version has them in runs.
    std::expected<std::vector<StoredInput>, std::string> settled(const std::string& game_id,
                                                                 std::uint64_t first, Lines lines);
    std::expected<std::vector<StoredInput>, std::string> read_runs(const std::string& game_id,
                                                                   std::uint64_t first, Lines lines);
    std::expected<std::vector<Entry>, std::string> entries_of(std::vector<StoredInput> inputs);
    std::expected<void, std::string> add_waiting(std::vector<StoredInput>& inputs, const std::string& game_id,
                                                 std::uint64_t first);
    template<class Row, class RowOf>
    std::expected<std::vector<Row>, std::string> all(const Statement& statement, const RowOf& row_of);

    std::unique_ptr<Database> database_;
    // Empty if the file's version lacks the table.
    Statement games_, game_, number_, any_wait_, board_, armed_, rows_, runs_, checkpoints_,
        newest_checkpoints_, shown_, outlines_, tombstones_;
};

} // namespace adoube::journal
