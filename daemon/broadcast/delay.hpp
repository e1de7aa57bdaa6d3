#pragma once
// The public sees the hall with a fixed delay, so that no screen can help a player from outside. A queue
// without clock or thread.

#include "daemon/broadcast/public_game.hpp"

#include <deque>

namespace adoube::broadcast {

/// A state's place in a game's record; passed through.
struct Place {
    std::string record;       // game id in the journal; two public games may share it
    std::uint64_t inputs = 0; // before this state
    GameMs t_ms{};            // game time then
    bool slow = false;        // became durable late
    bool by_time = false;     // no input caused it
    /// For what no board reported: when it was said by the host's clock, which may have been set; its age
    /// counts from here too.
    HallMs said_ms = HallMs::min();
    /// Restored: when a board told of it, by the host's clock. Its age counts from here too, as the board's
    /// clock may run fast.
    HallMs told_ms = HallMs::min();
    friend bool operator==(const Place&, const Place&) = default;
};

struct Delayed {
    HallMs due_ms{};
    Place place;
    PublicGame game;
};

class Delay {
  public:
    /// Per board. Beyond this every second state is dropped, never a game's newest: the public sees fewer
    /// states, none earlier.
    static constexpr std::size_t most_states = 2048, most_bytes = 1 << 20;
    /// That no input came is known only when the board is heard again: at a touch, or at its next pong and
    /// the look after it. States by time alone are held at least this long, so that nobody can tell which.
    static constexpr std::int64_t heard_within_ms = 1500;

    /// 0: no delay.
    explicit Delay(std::int64_t delay_ms);

    /// For all that is held, and from now on. A longer delay takes back nothing that is shown; with a shorter
    /// one, what has waited that long is due at once, in order.
    void change(std::int64_t delay_ms);

    /// For what is put from now on; what is held keeps its time.
    void change_for_later(std::int64_t delay_ms) { delay_ms_ = delay_ms; }

    /// The game as of `now_ms`, by the clock of `due`, which must never be set: a wall clock set forward
    /// would show states early. Even if it went back, no state is due before an earlier one of its game or
    /// board.
    void put(HallMs now_ms, PublicGame state, Place place = {});

    /// An arbiter's act made a game what it is now; call before `now` is put. States that wait and hold what
    /// no longer stands are never shown, those that stay get the names of `now`. Returns the last left out,
    /// if none of the game is left.
    std::optional<PublicGame> correct(const PublicGame& now);

    /// The record's clocks are right that much later.
    void set_clocks_on(std::string_view record, std::int64_t by_ms);

    struct Dated {
        HallMs until_ms{}, start_ms{};
        GameMs since_ms{};
    };
    /// The record's game time 0 was at `start_ms`: states put by `until_ms` become due accordingly, never
    /// later than before. Those before `since_ms` stay, as their age is unknown; those with `said_ms` or
    /// `told_ms` count from the latest. Earlier states of the board, of any game, become due no later, unless
    /// they were said.
    void bring_forward(std::string_view record, Dated dated);

    /// All due states, per game in the order of `put`. Clocks are moved on by the delay, so that a page
    /// counts down what the clock showed then.
    std::vector<Delayed> due(HallMs now_ms, std::size_t most = ~std::size_t{0});

    /// Not counting the wait for earlier states.
    std::int64_t held_ms(const Place& place) const;

    /// Empty: nothing is held.
    std::optional<HallMs> next_due() const;

    /// Of one board.
    struct Room {
        std::size_t states = 0, bytes = 0;
    };
    Room held(int board) const;
    /// Games of which the newest state is not due yet.
    std::size_t games_held(HallMs now_ms) const;
    /// Never shown, as there were too many.
    std::uint64_t left_out() const { return left_out_; }

  private:
    using Turn = std::pair<HallMs, std::uint64_t>; // due time, order of `put`
    // Long delays hold many states of few games, so only moves new since the state before are kept.
    struct Held {
        std::size_t kept_moves;
        Place place;
        HallMs said_ms;                    // the latest, with dropped states before it
        PublicGame state;                  // without moves
        std::vector<PublicMove> new_moves; // behind the kept ones
        std::size_t bytes() const;
        /// Those of the state, where `before` are those of the state before it.
        PublicMoves moves_after(PublicMoves before) const;
    };
    struct Line {
        int board = 0;
        std::deque<Turn> turns;
        PublicMoves newest, shown;
    };
    using Lines = std::map<std::string, Line, std::less<>>;
    struct Board {
        Room room;
        HallMs last_due_ms = HallMs::min(); // of its last state put
    };

    void move_to(Line& line, int board);
    std::vector<Turn*> turns_of(int board);
    void put_in_order(int board);
    void set_due(Turn& turn, HallMs due_ms);
    void thin(int board);
    void leave_out(const Held& held, Held& next, Room& room);
    void end(Lines::iterator line);
    Delayed release(Turn turn, Held held);

    std::int64_t delay_ms_;
    std::uint64_t put_ = 0, left_out_ = 0;
    std::map<Turn, Held> held_;
    Lines lines_;                 // by game
    std::map<int, Board> boards_; // with states held
};

} // namespace adoube::broadcast
