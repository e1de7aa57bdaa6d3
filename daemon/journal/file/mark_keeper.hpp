#pragma once
// Compares the mark with a journal's file on opening, then updates it per transaction. Errors are one
// sentence.

#include "daemon/journal/file/marked_games.hpp"
#include "daemon/journal/file/reader.hpp"
#include "daemon/journal/lost.hpp"

#include <span>

namespace adoube::journal {

struct ComparedWithMark {
    std::vector<Lost> lost;
    Marked there; // the marked games, as they are now
};
std::expected<ComparedWithMark, std::string> compare_with_mark(Reader& reader);

class MarkKeeper {
  public:
    /// The file outlives the keeper and holds `there` of the marked games. Takes effect with the first
    /// `sync`.
    static std::expected<MarkKeeper, std::string> of(Reader& reader, Marked there);

    /// Before writing: adds continued games not in the mark, as it has not room for all.
    std::expected<void, std::string> recall(std::span<const Record> batch, Reader& reader);
    /// After writing; `refused` are places in `batch`.
    void written(std::span<const Record> batch, std::span<const std::size_t> refused);

    /// Whether a power cut would leave the mark behind the file.
    bool is_behind() const { return is_behind_; }
    /// After an error, losses go unnoticed.
    std::expected<void, std::string> sync(Database& database);
    /// Removes deleted games from both places.
    std::expected<void, std::string> forget_deleted(Database& database);
    /// The file is whole, with or without its mark, and nobody writes it any more.
    void close(Database& database);

    const Marked& marked() const { return games_.marked(); }

  private:
    MarkKeeper(Mark mark, Marked marked) : mark_(std::move(mark)), games_(std::move(marked)) {}
    void mark(const Record& record);
    void changed(const Marked::Game& game) { changed_.push_back(&game); }
    int write(bool over_all = false);
    int write_changes();
    std::string cannot_mark(int code) const;

    Mark mark_;
    MarkedGames games_;
    std::vector<const Marked::Game*> changed_; // by a transaction: the last ones, in any order, some twice
    bool some_gone_ = false;                   // by a transaction
    bool is_written_ = false, is_behind_ = true, says_in_use_ = false;
};

} // namespace adoube::journal
