#pragma once
// Inputs that are settled: a row of `runs` holds some of one game, one after the other, so that few rows are
// written, checked and read. Runs of a game may overlap, in a copy that was opened as a journal itself: what
// an earlier one has, later ones repeat.

#include "daemon/journal/file/database.hpp"
#include "daemon/journal/file/stored_input.hpp"

#include <span>

namespace adoube::journal {

/// Writes runs. Of the signatures that a run's inputs brought the last one of each key stays, which covers
/// the others, and those that are co-signed, which tell a time. Codes are SQLite's.
class RunWriter {
  public:
    static std::expected<RunWriter, std::string> of(Database& database);
    /// `inputs`: by game and number.
    int write(std::span<const StoredInput> inputs);

  private:
    int end_run(std::int64_t first, const StoredInput& last);

    Statement put_, drop_covered_;
    std::string run_;
};

/// Adds what a row's column holds and `inputs` lacks; the row that follows by `last`. False: damaged.
bool add_run(std::vector<StoredInput>& inputs, sqlite3_stmt* row, int column, Lines lines = Lines::read);

/// Of a game, by its number; `schema`: "main", or an attached journal. The error is one sentence.
std::expected<std::vector<StoredInput>, std::string>
settled_inputs(Database& database, const std::string& schema, std::int64_t game);

/// Of a file of version 9, which has them in `inputs`, a row for each. The error is one sentence.
std::expected<void, std::string> move_into_runs(Database& database);

} // namespace adoube::journal
