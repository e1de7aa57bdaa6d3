#pragma once
// Both clocks of every game in play, noted at each full half hour of a round, as an arbiter notes them by
// hand. No I/O. Kept in HALL.journal-clock-times, a list a line, and given as (daemon/INTERFACES.md):
//
//   {"round":"3","rounds":["1","2","3"],"lists":[LIST,…]}     of one round, the newest first
//   LIST: {"event":"Open of A-Town","round":"3","half_hours":2,"at":1763654400000,
//          "time":"2026-11-20 16:00:00","games":[GAME,…]}
//   GAME: {"board":3,"record":"E-r3-b3","white":"Adams, Ann","black":"Baker, Ben","w":5390000,"b":5391000,
//          "running":"w","to_move":"w","plies":12,"connected":true}
//
// `half_hours`: of play, since the round's first game began; `at`: UTC ms, `time`: in the hall; `w`, `b`: ms
// left then, of the side whose clock runs too; null where they are not known; `running`: null where no clock
// runs; `connected`: false where the board was not, so that its last move may be missing.

#include "daemon/access/rights.hpp"
#include "daemon/account/local_time.hpp"
#include "daemon/round/table_view.hpp"

#include <expected>

namespace adoube::report {

struct ClockTime {
    int board = 0;
    std::string record{}; // the game's id in the journal
    std::string white{}, black{};
    std::optional<std::int64_t> white_ms{}, black_ms{};
    std::optional<chess::Side> running{};
    chess::Side to_move{};
    std::int64_t plies = 0;
    bool connected = true; // or a table without electronics
    friend bool operator==(const ClockTime&, const ClockTime&) = default;
};

struct ClockTimeList {
    std::string event{}, round{}; // as in the tags
    std::int64_t half_hours = 0;
    UtcMs at_utc_ms{};
    std::string in_hall{};
    std::vector<ClockTime> games{}; // by board
    friend bool operator==(const ClockTimeList&, const ClockTimeList&) = default;
};

class ClockTimes {
  public:
    static constexpr std::int64_t every_ms = 30 * 60'000;
    /// A game that was left on its board ends no round: after so many nothing more is noted of it.
    static constexpr std::int64_t most_half_hours = 24;
    /// Of all rounds; of further ones the oldest is forgotten.
    static constexpr std::size_t most_lists = 128;

    /// The error follows the file's name.
    static std::expected<ClockTimes, std::string> parse(std::string_view lines);
    std::string lines() const;

    /// The list of each round that is due, as a full half hour has passed since its last: also one that
    /// nobody noted in time, with the time of now.
    std::vector<ClockTimeList> due(std::span<const round::TableView> tables, UtcMs now_utc_ms,
                                   const account::LocalTime& local) const;
    void add(ClockTimeList list);
    /// Of a game whose record is deleted nothing stays. True if there was something.
    bool forget(std::string_view record);

    /// JSON of the lists of a round, or, with 0, of the one noted last; of those boards alone that `who` may
    /// see.
    std::string told_to(const access::Grant& who, int round) const;
    const std::vector<ClockTimeList>& all() const { return lists_; } // the oldest first

  private:
    bool is_noted(const ClockTimeList& list, UtcMs since_utc_ms) const;

    std::vector<ClockTimeList> lists_;
};

} // namespace adoube::report
