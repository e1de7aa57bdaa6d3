#pragma once
// All tables of a round and the ports of their boards: the daemon without its I/O. Bytes, time and journal
// confirmations go in; bytes, journal records and public games come out. Errors are one sentence.
//
// Nothing is decided, shown or acknowledged to a board before the journal has confirmed the inputs that it
// rests on.

#include "daemon/journal/lost.hpp"
#include "daemon/round/backlog.hpp"
#include "daemon/round/complaint.hpp"
#include "daemon/round/ids.hpp"
#include "daemon/round/notes.hpp"
#include "daemon/round/past_games.hpp"
#include "daemon/round/seating.hpp"
#include "daemon/round/table.hpp"
#include "daemon/round/table_view.hpp"

#include <set>

namespace adoube::round {

struct HostTime {
    SteadyUs steady_us; // runs on while the host sleeps
    UtcMs utc_ms{};
};

/// A command's result, for its sender and the log; not public.
struct Answer {
    std::uint64_t record = 0; // the number that the command got
    std::string text;         // one sentence
};

/// For the caller to do, each list in order.
struct Work {
    struct Bytes {
        PortId port;
        std::vector<std::uint8_t> bytes;
    };
    std::vector<Bytes> send;
    std::vector<PortId> close; // dead links
    std::vector<journal::Record> records;
    /// To show now; clocks are dated by the host's UTC as of the start, never set since.
    std::vector<broadcast::PublicGame> shown;
    /// As of Publication::take_corrected; after `shown`. Not to be shown.
    std::vector<broadcast::PublicGame> corrected;
    std::vector<Note> notes;
    std::vector<Answer> answers;
    /// Of tables that `follow_hands` named: what each input that is durable has left on the board.
    struct Touched {
        TableId table;
        LiveSquares squares;
        chess::Position completed; // after the completed moves
    };
    std::vector<Touched> touched;
    std::vector<TableId> looked_at; // whose `view` or `live_board` may have changed; may repeat
};

class Round {
  public:
    struct Seat {
        TableSetup table;
        std::string port;
        drivers::Maker maker = drivers::Maker::adoube;
        /// When an operator said that the table's board is there: see `port_change`.
        std::optional<UtcMs> given_utc_ms{};
    };
    /// `port`: empty for a table without electronics. The board on port n is that of seat n, but for a board
    /// that a game in progress is played on: it stays with that game on any port, until the game has its
    /// result. With a key, checkpoints of all that is durable are signed. The public sees the hall `delay_ms`
    /// late.
    explicit Round(std::vector<Seat> seats, std::optional<tlog::SigningKey> key = {},
                   std::int64_t delay_ms = 0);

    /// Restores from the journal, before anything else: `begin_with` all that it holds, then `restore` each
    /// wanted game in the order in which they began. Games of other rounds are ignored. A game that
    /// contradicts its checkpoints continues unsigned, with a note; an unreadable one is set aside and
    /// replaced; a deleted one is not begun again.
    /// What was shown is shown again at once. The rest waits as if only the time that boards vouch for had
    /// passed: the wall clock may have been set, or be another computer's.
    std::expected<void, std::string> begin_with(const std::vector<record::GameEntry>& games,
                                                const std::vector<record::ArmedGame>& armed,
                                                const std::vector<record::Tombstone>& deleted = {},
                                                const std::vector<record::Shown>& shown = {});
    /// A table's current and coming games, and earlier ones while something remains to be shown or learnt of
    /// their board.
    bool wants(const std::string& game_id) const;

    /// What restores them (restore.hpp): all that it `wants`, with the tables of these games.
    std::map<std::string, TableId, std::less<>> wanted() const;
    /// Only to tell how far boards were heard: Reader::last_heard will do.
    bool is_past(const std::string& game_id) const { return past_games_.has(game_id); }
    void recall_board(TableId table, const std::vector<record::Entry>& heard) {
        tables_[table].recall_board(heard);
    }
    struct Replayed {
        TableId table;
        std::string game_id;
        HallMs hall_ms;
        std::size_t inputs = 0;
        std::optional<UtcMs> last_utc_ms{};
        std::expected<void, std::string> restored{}, recalled{};
        std::vector<PublicState> states{};
    };
    /// To be called in any thread, which touches nothing but this table until it returns. Then `take`; what
    /// was not `restored` only while no other is being replayed, as it looks at all tables.
    std::function<Replayed()> replaying(TableId table, record::GameEntry game,
                                        std::vector<record::Entry> inputs,
                                        std::vector<record::Checkpoint> checkpoints, HostTime now);
    void take(Replayed replayed, HostTime now);

    /// After `begin_with`: the tables' earlier games, newest first. `recall` brings back their pages later,
    /// so that no start waits for them.
    const std::vector<std::string>& past() const { return past_games_.ids(); }
    /// As last shown. The error: unreadable, or not what was signed.
    std::expected<broadcast::PublicGame, std::string> recall(const journal::WholeGame& past) const {
        return past_games_.replay(past, publication_.recalled(past.game.id));
    }

    /// What the journal has lost, for arbiters; replaces the previous list.
    void know_lost(std::span<const journal::Lost> lost);

    void opened(PortId port, HostTime now);
    void received(PortId port, std::span<const std::uint8_t> bytes, HostTime now);
    /// A link ended or could not be opened; `why` is one sentence.
    void failed(PortId port, const std::string& why);
    /// Call several times a second.
    void tick(HostTime now);
    /// Records up to `up_to` (1 = the first of all `Work::records`) are durable, except those refused for
    /// good. `took_ms`: the last transaction.
    void durable(std::uint64_t up_to, std::span<const std::uint64_t> refused, HostTime now,
                 std::int64_t took_ms = 0);

    /// As of Driver::go_on_in, for all boards. Before the first link is opened, and whenever it changes.
    void go_on_in(wire::Epoch epoch);

    /// A command on the game at a board (see Table::say). Returns the record's number: it takes effect once
    /// `durable` reaches that. `by`: who gives it, as "Anna (token 3)", for record and log; empty if unknown.
    std::expected<std::uint64_t, std::string> say(int board, record::What what, HostTime now,
                                                  const Saying& saying = {});
    /// The command that adds to a board's clocks, or takes off.
    std::expected<record::SetTime, std::string> time_with(int board, AddedTime added, HostTime now,
                                                          std::string_view game = {});
    /// The next game; renamed if the id is taken.
    std::expected<std::uint64_t, std::string>
    arm(int board, const std::string& game_id, record::Header header, HostTime now, std::string_view by = {});
    /// Several moves at once, as movetext: all or none.
    std::expected<std::uint64_t, std::string> say_moves(int board, const std::string& moves, HostTime now,
                                                        const Saying& saying = {});

    struct Pairing {
        int board;
        std::string game_id; // if the game is new
        record::Header header;
    };
    /// Whether a board may be touched, by its number; else nothing is told or changed by what is there, and a
    /// list that names it is refused.
    using MayTouch = std::function<bool(int board)>;
    static bool any_board(int) { return true; }
    struct RoundArmed {
        std::optional<std::uint64_t> record; // the last; empty: nothing changes
        std::string answer;                  // a line for each change (pairing_changes.hpp)
    };
    /// A whole round at once, all or none. Of a game that the hall knows, only what differs is changed, and
    /// it keeps its id (seating.hpp).
    std::expected<RoundArmed, std::string> arm_round(const std::vector<Pairing>& pairings, HostTime now,
                                                     std::string_view by = {},
                                                     const MayTouch& may_touch = any_board);
    /// What arming it would answer now.
    std::expected<std::string, std::string> compare_round(const std::vector<Pairing>& pairings,
                                                          const MayTouch& may_touch = any_board) const;
    /// Where the games are now, of new ones the first free boards; `Pairing::board` counts where it is not 0.
    std::expected<std::vector<int>, std::string> boards_for(const std::vector<Pairing>& pairings,
                                                            const MayTouch& may_touch = any_board) const;

    struct PortChange {
        struct To {
            PortId port;
            std::string name;
            drivers::Maker maker;
        };
        std::vector<To> ports; // of each table that is concerned, the first one's first
        std::string answer;
    };
    /// To expect the table's board on this port, whatever game that board was played on. With another table
    /// that has the port, it changes ports. A table whose board was on one of these ports so far takes the
    /// board on its own. Every table keeps its game.
    std::expected<PortChange, std::string> port_change(int board, std::string name,
                                                       drivers::Maker maker) const;
    /// The caller then closes the links of these ports, and opens them anew.
    void change_ports(const PortChange& change, HostTime now, std::string_view by = {});

    /// For a game at no table. Returns the record's number; the error: too many wait already.
    std::expected<std::uint64_t, std::string> write_past(journal::Record record);
    bool takes_past() const { return !past_.full(); }

    /// What the public sees later, of all boards.
    void change_delay(std::int64_t delay_ms) { publication_.change_delay(delay_ms); }
    std::int64_t delay_ms() const { return publication_.delay_ms(); }

    /// Never shown, as a board changed more often than the delay can hold.
    std::uint64_t left_out() const { return publication_.left_out(); }

    /// Of all tables, the games that are to be played and have no record yet.
    std::vector<record::GameEntry> not_begun() const;

    /// For arbiters and the operator only.
    auto tables() const { return tables_.ids(); }
    TableView view(TableId table) const;
    /// Undelayed. A table whose board shows something new is in `Work::looked_at`.
    LiveBoard live_board(TableId table) const;
    /// From now on nothing that hands do there is left out between two looks; see `Work::touched`.
    void follow_hands(TableId table) { hands_followed_[table] = true; }

    Work take_work() { return std::exchange(work_, {}); }

  private:
    struct Port {
        std::string name;
        drivers::Maker maker;
        std::unique_ptr<drivers::Driver> driver;
        std::optional<TableId> table; // whose board is connected
        wire::Hello hello;
        std::optional<wire::Condition> condition; // from this start of the board
        std::string trouble;                      // empty once over
        std::string trouble_here;                 // as of TableView
        JournalAllowance journal;
        bool chip_seen = false; // since this start of the board
        int battery_told_percent = 100;
        std::optional<drivers::BatteryTold> battery{}; // of this start
        /// By an operator, then: the board that comes there first, and has told no other game anything since,
        /// is this table's.
        struct Given {
            UtcMs utc_ms;
            std::optional<std::uint64_t> board_id{}; // empty: none has come yet
        };
        std::optional<Given> given{};
        SteadyUs heard_us{};
        std::optional<SteadyUs> same_id_since_us{}; // a board with this one's id is on another port, too
    };
    struct Written {
        enum class Of : std::uint8_t { input, table, past, shown } of;
        bool arms = false; // a game at the table
        TableId table{};   // for input and table
        std::size_t bytes = 0;
        struct Said {
            std::string answer{}; // if known already
            std::string more{};   // after the answer
            bool of_play = false; // moves which a board has kept could contradict it
        };
        std::unique_ptr<Said> said{};          // of a command's last record; null for all others
        std::unique_ptr<record::Shown> mark{}; // foreseen, written with its input
    };
    struct Looks {
        std::optional<SteadyUs> next_us{}, at_game_us{}; // due; when its game was looked at last
        std::int64_t unheard_ms = 0;                     // since the last one at its clock
    };
    struct Waiting {
        Backlog backlog;
        std::optional<SteadyUs> full_since_us;
        bool told = false;
    };

    void note_time(HostTime now);
    SteadyUs now_us() const { return noted_ ? noted_->steady_us : SteadyUs{}; }
    /// Rate-limited, for what a board can repeat at will.
    void note(TableId table, Notes::About about, bool trouble, const std::string& what);
    /// Of a game here: it is played or to come, or tells how far its board was heard.
    bool remains(const std::string& game_id) const;
    struct ArmedGames;
    std::expected<void, std::string> recall_armed(Table& table, const ArmedGames& armed);
    void set_aside(TableId table, const std::string& game_id, const std::string& why, HostTime now);
    void tell_wall_clock(const Table& table, UtcMs last_utc_ms, HostTime now);
    std::expected<TableId, std::string> table_of(int board) const;
    bool is_taken(const std::string& game_id, TableId but_for) const;
    /// `wished`, or the first free of wished.2, wished.3, …
    std::string free_id(const std::string& wished, TableId table) const;
    std::uint64_t write_said(TableId table, std::vector<journal::Record> records, const std::string& said,
                             std::string answer = {}, bool of_play = false);
    struct RoundPlan {
        std::vector<TableId> tables;   // that may be touched
        std::vector<Sitting> sittings; // at these, as `seats`
        std::vector<Wanted> wanted;
        std::vector<Assignment> seats;
    };
    std::expected<RoundPlan, std::string> plan_of(const std::vector<Pairing>& pairings,
                                                  const MayTouch& may_touch) const;
    std::expected<RoundPlan, std::string> seated(const std::vector<Pairing>& pairings,
                                                 const MayTouch& may_touch) const;
    void take_seat(TableId table, const Assignment& seat, const std::vector<Pairing>& pairings, HostTime now,
                   std::string_view by);
    void arrived(PortId port, const drivers::Arrived& arrived, HostTime now);
    std::expected<TableId, std::string> table_for(PortId port, const wire::Hello& hello);
    bool are_two_boards(PortId port, PortId other);
    std::optional<TableId> in_progress_on(std::uint64_t board_id) const;
    bool is_given(const Port& port, std::uint64_t board_id, TableId played) const;
    void tell_other_port(PortId port);
    void leave_other_port(TableId table);
    std::optional<Progress> progress_of(const wire::Hello& hello) const;
    void tell_lost(const Port& port, const drivers::EventsLost& lost);
    /// Incidents that the board caused, rate-limited.
    void tell_of_hands(TableId table);
    void tell_forgotten(TableId table, const wire::Hello& hello);
    std::optional<PortId> port_of(TableId table) const;
    void take_news(PortId port, HostTime now);
    void tell_too_little(Port& port);
    void take_condition(Port& port, const wire::Condition& condition);
    bool is_due(std::optional<SteadyUs>& next_us, HostTime now);
    void look_at_all(TableId table, HostTime now);
    void look_at_clock(TableId table, HostTime now, std::int64_t unheard_ms);
    /// Of the tick: for so long that what was said meanwhile may wait to be read.
    bool is_late(HostTime now);
    void take_battery(Port& port, const drivers::BatteryTold& told);
    void take_clock_battery(Port& port, bool low);
    void take_chip(Port& port, const wire::Chip& chip);
    void complain(TableId table, Complaint complaint);
    void take_bytes(PortId port);
    void foresee(TableId table, const drivers::News& news, std::vector<journal::Record>& records);
    void write(TableId table, std::vector<journal::Record> records);
    void tell_touched(TableId table, HostTime now);
    void look_at(TableId table, HostTime now);
    void show_pairing(TableId table, HostTime now);
    HallMs hall_ms(HostTime now) const { return HallMs((now.utc_ms - set_on_ms_).count()); }
    void publish(HostTime now);
    void look_at_squares(TableId table, HostTime now);
    void acknowledge(Port& port);
    void give_room(Port& port);
    void answer(TableId table, const Written& written);
    void tell_of_waiting(TableId table, HostTime now);
    void tell_of_slow_journal(HostTime now);
    void trouble(PortId port, const std::string& sentence, std::string here = {});

    std::optional<tlog::SigningKey> key_;
    Notes notes_;
    ById<TableId, Table> tables_;
    std::set<std::string> games_;                          // in the journal
    std::map<std::string, std::string, std::less<>> lost_; // by game, in words
    ById<PortId, Port> ports_;
    std::set<std::uint64_t> shared_ids_; // each of several boards at once
    std::deque<Written> written_;
    ById<TableId, bool> hands_followed_;
    ById<TableId, Waiting> waiting_;
    ById<TableId, Complaints> complaints_;
    Backlog past_; // games at no table
    PastGames past_games_;
    std::uint64_t confirmed_ = 0;
    ById<TableId, Looks> looks_;
    std::uint64_t first_looks_ = 0;
    std::optional<SteadyUs> ticked_us_;
    std::optional<HostTime> noted_;
    wire::Epoch epoch_ = 0;
    std::int64_t set_on_ms_ = 0; // the wall clock, since the start
    Publication publication_;
    std::optional<SteadyUs> unconfirmed_since_us_, told_slow_us_;
    Work work_;
};

} // namespace adoube::round
