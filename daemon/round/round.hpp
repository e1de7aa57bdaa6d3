#pragma once
// All tables of a round and the ports of their boards: the daemon without its I/O. Bytes, time and the
// journal's confirmations go in; bytes, records for the journal and public games come out.
//
// Order is kept: nothing is decided, shown or acknowledged to a board before the journal has confirmed the
// inputs that it rests on.

#include "daemon/journal/lost.hpp"
#include "daemon/round/backlog.hpp"
#include "daemon/round/ids.hpp"
#include "daemon/round/notes.hpp"
#include "daemon/round/past_games.hpp"
#include "daemon/round/table.hpp"
#include "daemon/round/table_view.hpp"

#include <set>

namespace adoube::round {

struct HostTime {
    SteadyUs steady_us; // goes on while the host sleeps
    UtcMs utc_ms{};
};

/// To whoever said something: what it has done. For him and the log, not for the public.
struct Answer {
    std::uint64_t record = 0; // the number that his word was given
    std::string text;         // one sentence
};

/// What is to be done, in the order of each list.
struct Work {
    struct Bytes {
        PortId port;
        std::vector<std::uint8_t> bytes;
    };
    std::vector<Bytes> send;
    std::vector<PortId> close; // ports: the link is dead
    std::vector<journal::Record> records;
    /// To the public, now. Their clocks are right at moments of a clock that shows the host's UTC as it was
    /// at the start, and is never set.
    std::vector<broadcast::PublicGame> shown;
    std::vector<Note> notes;
    std::vector<Answer> answers;
    std::vector<TableId> looked_at; // tables whose `view` may have changed; some more than once
};

class Round {
  public:
    struct Seat {
        TableSetup table;
        std::string port; // its name, for people
        drivers::Maker maker = drivers::Maker::adoube;
    };
    /// Port n is where the board of seat n is looked for first. A board that a game was begun on stays with
    /// it, on whatever port it comes back.
    /// With a key checkpoints of all that is durable are signed. The public sees the hall as it was
    /// `delay_ms` ago.
    explicit Round(std::vector<Seat> seats, std::optional<tlog::SigningKey> key = {},
                   std::int64_t delay_ms = 0);

    /// Goes on where the journal ends. Call before anything else: `begin_with` all that it holds, then
    /// `restore` for each game that is wanted, in the order in which they were begun. Games of other rounds
    /// are passed over. The error is one sentence. A game that is not what its checkpoints say goes on
    /// unsigned, and is told; one that cannot be read is set aside, and another goes on in its place.
    /// A game that was deleted is not begun anew. What was shown is shown again at once, and what was not
    /// waits as if no time had passed since but that of which the boards know: a wall clock may have been
    /// set, or be another computer's.
    std::expected<void, std::string> begin_with(const std::vector<record::GameEntry>& games,
                                                const std::vector<record::ArmedGame>& armed,
                                                const std::vector<record::Tombstone>& deleted = {},
                                                const std::vector<record::Shown>& shown = {});
    /// Of the game now played at a table, and of those to come there. Of those before it only as long as
    /// there may be something left to show of them, or to hear of their board.
    bool wants(const std::string& game_id) const;
    void restore(const record::GameEntry& game, const std::vector<record::Entry>& inputs, HostTime now,
                 const std::vector<record::Checkpoint>& checkpoints = {});

    /// After `begin_with`: games that were played at the tables before, the last first. A start need not wait
    /// for them; `recall` brings them to their pages later, one by one.
    const std::vector<std::string>& past() const { return past_games_.ids(); }
    /// As the public has seen it. The error is one sentence: it cannot be read, or is not what was signed.
    std::expected<broadcast::PublicGame, std::string> recall(const journal::WholeGame& past) const {
        return past_games_.replay(past, publication_.recalled(past.game.id));
    }

    /// What the journal once held of games and holds no more, for their arbiters: until it is called again.
    void know_lost(std::span<const journal::Lost> lost);

    void opened(PortId port, HostTime now);
    void received(PortId port, std::span<const std::uint8_t> bytes, HostTime now);
    /// Where a link ended or could not be opened: one sentence that says why.
    void failed(PortId port, const std::string& why);
    /// To be called several times a second.
    void tick(HostTime now);
    /// The journal has all records up to this one (1 = the first of all `Work::records`), but those refused
    /// for good. `took_ms`: the transaction that brought the last of them there.
    void durable(std::uint64_t up_to, std::span<const std::uint64_t> refused, HostTime now,
                 std::int64_t took_ms = 0);

    /// What an arbiter says of the game on a board, and of the next there (its id may be taken: then it gets
    /// another). Returns the number of the record: the word counts once `durable` has come so far. The error
    /// is one sentence. `by`: who says it, as "Anna (token 3)", for record and log; empty: some arbiter.
    std::expected<std::uint64_t, std::string> say(int board, record::What what, HostTime now,
                                                  std::string_view by = {});
    /// The time that a board's clocks have with that: to be said. The error is one sentence.
    std::expected<record::SetTime, std::string> time_with(int board, AddedTime added, HostTime now);
    std::expected<std::uint64_t, std::string>
    arm(int board, const std::string& game_id, record::Header header, HostTime now, std::string_view by = {});

    /// The board of this table is looked for on another port from now on: another was plugged in for it. Its
    /// link is the caller's to open anew. Returns the number of the port among all; the error is one
    /// sentence.
    std::expected<PortId, std::string> use_port(int board, std::string name, drivers::Maker maker,
                                                std::string_view by = {});

    /// What is to be written of a game that is at no table. Returns the number of the record; the error is
    /// one sentence: too much of that waits already.
    std::expected<std::uint64_t, std::string> write_past(journal::Record record);
    bool takes_past() const { return !past_.full(); }

    /// States that the public will never see, because a board changed more often than the delay can hold.
    std::uint64_t left_out() const { return publication_.left_out(); }

    /// For arbiters and the operator, never for the public.
    auto tables() const { return tables_.ids(); }
    TableView view(TableId table) const;

    Work take_work() { return std::exchange(work_, {}); }

  private:
    struct Port {
        std::string name;
        std::unique_ptr<drivers::Driver> driver;
        std::optional<TableId> table; // whose board is on it now
        wire::Hello hello;
        std::optional<wire::Condition> condition; // as this start of the board last told it
        std::string trouble;                      // the last that was told, until it is over
        std::vector<std::string> complaints;      // of this start of the board, the latest
        JournalAllowance journal;                 // what it may still bring about
        bool condition_changed = false;           // since its table was looked at
    };
    /// A record on its way to the journal.
    struct Written {
        enum class Of : std::uint8_t { input, table, past, shown } of;
        TableId table; // of the first two
        std::size_t bytes;
        std::string answer{}; // to whoever said it, where that is known already
    };
    /// What a table has on its way, and since when it takes no more.
    struct Waiting {
        Backlog backlog;
        std::optional<SteadyUs> full_since_us;
        bool told = false;
    };

    void note_time(HostTime now);
    SteadyUs now_us() const { return noted_ ? noted_->steady_us : SteadyUs{}; }
    /// Of what a board brings about, as often as it likes.
    void note(TableId table, Notes::About about, bool trouble, const std::string& what);
    std::expected<void, std::string> recall_armed(Table& table, const std::vector<record::ArmedGame>& armed,
                                                  const std::vector<record::Tombstone>& deleted);
    void set_aside(TableId table, const std::string& game_id, const std::string& why, HostTime now);
    void tell_wall_clock(const Table& table, UtcMs last_utc_ms, HostTime now);
    std::expected<TableId, std::string> table_of(int board) const;
    bool is_taken(const std::string& game_id, TableId but_for) const;
    /// `wished`, or where that is taken the first of wished.2, wished.3, … that is not.
    std::string free_id(const std::string& wished, TableId table) const;
    std::uint64_t write_said(TableId table, journal::Record record, const std::string& said,
                             std::string answer = {});
    void arrived(PortId port, const wire::Hello& hello, HostTime now);
    std::expected<TableId, std::string> table_for(PortId port, const wire::Hello& hello) const;
    std::optional<Progress> progress_of(const wire::Hello& hello) const;
    void tell_lost(const Port& port, const drivers::EventsLost& lost);
    /// What was raised by what a board told, within its allowance.
    void tell_of_hands(TableId table);
    void tell_forgotten(TableId table, const wire::Hello& hello);
    std::optional<PortId> port_of(TableId table) const;
    void take_news(PortId port, HostTime now);
    void take_condition(Port& port, const wire::Condition& condition);
    void take_bytes(PortId port);
    void write(TableId table, std::vector<journal::Record> records);
    void look_at(TableId table, HostTime now);
    HallMs hall_ms(HostTime now) const { return HallMs((now.utc_ms - set_on_ms_).count()); }
    void publish(HostTime now);
    void look_at_squares(TableId table, HostTime now);
    void acknowledge(Port& port);
    void give_room(Port& port);
    void answer(TableId table, Written& written);
    void tell_of_waiting(TableId table, HostTime now);
    void tell_of_slow_journal(HostTime now);
    void trouble(PortId port, const std::string& sentence);

    std::optional<tlog::SigningKey> key_;
    Notes notes_;
    ById<TableId, Table> tables_;
    std::set<std::string> games_;                          // ids that have a game in the journal
    std::map<std::string, std::string, std::less<>> lost_; // by game, in words
    ById<PortId, Port> ports_;
    std::deque<Written> written_;
    ById<TableId, Waiting> waiting_;
    Backlog past_; // of games at none
    PastGames past_games_;
    std::uint64_t confirmed_ = 0;
    SteadyUs looked_us_;
    std::optional<HostTime> noted_;
    std::int64_t set_on_ms_ = 0; // the wall clock, since the start
    Publication publication_;
    std::optional<SteadyUs> unconfirmed_since_us_, told_slow_us_; // that the journal is slow
    Work work_;
};

} // namespace adoube::round
