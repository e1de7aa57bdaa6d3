#pragma once
// A connection to a journal's SQLite file, with errors in words. One thread at a time.

#include <cstdint>
#include <expected>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <utility>

struct sqlite3;
struct sqlite3_stmt;

namespace adoube::journal {

struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
};
using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;

/// At what a failing disk may give at one look, and not at another.
constexpr int most_looks = 4;

/// Codes and flags are SQLite's. Errors name the journal and the remedy in one sentence.
class Database {
  public:
    /// Opens nothing yet. `vfs`: see Journal::open.
    Database(std::filesystem::path journal, const char* vfs);

    int open(int flags) { return open_instead(path_, flags); }
    /// Opens a copy to be read in its stead.
    int open_instead(const std::filesystem::path& copy, int flags);

    int execute(const std::string& sql);
    std::expected<void, std::string> try_to(const std::string& sql);
    std::expected<Statement, std::string> prepare(const std::string& sql);
    std::expected<void, std::string> prepare(std::span<const std::pair<Statement&, const char*>> all);
    /// First column of the first row.
    std::expected<std::int64_t, std::string> number(const std::string& sql);

    /// Pages that were read and are not needed soon.
    void forget_pages();
    /// What `read` gives. Where it fails it is called again, with nothing that was read before: a failing
    /// disk may give now what it did not.
    template<class Read>
    auto looked_at(const Read& read) {
        auto found = read();
        for (int look = 1; !found && look < most_looks; ++look) {
            forget_pages();
            found = read();
        }
        return found;
    }

    std::string sentence(int code) const;
    /// `schema`: empty, or that of an attached journal.
    std::string damaged(const std::string& where, const std::string& schema = {}) const;

    const std::filesystem::path& path() const { return path_; }
    const char* vfs() const { return vfs_.empty() ? nullptr : vfs_.c_str(); }
    bool is_of_the_system() const { return vfs_.empty(); }
    sqlite3* get() const { return database_.get(); }

  private:
    struct Close {
        void operator()(sqlite3* database) const;
    };

    std::unique_ptr<sqlite3, Close> database_;
    std::filesystem::path path_;
    std::string vfs_; // empty: the system's
};

} // namespace adoube::journal
