#pragma once
// The event of the tables' first games, where the organiser has saved another one since. Those games, and all
// that were armed after them, are found in the journal by it; so a file beside the journal keeps it, as with
// the new one alone a restart would not find the games that are played.

#include "daemon/record/input.hpp"

#include <expected>
#include <filesystem>

namespace adoube::adoubed {

class KeptEvent {
  public:
    /// What is kept counts for the configuration that was saved last, and for the one before it; with another
    /// round it is `configured` itself. The error is one sentence: what is kept cannot be read.
    static std::expected<KeptEvent, std::string> open(const std::filesystem::path& journal,
                                                      const record::Header& configured);

    const record::Header& of_tables() const { return of_tables_; }

    /// Before `next` is configured. On the disk when it returns; the error, one sentence: nothing has
    /// changed.
    std::expected<void, std::string> follow(const record::Header& former, const record::Header& next) const;

  private:
    KeptEvent(std::filesystem::path file, record::Header of_tables)
        : file_(std::move(file)), of_tables_(std::move(of_tables)) {}

    std::filesystem::path file_;
    record::Header of_tables_;
};

} // namespace adoube::adoubed
