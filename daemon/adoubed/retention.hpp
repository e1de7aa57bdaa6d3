#pragma once
// Deletes game records by rule, some days after the end, or by hand; holds and releases them. Never deletes a
// game on a board.

#include "daemon/adoubed/control_line.hpp"
#include "daemon/journal/look.hpp"
#include "daemon/round/round.hpp"

#include <deque>
#include <functional>

namespace adoube::adoubed {

class Retention {
  public:
    static constexpr std::uint64_t look_interval_us = 3600ULL * 1'000'000;
    /// After this long without play, remains of deleted games may be overwritten. In a large journal, nothing
    /// becomes durable for some seconds then.
    static constexpr std::int64_t quiet_ms = 10 * 60'000;
    static constexpr std::uint64_t tidy_interval_us = 60ULL * 1'000'000;

    using IsOnBoard = std::function<bool(const std::string& game_id)>;

    Retention(std::filesystem::path journal, std::optional<int> days, IsOnBoard is_on_board)
        : journal_(std::move(journal)), days_(days), is_on_board_(std::move(is_on_board)) {}

    /// An operator's request. The error is one sentence.
    std::expected<journal::Record, std::string> record_of(const Keep& keep, UtcMs utc_ms) const;

    struct Due {
        std::optional<journal::Record> deletion; // one at a time: a long game takes milliseconds
        bool tidy = false;                       // time for Recorder::tidy
        std::vector<round::Note> notes;
    };
    /// Call several times a second.
    Due due(round::HostTime now);
    /// Records on their way to the journal.
    void watch(const std::vector<journal::Record>& records, UtcMs utc_ms);

  private:
    void find_due(Due& due, UtcMs utc_ms);
    void delete_next(Due& due, UtcMs utc_ms);
    std::expected<record::DeleteGame, std::string> deletion_of(const std::string& game_id, UtcMs utc_ms,
                                                               std::string why) const;

    const std::filesystem::path journal_;
    const std::optional<int> days_;
    const IsOnBoard is_on_board_;
    std::deque<std::string> queue_;
    std::optional<SteadyUs> looked_us_, tidied_us_;
    UtcMs last_input_utc_ms_{};
    std::string trouble_; // last reported
};

} // namespace adoube::adoubed
