#pragma once
// A journal's file that is a copy of another one's.

#include "daemon/journal/file/open_alone.hpp"
#include "daemon/journal/file/reader.hpp"

namespace adoube::journal {

/// A journal is only ever added to, so what the copy has not is what comes after its last rows; but games
/// that were deleted there are deleted here. One file, whole after every transaction, on any disk.
class CopyStore {
  public:
    /// Creates the file where there is none. The error is one sentence: one of the two cannot be used, or
    /// this one holds what `journal` does not. `vfs` holds the copy; null: the system's files. `journal_vfs`
    /// holds what it is a copy of; null: the same as the copy.
    static std::expected<CopyStore, std::string> open(const std::filesystem::path& path,
                                                      const std::filesystem::path& journal,
                                                      const char* vfs = nullptr,
                                                      const char* journal_vfs = nullptr);

    /// Brings over what the journal has by now, in its order and in one transaction; never waits for who
    /// writes it, nor holds him up. True where it was not all. On an error, one sentence, nothing was
    /// written.
    std::expected<bool, std::string> copy_more();

    Reader& reader() { return reader_; }

  private:
    CopyStore(files::Descriptor lock, Reader reader, std::filesystem::path journal)
        : lock_(std::move(lock)), reader_(std::move(reader)), journal_(std::move(journal)) {}
    Database& database() const { return reader_.database(); }
    std::expected<bool, std::string> read_new();
    std::expected<void, std::string> write_new();
    std::expected<void, std::string> erase_as_there();
    std::string cannot_copy() const;

    files::Descriptor lock_; // as OpenedAlone has it
    Reader reader_;
    std::filesystem::path journal_;
    std::int64_t copied_version_ = -1; // of its content, when all of it was brought over
};

/// Whether `journal` holds all that `database` does, in its order; both may be looked at only. The error is
/// one sentence.
std::expected<bool, std::string> is_beginning_of(Database& database, const std::filesystem::path& journal);

} // namespace adoube::journal
