#pragma once
// A journal's file that is a copy of another. Errors are one sentence.

#include "daemon/journal/file/open_alone.hpp"
#include "daemon/journal/file/reader.hpp"

namespace adoube::journal {

/// Journals are append-only, so only what follows the copy's last rows is copied; deletions are repeated. One
/// file, whole after every transaction, on any disk.
class CopyStore {
  public:
    /// Creates a missing file. Fails if either cannot be used, or if this one holds what `journal` does not.
    /// `vfs` is the copy's (null: the system's files), `journal_vfs` the journal's (null: as `vfs`).
    static std::expected<CopyStore, std::string> open(const std::filesystem::path& path,
                                                      const std::filesystem::path& journal,
                                                      const char* vfs = nullptr,
                                                      const char* journal_vfs = nullptr);

    /// Copies what is new, in order, in one transaction, without waiting for the journal's writer or delaying
    /// it. True if more is left. On an error nothing was written.
    std::expected<bool, std::string> copy_more();

    Reader& reader() { return reader_; }

  private:
    CopyStore(files::Descriptor lock, Reader reader, std::filesystem::path journal)
        : lock_(std::move(lock)), reader_(std::move(reader)), journal_(std::move(journal)) {}
    Database& database() const { return reader_.database(); }
    std::expected<bool, std::string> read_new();
    std::expected<void, std::string> write_new(bool are_all);
    std::expected<void, std::string> erase_as_there();
    std::string cannot_copy() const;

    files::Descriptor lock_; // see OpenedAlone
    Reader reader_;
    std::filesystem::path journal_;
    std::int64_t copied_version_ = -1; // of the journal, when last copied in full
};

/// Whether `journal` holds all of `database`, in order; only reads both.
std::expected<bool, std::string> is_beginning_of(Database& database, const std::filesystem::path& journal);

} // namespace adoube::journal
