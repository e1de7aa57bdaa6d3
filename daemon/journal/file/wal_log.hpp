#pragma once
// The log that SQLite keeps beside a journal's file (FILE-wal), while the file is open: whether it is still
// there, and whole.

#include "daemon/journal/file/database.hpp"

#include <optional>
#include <sys/types.h>
#include <utility>

namespace adoube::journal {

class WalLog {
  public:
    /// The one that `database` has open now. Where no file of the system is behind it, as in tests of disks,
    /// nobody can take it away.
    explicit WalLog(const Database& database);
    bool is_in_its_place() const;
    bool is_whole() const;
    const std::string& path() const { return path_; }

  private:
    std::string path_;
    std::optional<std::pair<dev_t, ino_t>> file_;
};

} // namespace adoube::journal
