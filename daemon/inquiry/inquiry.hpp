#pragma once
// What an arbiter asks of a game's record, answered from the journal's file: of what is durable alone, and
// nothing of a sealed move. Slow: for a thread of its own, one at a time.

#include "daemon/inquiry/record_view.hpp"

#include <filesystem>
#include <list>

namespace adoube::inquiry {

class Inquiry {
  public:
    /// Games that are looked at again and again cost only what is new of them.
    static constexpr std::size_t most_views = 8;

    explicit Inquiry(std::filesystem::path journal) : journal_(std::move(journal)) {}

    /// JSON, from number `from` on (record_view.hpp); empty while nothing is recorded of the game. The error
    /// is one sentence without its full stop.
    std::expected<std::string, std::string> inputs(const std::string& game, std::uint64_t from);

  private:
    /// Null while nothing is recorded.
    std::expected<const RecordView*, std::string> view_of(const std::string& game);

    const std::filesystem::path journal_;
    std::list<std::pair<std::string, RecordView>> views_; // by game, the one used last first
};

} // namespace adoube::inquiry
