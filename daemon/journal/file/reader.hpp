#pragma once
// Reads what a journal's file holds. One thread at a time.

#include "daemon/journal/contents.hpp"
#include "daemon/journal/file/database.hpp"

#include <vector>

namespace adoube::journal {

class Reader {
  public:
    /// Of a file that is a journal; one of an older version holds less.
    static std::expected<Reader, std::string> of(Database database);

    std::expected<std::vector<GameEntry>, std::string> games();
    std::expected<std::vector<ArmedGame>, std::string> armed();
    /// In the order in which they were appended.
    std::expected<std::vector<Entry>, std::string> inputs(const std::string& game_id);
    /// By size; of the same size as they came.
    std::expected<std::vector<Checkpoint>, std::string> checkpoints(const std::string& game_id);
    /// Of each game that is kept those of the largest size.
    std::expected<std::vector<Checkpoint>, std::string> newest_checkpoints();
    std::expected<std::vector<Shown>, std::string> shown();
    std::expected<std::vector<Outline>, std::string> outlines();
    std::expected<std::vector<Tombstone>, std::string> tombstones();
    std::expected<Copied, std::string> counted();

    /// Stays where it is when the reader is moved.
    Database& database() const { return *database_; }

  private:
    explicit Reader(Database database) : database_(std::make_unique<Database>(std::move(database))) {}
    std::expected<void, std::string> prepare_all();
    template<class Row, class RowOf>
    std::expected<std::vector<Row>, std::string> all(const Statement& statement, const RowOf& row_of);

    std::unique_ptr<Database> database_;
    // Empty where the file's version has none.
    Statement games_, armed_, inputs_, checkpoints_, newest_checkpoints_, shown_, outlines_, tombstones_;
};

} // namespace adoube::journal
