#pragma once
// The rounds of other daemons (`merge`) as they were shown last. A file for each beside the journal keeps it,
// as a restart while the other daemon is away would take back what the public has seen. They were late enough
// when they came, each by the delay of its own hall.
//
// What is kept counts for one address, event, round and date: else it would show yesterday's games.

#include "daemon/broadcast/live_round.hpp"
#include "daemon/record/input.hpp"

#include <expected>
#include <filesystem>
#include <functional>
#include <mutex>

namespace adoube::adoubed {

class KeptRounds {
  public:
    /// `event` is as configured; `today` is the day in the hall, "2026-11-20", where that has no date.
    KeptRounds(const std::filesystem::path& journal, std::vector<std::string> addresses,
               const record::Header& event, std::function<std::string()> today);

    struct Found {
        std::vector<broadcast::Text> rounds; // by address; null: none
        std::vector<std::string> troubles;   // a sentence for each file that cannot be used, and is left
    };
    /// Files that do not count, now or ever, are removed.
    Found find() const;

    /// On the disk when it returns, before it is shown. The error says what cannot be written. May be called
    /// in any thread, for one address by one thread at a time.
    std::expected<void, std::string> keep(std::size_t at, const broadcast::Text& pgn) const;

    /// From now on what is kept is of this one.
    void begin_event(const record::Header& event);

  private:
    std::string round() const;

    std::filesystem::path journal_;
    std::vector<std::string> addresses_;
    std::function<std::string()> today_;
    mutable std::mutex mutex_;
    std::string round_, date_; // of the event; no date: today's
};

/// Where `at`, 0 for the first in `merge`, is kept.
std::filesystem::path kept_round_file(const std::filesystem::path& journal, std::size_t at);

} // namespace adoube::adoubed
