#pragma once
// The public sees the hall as it was a set time ago, so that nobody can be helped from outside by what a
// screen shows. A queue without clock or thread: time is given to it.

#include "daemon/broadcast/public_game.hpp"

#include <deque>
#include <memory>

namespace adoube::broadcast {

/// Where in a game's record a state belongs; the delay gives it back as it was given.
struct Place {
    std::string record;       // the id of the game in the journal: two public games may come of one
    std::uint64_t inputs = 0; // it stood so after so many
    GameMs t_ms{};            // and then, in the game's time
    bool slow = false;        // it took long to become durable
    bool by_time = false;     // no input made it so, but that nothing happened
    /// By the host's clock, of what no board has told: its time is from that too, and the clock may have been
    /// set before or after.
    HallMs said_ms = HallMs::min();
    friend bool operator==(const Place&, const Place&) = default;
};

struct Delayed {
    HallMs due_ms{};
    Place place;
    PublicGame game;
};

class Delay {
  public:
    /// What is held of the games of one board. Where there is more, every second state is left out of it, but
    /// never the newest of a game: the public sees fewer states then, and none earlier.
    static constexpr std::size_t most_states = 2048, most_bytes = 1 << 20;
    /// Whether nothing happened is known once the board is heard again: at the next touch, or else at its
    /// next pong and the next look at it. What stands by time alone is held for so long at least, so that
    /// nobody learns which it was.
    static constexpr std::int64_t heard_within_ms = 1500;

    /// 0 = nothing is held back.
    explicit Delay(std::int64_t delay_ms);

    /// The game as it stood at `now_ms`, of a clock that `due` shares, and that is never set: a wall clock
    /// that is set forward would show what is held too early. Should the time of a game go backwards all the
    /// same, it holds a state no shorter than the one before it; nor than what came before on its board, of
    /// whatever game.
    void put(HallMs now_ms, PublicGame state, Place place = {});

    /// The clocks of the states of this record are right so much later.
    void set_clocks_on(std::string_view record, std::int64_t by_ms);

    struct Dated {
        HallMs until_ms{}, start_ms{};
        GameMs since_ms{};
    };
    /// What was put of this record by `until_ms` stood as early as its place tells, where its time was 0 at
    /// `start_ms`: it is due as long after that, and never later than it was. What has a time before
    /// `since_ms` stays: nobody knows how long before that was. What was said is due as long after the later
    /// of that and of when it was by the host's clock. What came before on the same board, of whatever game,
    /// is due no later, but for what was said.
    void bring_forward(std::string_view record, Dated dated);

    /// Every state whose time has come, each once, of each game in the order in which they were put. Their
    /// clocks are moved on by the delay: a page that counts down shows what the clock showed then.
    /// No more than `most` at once.
    std::vector<Delayed> due(HallMs now_ms, std::size_t most = ~std::size_t{0});

    /// A state of that place is due so long after it stood so, and never before one that came earlier.
    std::int64_t held_ms(const Place& place) const;

    /// When to ask `due` again; nothing while nothing is held.
    std::optional<HallMs> next_due() const;

    /// Held now, of the games of one board.
    struct Room {
        std::size_t states = 0, bytes = 0;
    };
    Room held(int board) const;
    /// States that the public will never see, because there were too many.
    std::uint64_t left_out() const { return left_out_; }

  private:
    using Turn = std::pair<HallMs, std::uint64_t>; // when it is due, and which came first
    // A long delay holds many states of few games: of the moves only those that the state before had not.
    struct Held {
        std::size_t kept_moves;
        Place place;
        HallMs said_ms;   // the last of its own and of those before it that were left out
        PublicGame state; // without tags
        std::shared_ptr<const PublicTags> tags;
        std::size_t bytes() const;
    };
    struct Line {
        int board = 0;
        std::deque<Turn> turns; // of the states held
        std::shared_ptr<const PublicTags> tags;
        std::vector<PublicMove> newest, shown;
    };
    using Lines = std::map<std::string, Line, std::less<>>;
    struct Board {
        Room room;
        HallMs last_due_ms = HallMs::min(); // of what was put of its games
    };

    void move_to(Line& line, int board);
    std::vector<Turn*> turns_of(int board);
    void put_in_order(int board);
    void set_due(Turn& turn, HallMs due_ms);
    void thin(int board);
    void leave_out(const Held& held, Held& next, Room& room);
    Delayed release(Turn turn, Held held);

    std::int64_t delay_ms_;
    std::uint64_t put_ = 0, left_out_ = 0;
    std::map<Turn, Held> held_;
    Lines lines_;                 // by game
    std::map<int, Board> boards_; // with states held
};

} // namespace adoube::broadcast
