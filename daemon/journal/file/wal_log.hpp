#pragma once
// SQLite's log beside an open journal (FILE-wal): whether it is still there, and whole.

#include "daemon/journal/file/database.hpp"

#include <optional>
#include <sys/types.h>
#include <utility>

namespace adoube::journal {

class WalLog {
  public:
    /// The log `database` has open. Without a file of the system, as in disk tests, nobody can remove it.
    explicit WalLog(const Database& database);
    bool is_in_its_place() const;
    bool is_whole() const;
    const std::string& path() const { return path_; }

  private:
    std::string path_;
    std::optional<std::pair<dev_t, ino_t>> file_;
};

} // namespace adoube::journal
