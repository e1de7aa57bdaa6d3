#pragma once
// The journal's file, as its one owner has it. One thread at a time.

#include "daemon/journal/file/mark_keeper.hpp"
#include "daemon/journal/file/open_alone.hpp"
#include "daemon/journal/file/reader.hpp"
#include "daemon/journal/file/record_writer.hpp"
#include "daemon/journal/file/wal_log.hpp"

namespace adoube::journal {

/// An error is one sentence.
class Store {
  public:
    /// Creates the file where there is none. Holds it alone until destroyed or killed. `vfs` as Journal::open
    /// has it.
    static std::expected<Store, std::string> open(const std::filesystem::path& path, const char* vfs);

    Reader& reader() { return reader_; }
    const std::filesystem::path& path() const { return database().path(); }

    /// As RecordWriter has it.
    std::expected<std::vector<std::size_t>, std::string> write(std::span<const Record> batch);

    /// Where the file was deleted, or another was put in its place, what is written is nowhere: then all that
    /// it holds goes into a new one, in its place or beside (FILE.kept-1), which is gone on with. Of its log
    /// the same: all goes into the file, and a new log is begun. One sentence of what was done, empty where
    /// both are in their place; an error leaves everything as it was: a log that was cut or overwritten holds
    /// no longer what was confirmed.
    std::expected<std::string, std::string> stay_in_place();

    bool owes_erasure();
    /// Writes the file anew without what deleted games have left in it, if any have. False where somebody
    /// looks at it as it was: try again when he has ended.
    std::expected<bool, std::string> erase_deleted();

    /// From now on `write` keeps the mark; `there` as compare_with_mark has found it.
    std::expected<void, std::string> begin_mark(Marked there);
    /// A power cut now would leave the mark behind the file.
    bool mark_is_behind() const { return mark_ && mark_->is_behind(); }
    /// Of a mark that is behind.
    std::expected<void, std::string> sync_mark();
    /// It is whole and nobody writes it any more, with or without its mark.
    void close();

  private:
    enum class Others : std::uint8_t { may_look, stay_out };
    static std::expected<Store, std::string> open(const std::filesystem::path& path, const char* vfs,
                                                  Others others);
    Store(files::Descriptor lock, Reader reader, RecordWriter writer)
        : lock_(std::move(lock)), reader_(std::move(reader)), writer_(std::move(writer)), log_(database()) {}

    Database& database() const { return reader_.database(); }
    bool is_in_its_place() const;
    std::expected<std::string, std::string> keep_log();
    int begin_log_anew();
    std::expected<Store, std::string> put_back();

    files::Descriptor lock_; // as OpenedAlone has it
    Reader reader_;
    RecordWriter writer_;
    WalLog log_;
    std::optional<MarkKeeper> mark_;
    bool rewritten_ = false; // since the last deletion
};

/// All that `reader` reads, in a file that is not there or is empty.
std::expected<void, std::string> write_into(const std::filesystem::path& place, Reader& reader);

} // namespace adoube::journal
