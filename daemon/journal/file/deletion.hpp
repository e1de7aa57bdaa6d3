#pragma once
// Games that are deleted, and what is left of them.

#include "daemon/journal/file/database.hpp"
#include "daemon/journal/record.hpp"

namespace adoube::journal {

/// Within a transaction. SQLite's code; SQLITE_CONSTRAINT where it cannot be deleted.
int delete_game(Database& database, const DeleteGame& record);

/// SQLite overwrites what is deleted (secure_delete), but where rows were moved from one page to another it
/// may have left a copy, and the log keeps pages as they were. Both are gone once the file was written anew
/// and the log was emptied, which was not done yet.
bool owes_erasure(Database& database);

} // namespace adoube::journal
