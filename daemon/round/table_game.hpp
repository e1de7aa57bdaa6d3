#pragma once
// One game at a table: its numbered inputs on their way to the journal and, once they are durable, what comes
// of them. Which inputs are its own the table decides.

#include "daemon/journal/record.hpp"
#include "daemon/round/added_time.hpp"
#include "daemon/round/board_time.hpp"
#include "daemon/round/checkpoints.hpp"
#include "daemon/round/outcome.hpp"
#include "daemon/round/public_view.hpp"
#include "daemon/round/publication.hpp"
#include "daemon/round/sure_time.hpp"
#include "daemon/umpire/game/umpire.hpp"

#include <deque>
#include <expected>
#include <set>
#include <utility>

namespace adoube::round {

/// What the organiser knows of a game before its board is there.
struct TableSetup {
    int number = 1;
    /// Names the game for ever: a daemon that starts again goes on with the game of this name.
    std::string game_id;
    /// Its sensing, lever and start time are those of the board, as it says hello.
    record::Header header;
    std::optional<record::Sensing> sensing; // no more than this is used of what the board senses
    std::optional<bool> clock_lever;        // whatever the board says of itself
    /// Bytes that the operating system drew, of which the game's secret is made when it is opened.
    std::string drawn{};
};

/// The GameId under which a game is public that began anew so often with what an illegal move left (A.5.2);
/// else its own.
std::string public_id(const std::string& game_id, int stood);
/// The game whose second, or third, … that would be; none where the id is its own.
std::optional<std::string> first_of(const std::string& public_id);

class TableGame {
  public:
    /// `set_on_ms`: so much has the host's UTC clock been set on since its start.
    explicit TableGame(const TableSetup& setup, std::int64_t set_on_ms = 0);

    const std::string& id() const { return id_; }
    const record::Header& header() const { return umpire_.header(); }
    bool opened() const { return opened_; }
    /// True while time alone can change the game.
    bool runs() const { return opened_ && (!closed_ || !ended_since_utc_ms_); }
    /// True once its result stands, and nothing that an arbiter has said to the contrary is on its way.
    bool over() const;
    /// The same, when all that was heard is in the journal.
    bool will_be_over() const;
    /// The same without looking: what is on its way there may end it.
    bool may_be_over() const { return over() || waits(); }
    /// The same as far as the last input that counts tells, for while inputs are replayed.
    bool ended() const { return umpire_.over(); }
    /// Nobody has pressed or completed a move yet.
    bool awaits_start() const {
        return opened_ && recorded_ && !clock_started_ && completed_moves_ == 0 && !umpire_.paused() &&
               !ended_since_utc_ms_;
    }
    /// As the players see it.
    const umpire::Sight& board() const { return umpire_.board(); }
    const chess::Position& start() const { return view_.game().start; }
    /// Inputs taken that are not durable yet.
    bool waits() const { return !pending_.empty(); }

    // --- what was ---

    std::expected<void, std::string> reopen(const record::GameEntry& game);
    /// `told_next`: from it on the first that a board told, if there is one.
    std::expected<record::Input, std::string> replay(const record::Entry& entry,
                                                     const record::Entry* told_next = nullptr);
    /// All was replayed; the incidents raised so far have been told. Of the time since what became
    /// public last, until `hall_ms`, nothing is known but that the board had been heard until `heard_ms`.
    void restored(HallMs hall_ms, GameMs heard_ms);
    /// Once its inputs were replayed. The error is one sentence; the game goes on, unsigned.
    std::expected<void, std::string> recall(std::span<const record::Checkpoint> checkpoints,
                                            std::span<const record::Entry> inputs) {
        return checkpoints_.recall(checkpoints, inputs);
    }

    // --- the board's time ---

    /// Another start of a board goes on with this game: it is `board_us` there.
    void follow(BoardUs board_us, UtcMs utc_ms) {
        time_.follow(board_us, host_ms(utc_ms));
        undated_ = false; // it cannot tell
    }
    /// It is `board_us` at the board while it is `utc_ms` at the host.
    void align(BoardUs board_us, UtcMs utc_ms) {
        time_.align(board_us, host_ms(utc_ms));
        sync_ = {time_.of(board_us), utc_ms};
        if (std::exchange(undated_, false) && decided_.t_ms >= time_.since_ms())
            decided_.hall_ms = std::min(decided_.hall_ms, start_ms() + decided_.t_ms.count());
    }
    /// When the game's time was 0.
    HallMs start_ms() const { return hall_ms(sync_.utc_ms) - sync_.t_ms.count(); }
    /// Before that another start of a board kept the time, or none did.
    GameMs since_ms() const { return time_.since_ms(); }
    /// The board has told all that was done there until `board_us`.
    void hear(BoardUs board_us) { heard_ms_ = std::max(heard_ms_, time_.of(board_us)); }
    /// The host's UTC clock was set on by so much.
    void shift_utc(std::int64_t by_ms);
    /// When it was, or will be, `board_us` at the board.
    UtcMs utc_ms_of(BoardUs board_us) const { return sync_.utc_ms + (time_.of(board_us) - sync_.t_ms); }
    /// What the board's clock shows then.
    BoardUs board_us_at(GameMs t_ms) const { return time_.board_us_at(t_ms); }
    /// The time of the next input, which the board told at `board_us`.
    GameMs next_ms(BoardUs board_us, UtcMs utc_ms);

    // --- inputs, in the order in which they are to be made durable ---

    /// The game begins at `board_us`, which was `start_utc_ms` at the host.
    void open(std::vector<journal::Record>& records, record::Header header, BoardUs board_us,
              UtcMs start_utc_ms, UtcMs utc_ms);
    void append(std::vector<journal::Record>& records, record::Input input,
                std::optional<record::Origin> origin, UtcMs utc_ms, std::string_view by = {});
    /// An arbiter's word, for now; `by`: who says it, if that is known. The error is one sentence: it would
    /// change nothing.
    std::expected<journal::Record, std::string> say(record::What what, UtcMs utc_ms,
                                                    std::string_view by = {});

    /// The clocks with that on them, once all that is on its way counts. The error is one sentence.
    std::expected<record::SetTime, std::string> time_with(AddedTime added, UtcMs utc_ms) const;

    /// The oldest input taken and not yet confirmed is durable, and is decided upon; or it was refused for
    /// good, and counts for nothing. `slow`: that took long. Returns where it came from.
    std::optional<record::Origin> confirm(bool refused, bool slow);
    /// What the input confirmed last has done, where an arbiter said it; once.
    std::optional<umpire::ForArbiter> take_outcome() { return std::exchange(outcome_, std::nullopt); }

    // --- what is to be seen ---

    /// Brings the arbiter's game up to date.
    void let_time_pass(UtcMs utc_ms);
    /// What has become public since the last call: a function of what is in the journal, and of the time
    /// until which the board was heard.
    std::vector<PublicState> take_public();
    /// Once, when the result has stood for long enough: the record that closes the game. A result that rests
    /// on what stands on the board may go again with the next input.
    std::optional<journal::Record> close(UtcMs utc_ms);
    /// The same, whatever the time, as nothing more will come.
    std::optional<journal::Record> close_now(UtcMs utc_ms);
    /// After a look: where it is time to sign what is durable.
    std::optional<journal::Record> checkpoint(const tlog::SigningKey& key, UtcMs utc_ms);
    /// Incidents raised since the last call. For arbiters only.
    std::span<const umpire::Incident> new_incidents();
    std::span<const umpire::Proposal> new_proposals();
    /// For arbiters: as it was at the last look, with the move that stands on the board.
    const broadcast::PublicGame& as_it_stands() const { return view_.game(); }
    std::span<const umpire::Incident> incidents() const { return umpire_.incidents(); }
    std::span<const umpire::Proposal> proposals() const { return umpire_.proposals(); }
    /// The numbers of those incidents that an arbiter has dismissed.
    const std::set<int>& dismissed() const { return dismissed_; }

  private:
    struct Pending {
        record::Input input;
        record::Entry entry;
        HallMs hall_ms{};  // when it came in
        bool said = false; // by an arbiter
    };

    void begin(const record::Header& header);
    HallMs hall_ms(UtcMs utc_ms) const { return HallMs((utc_ms - set_on_ms_).count()); }
    /// When it came in; of a word no earlier than it was said.
    HallMs hall_ms_of(const record::Entry& entry, const record::Input& input, HallMs surely_ms,
                      const record::Entry* told_next) const;
    std::optional<HallMs> said_at(const record::Entry& entry) const;
    void recall_time(const record::Entry& entry, const record::Input& input);
    /// Of what is replayed as if the first input had come at 0, and at the earliest.
    struct HallTime {
        HallMs ms, surely_ms;
    };
    /// `said_ms`: of what no board has told, by the host's clock.
    void feed(const record::Input& input, HallTime at, std::optional<HallMs> said_ms, bool slow);
    /// Time alone may complete a move, or end the game.
    void let_pass(GameMs until_ms);
    void put_public(GameMs t_ms, std::int64_t later_ms);
    /// True where there was anything new to show.
    bool make_public(const umpire::GameRecord& record, GameMs t_ms, bool act);
    bool is_public_act(const record::What& what, const umpire::GameRecord& record);
    Standing standing(GameMs t_ms) const;
    /// With all that was heard.
    umpire::Umpire ahead() const;
    /// What concerns the clock before it has been started.
    void note(const record::What& what);
    /// The game's time by the clock of its host, as its board last told it.
    GameMs host_ms(UtcMs utc_ms) const { return sync_.t_ms + (utc_ms - sync_.utc_ms); }
    /// The same, and no earlier than the last input.
    GameMs now_ms(UtcMs utc_ms) const;
    GameMs said_ms(const record::What& what, UtcMs utc_ms) const;
    /// No later than the first input that is not decided upon yet: until then the board may not have stood
    /// still.
    GameMs decided_ms(UtcMs utc_ms) const;
    umpire::GameRecord record_after(const record::What& what, GameMs t_ms) const;

    std::string id_, drawn_;
    bool date_set_; // by the organiser
    umpire::Umpire umpire_;
    PublicView view_, public_view_;
    std::vector<PublicState> public_; // not taken yet
    bool undated_ = false;            // restored, and its board has not told how long ago that was
    /// The last input decided upon.
    struct {
        std::uint64_t number = 0;
        GameMs t_ms{};
        HallMs hall_ms{}, surely_ms{};
        bool slow = false;
        HallMs said_ms = HallMs::min(); // of a word, by the host's clock
    } decided_;
    GameMs seen_ms_{};     // until then time was let pass
    GameMs heard_ms_{};    // the board has told all that was until then
    bool pressed_ = false; // the clock, ever
    std::int64_t set_on_ms_;
    SureTime surely_;
    HallMs surely_public_ms_{}; // when anything last became public
    BoardTime time_;
    std::pair<std::string, std::uint32_t> recalled_start_; // of the board that told the last input replayed
    std::deque<Pending> pending_;
    Checkpoints checkpoints_;
    std::size_t completed_moves_ = 0;
    /// One moment, in the time of the game and of the host.
    struct {
        GameMs t_ms{};
        UtcMs utc_ms{};
    } sync_;
    record::ClockReading first_clock_{}; // running, as the first press starts it
    bool opened_ = false, recorded_ = false, paused_ = false, clock_started_ = false, closed_ = false;
    std::size_t incidents_told_ = 0, proposals_told_ = 0;
    std::optional<umpire::ForArbiter> outcome_;
    std::set<int> dismissed_;
    std::optional<UtcMs> ended_since_utc_ms_;
};

} // namespace adoube::round
