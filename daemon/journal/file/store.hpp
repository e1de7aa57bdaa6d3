#pragma once
// The journal's file, for its one owner. One thread at a time. Errors are one sentence.

#include "daemon/journal/file/mark_keeper.hpp"
#include "daemon/journal/file/open_alone.hpp"
#include "daemon/journal/file/reader.hpp"
#include "daemon/journal/file/record_writer.hpp"
#include "daemon/journal/file/wal_log.hpp"

namespace adoube::journal {

class Store {
  public:
    /// Creates a missing file; owned until destroyed or killed. `vfs`: see Journal::open.
    static std::expected<Store, std::string> open(const std::filesystem::path& path, const char* vfs);

    Reader& reader() { return reader_; }
    const std::filesystem::path& path() const { return database().path(); }

    /// What the reader has read is not read again.
    void forget_read() { database().forget_pages(); }
    /// See RecordWriter.
    std::expected<std::vector<std::size_t>, std::string> write(std::span<const Record> batch);

    /// After `write`, where that may take some milliseconds: settles a part of what waits (RecordWriter), and
    /// moves a long log into the file. A failure can wait.
    void tidy_up();
    std::uint64_t records() const { return writer_.records(); }
    bool is_untidy() const { return !log_is_cut_ && writer_.has_part_of_many(); }

    /// If the file was deleted or replaced, moves all of it to a new one, in place or beside (FILE.kept-1),
    /// and goes on there; if its log was, moves all into the file and begins a new log. Returns one sentence
    /// on what was done, empty if nothing. An error changes nothing: a cut or overwritten log no longer holds
    /// what was confirmed.
    std::expected<std::string, std::string> stay_in_place();

    bool owes_erasure();
    /// Rewrites the file if deleted games left anything in it. False while a reader holds the old state: try
    /// again later.
    std::expected<bool, std::string> erase_deleted();

    /// From now on `write` keeps the mark; `there` is from compare_with_mark.
    std::expected<void, std::string> begin_mark(Marked there);
    /// See MarkKeeper.
    bool mark_is_behind() const { return mark_ && mark_->is_behind(); }
    std::expected<void, std::string> sync_mark();
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
    std::string why_log_is_refused() const;
    int begin_log_anew();
    std::expected<Store, std::string> put_back();

    files::Descriptor lock_; // see OpenedAlone
    Reader reader_;
    RecordWriter writer_;
    WalLog log_;
    std::optional<MarkKeeper> mark_;
    bool rewritten_ = false;  // since the last deletion
    bool log_is_cut_ = false; // or overwritten, as of the last transaction
};

/// Copies all into a missing or empty file.
std::expected<void, std::string> write_into(const std::filesystem::path& place, Reader& reader);

} // namespace adoube::journal
