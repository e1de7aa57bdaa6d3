#pragma once
// The mark beside a journal's file: compared with what is there when the file is opened, and kept with each
// transaction from then on.

#include "daemon/journal/file/mark.hpp"
#include "daemon/journal/file/reader.hpp"
#include "daemon/journal/lost.hpp"

#include <span>

namespace adoube::journal {

struct ComparedWithMark {
    std::vector<Lost> lost;
    Marked there; // of what was marked: what the file holds now
};
/// Changes nothing. The error is one sentence.
std::expected<ComparedWithMark, std::string> compare_with_mark(Reader& reader);

class MarkKeeper {
  public:
    /// Of a file that holds `there` of the games that were marked; it outlives the keeper. The mark is what
    /// the file holds from the first `sync` on.
    static std::expected<MarkKeeper, std::string> of(Reader& reader, Marked there);

    /// Before a batch is written: games that go on and are not in the mark. The error is one sentence.
    std::expected<void, std::string> recall(std::span<const Record> batch, Reader& reader);
    /// It is written, but for these places.
    void written(std::span<const Record> batch, std::span<const std::size_t> refused);

    /// A power cut now would leave the mark behind the file.
    bool is_behind() const { return is_behind_; }
    /// The error is one sentence: what is lost from now on nobody will notice.
    std::expected<void, std::string> sync(Database& database);
    /// No place of the mark speaks any more of what was deleted.
    std::expected<void, std::string> forget_deleted(Database& database);
    /// The file is whole and nobody writes it any more, with or without its mark.
    void close(Database& database);

    const Marked& marked() const { return marked_; }

  private:
    MarkKeeper(Mark mark, Marked marked) : mark_(std::move(mark)), marked_(std::move(marked)) {}
    void mark(const Record& record);
    int write(bool over_all = false);
    std::string cannot_mark(int code) const;

    Mark mark_;
    Marked marked_;
    bool is_written_ = false, is_behind_ = true, says_in_use_ = false;
};

} // namespace adoube::journal
