#pragma once
// What a display knows of an event's halls from the stream alone. Messages may be lost, doubled, late and out
// of order, and the stream may come back shorter: of each subject the newest message heard counts, so what
// was shown stays shown, and nothing is shown twice. No I/O, clock or thread.

#include "daemon/broadcast/public_game.hpp"
#include "daemon/broadcast/standings.hpp"
#include "daemon/stream/subject.hpp"
#include "daemon/stream/version.hpp"
#include "daemon/time/instant.hpp"

#include <boost/json/value.hpp>

#include <map>
#include <set>
#include <variant>
#include <vector>

namespace adoube::stream {

class EventStream {
  public:
    static constexpr std::size_t most_halls = 64, most_games = 50'000; // of each hall
    static constexpr std::size_t longest_text = 1 << 20;               // 17697 plies take a third of it
    /// A hall that was not heard for so long is told as silent: two of its signs of life are missing.
    static constexpr std::int64_t silent_after_ms = 6'000;

    explicit EventStream(std::string root) : root_(std::move(root)) {}

    struct Game {
        broadcast::PublicGame game;
        /// Else another one came to its board after it, as of LiveRound::publish.
        bool is_newest = true;
    };
    /// One that has left its board, and was not heard of before.
    struct Past {
        broadcast::PublicGame game;
    };
    using Standings = std::optional<broadcast::Standings>; // empty: none are shown any more
    using Change = std::variant<Game, Past, Standings>;
    struct Moment {
        UtcMs utc;
        std::int64_t steady_ms = 0; // by a clock that is never set
    };

    /// The stream is read from its start: until caught_up() what it holds already is heard, in the order of
    /// its newest messages.
    void starts_over() { is_catching_up_ = true; }
    void heard(std::string_view subject, Version version, std::string_view text, Moment now);
    void caught_up();

    /// What is to be shown now, in order; while the stream catches up nothing is.
    std::vector<Change> take_changes();

    struct Hall {
        std::string name;
        std::int64_t delay_ms = 0;
        std::int64_t age_ms = 0; // what is shown of it may be that much older than the delay says
    };
    /// Those that have said how they are, by name.
    std::vector<Hall> halls(Moment now) const;

    /// Messages that could not be read; the last one's mistake.
    std::uint64_t refused() const { return refused_; }
    const std::string& last_refusal() const { return last_refusal_; }

  private:
    /// A game that was heard of a board; `came`: the version with which it came there; of a game that the
    /// hall has recalled none.
    struct AtBoard {
        Version came;
        std::string id;
    };
    /// The last ones: where games change tables, those before them may be the board's again.
    static constexpr std::size_t kept_of_board = 8;
    struct Known {
        Version alive;              // none: it has not said so
        std::int64_t heard_ms = 0;  // steady
        std::int64_t behind_ms = 0; // when it was heard
        std::int64_t delay_ms = 0;
        struct Heard {
            Version version;
            std::size_t hash = 0; // of what it was
        };
        std::map<std::string, Heard, std::less<>> heard; // by subject below the hall's
        std::map<int, std::vector<AtBoard>> boards;      // by number; by came version
        std::optional<broadcast::Standings> standings;
    };
    struct Owner {
        std::string hall;
        std::uint64_t term = 0;
    };
    struct Caught {
        std::string hall;
        Version came;
        broadcast::PublicGame game;
    };
    void hear_alive(const Subject& at, Version version, const boost::json::object& is, Moment now);
    bool take(const Subject& at, Version version, Version came, const boost::json::value& is);
    void forget(const std::string& hall, const std::string& id, Version version);
    bool take_standings(const std::string& hall, const boost::json::value& is);
    void take_game(const std::string& hall, Version came, broadcast::PublicGame game);
    void show_standings();
    bool refuse(std::string_view subject, const std::string& why);

    const std::string root_;
    std::map<std::string, Known, std::less<>> halls_;
    std::map<std::string, Owner, std::less<>> owners_;  // by their games' ids
    std::set<std::string, std::less<>> known_games_;    // ids that were told
    std::map<std::string, Caught, std::less<>> caught_; // by id, while the stream catches up
    std::vector<Change> changes_;
    Standings standings_; // as told last
    bool is_catching_up_ = true;
    std::vector<std::string> caught_order_; // ids, as they were heard came
    std::uint64_t refused_ = 0;
    std::string last_refusal_;
};

} // namespace adoube::stream
