#pragma once
// Deletion of games, and what it leaves in the file.

#include "daemon/journal/file/database.hpp"
#include "daemon/journal/record.hpp"

namespace adoube::journal {

/// Within a transaction. Returns SQLite's code; SQLITE_CONSTRAINT if it cannot be deleted.
int delete_game(Database& database, const DeleteGame& record);

/// secure_delete overwrites deleted rows, but rows moved between pages may have left copies, and the log
/// keeps old pages. True until the file is rewritten and the log emptied.
bool owes_erasure(Database& database);

} // namespace adoube::journal
