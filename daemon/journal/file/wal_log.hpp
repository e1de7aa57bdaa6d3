#pragma once
// SQLite's log beside an open journal (FILE-wal): whether it is still there, and whole; and when to move it
// into the file.

#include "daemon/journal/file/database.hpp"

#include <memory>
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
    void was_emptied() { growth_->pages = 0; }
    /// By so many pages since this was last said, that it should be moved into the file: not by the commit
    /// that fills it, as SQLite does, for which somebody waits.
    bool has_grown();
    const std::string& path() const { return path_; }

  private:
    struct Growth {
        int pages = 0, since_said = 0;
    };
    static int note_growth(void* growth, sqlite3*, const char*, int pages);

    std::string path_;
    std::optional<std::pair<dev_t, ino_t>> file_;
    std::unique_ptr<Growth> growth_ = std::make_unique<Growth>(); // stays where SQLite knows it to be
};

} // namespace adoube::journal
