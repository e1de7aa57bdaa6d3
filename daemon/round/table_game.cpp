#include "daemon/round/table_game.hpp"

#include "daemon/chess/notation/pgn.hpp"
#include "daemon/chess/notation/san.hpp"
#include "daemon/record/sensor_log.hpp"
#include "daemon/round/clock_watch.hpp"
#include "daemon/round/objection.hpp"
#include "daemon/round/public_id.hpp"
#include "daemon/round/untold_promotions.hpp"
#include "daemon/text/utc.hpp"
#include "daemon/tlog/leaf.hpp"
#include "daemon/umpire/data/bounds.hpp"

#include <algorithm>
#include <charconv>
#include <ranges>
#include <utility>

namespace adoube::round {
namespace {

constexpr std::int64_t close_after_ms = 10'000;
constexpr int fewest_plies_to_repeat_twice = 8;

/// "2026.11.20" of "2026-11-20T14:00:00Z".
std::string pgn_date(std::string iso_8601) {
    std::ranges::replace(iso_8601, '-', '.');
    return iso_8601.substr(0, 10);
}

/// Recorded with board inputs, at their time.
bool goes_with_boards(const record::What& what) {
    using namespace record;
    return std::holds_alternative<Gap>(what) || std::holds_alternative<BoardChange>(what) ||
           std::holds_alternative<Mask>(what) || std::holds_alternative<ClockReading>(what);
}

/// Affects neither clock nor result.
bool is_mere_word(const record::What& what) {
    using namespace record;
    return std::holds_alternative<Call>(what) || std::holds_alternative<Adjust>(what) ||
           std::holds_alternative<Offer>(what) || std::holds_alternative<Decline>(what) ||
           std::holds_alternative<Dismiss>(what);
}

/// A gap at a new start or connection of a board: its entry dates the board's clock, which later entries
/// cannot, as they may be late.
bool begins_start(const record::Entry& entry, const record::What& what) {
    return entry.origin && !entry.origin->sequence && std::holds_alternative<record::Gap>(what);
}

/// Can reopen a finished game.
bool may_go_on_after(const record::What& what) {
    using namespace record;
    if (const auto* result = std::get_if<SetResult>(&what))
        return result->result == chess::Result::open && !result->forfeit;
    return std::holds_alternative<SetPosition>(what) || std::holds_alternative<PlayMove>(what) ||
           std::holds_alternative<TakeBack>(what) || std::holds_alternative<Promoted>(what) ||
           std::holds_alternative<Resume>(what);
}

} // namespace

int number_of(const record::Tags& tags, int set_up) {
    const auto board = tags.find("Board");
    if (board == tags.end()) return set_up;
    int number = 0;
    const auto* const end = board->second.data() + board->second.size();
    const auto [last, error] = std::from_chars(board->second.data(), end, number);
    return error == std::errc() && last == end && number > 0 ? number : set_up;
}

std::string game_id_of(const record::Tags& tags, const std::string& set_up) {
    const auto id = tags.find("GameId");
    return id == tags.end() || id->second.empty() ? set_up : id->second;
}

TableGame::TableGame(const TableSetup& setup, std::int64_t set_on_ms)
    : id_(setup.game_id), drawn_(setup.drawn), number_(setup.number),
      date_set_(setup.header.tags.contains("Date")), umpire_(setup.header),
      view_(game_id_of(setup.header.tags, setup.game_id), number_of(setup.header.tags, setup.number),
            setup.header.tags, setup.header.chess960),
      public_view_(view_), set_on_ms_(set_on_ms) {
    auto record = umpire_.completed();
    if (record.clocks) record.clocks->running.reset();
    view_.update(record, {});
}

void TableGame::begin(const record::Header& header) {
    umpire_ = umpire::Umpire(header);
    opened_ = true;
    const auto clocks = umpire_.record({}).clocks.value_or(umpire::Clocks{});
    first_clock_ = {clocks.white_ms, clocks.black_ms, clocks.running};
    if (const auto date = header.tags.find("Date"); date != header.tags.end() && !date_set_)
        for (auto* view : {&view_, &public_view_}) view->set_tag("Date", date->second);
}

bool TableGame::over() const {
    return ended_since_utc_ms_ && std::ranges::none_of(pending_, [](const Pending& pending) {
               return pending.said && may_go_on_after(pending.input.what);
           });
}

bool TableGame::is_untouched() const {
    using namespace record;
    const auto plays = [](const Pending& pending) {
        return pending.said || std::holds_alternative<Lift>(pending.input.what) ||
               std::holds_alternative<Press>(pending.input.what);
    };
    return !clock_started_ && !paused_ && !placed_ && !ended_since_utc_ms_ && as_it_stands().moves.empty() &&
           std::ranges::none_of(pending_, plays);
}

bool TableGame::will_be_over() const {
    if (over()) return true;
    return !pending_.empty() && !ahead().record(pending_.back().input.t_ms).termination.empty();
}

umpire::Umpire TableGame::ahead() const {
    auto ahead = umpire_;
    for (const auto& pending : pending_) ahead.feed(pending.input);
    return ahead;
}

// --- what was ---

std::expected<void, std::string> TableGame::reopen(const record::GameEntry& game) {
    const auto header = record::parse_header(game.header);
    if (!header) return std::unexpected("its header: " + header.error());
    begin(*header);
    checkpoints_.begin(game);
    closed_ = game.closed_utc_ms.has_value();
    sync_ = {{}, game.created_utc_ms};
    return {};
}

std::expected<record::Input, std::string> TableGame::replay(const record::Entry& entry,
                                                            const record::Entry* told_next) {
    auto input = record::parse_input(entry.line, header().sensing);
    if (!input) return input;
    recall_time(entry, *input);
    sync_ = {entry.origin ? time_.of(entry.origin->board_us) : input->t_ms, entry.host_utc_ms};
    has_board_ |= entry.origin.has_value();
    note(input->what);
    const HallMs surely_ms(surely_.passed_ms(entry));
    const auto told_ms = entry.origin ? hall_ms(entry.host_utc_ms) : HallMs::min();
    keep_act(entry, *input);
    feed(*input, {hall_ms_of(entry, *input, surely_ms, told_next), surely_ms, told_ms}, said_at(entry),
         false);
    return input;
}

/// Only the host's clock, which may have been set, dates a command; but the board's next report came after
/// it, unless that was late.
HallMs TableGame::hall_ms_of(const record::Entry& entry, const record::Input& input, HallMs surely_ms,
                             const record::Entry* told_next) const {
    if (!told_next || (entry.origin && !begins_start(entry, input.what))) return surely_ms;
    auto then = surely_;
    return std::max(HallMs(then.passed_ms(*told_next)), decided_.hall_ms + (input.t_ms - decided_.t_ms));
}

void TableGame::recall_time(const record::Entry& entry, const record::Input& input) {
    if (const auto& origin = entry.origin) {
        std::pair start(origin->board_id, origin->boot_id);
        if (begins_start(entry, input.what))
            time_.recall_start(origin->board_us, input.t_ms);
        else
            time_.recall(origin->board_us, start == recalled_start_, input.t_ms);
        recalled_start_ = std::move(start);
    } else if (goes_with_boards(input.what)) {
        time_.pass(input.t_ms);
    } else {
        time_.said(input.t_ms);
    }
}

std::optional<HallMs> TableGame::said_at(const record::Entry& entry) const {
    return entry.origin ? std::nullopt : std::optional(hall_ms(entry.host_utc_ms));
}

void TableGame::feed(const record::Input& input, HallTime at, std::optional<HallMs> said_ms, bool slow) {
    let_pass(input.t_ms);
    const auto passed_ms = input.t_ms - decided_.t_ms;
    // A snapshot at the same game time is no new event.
    if (std::holds_alternative<record::Snapshot>(input.what) && passed_ms == 0)
        at = {decided_.hall_ms, decided_.surely_ms, decided_.told_ms};
    // A mere word counts from when the board was last heard, as does what time alone makes public after it.
    if (is_mere_word(input.what)) at.ms = std::min(at.ms, decided_.hall_ms + passed_ms);
    if (is_mere_word(input.what) || goes_with_boards(input.what)) said_ms.reset();
    decided_ = {decided_.number + 1, input.t_ms, at.ms, at.surely_ms, slow, said_ms.value_or(HallMs::min()),
                at.told_ms};
    umpire_.feed(input);
    const auto* set = std::get_if<record::SetTags>(&input.what);
    const bool corrected = set && correct(set->tags);
    const auto& record = umpire_.completed();
    if (!make_public(record, input.t_ms, is_public_act(input.what, record)) && corrected)
        put_public(input.t_ms, 0);
    note_begin(input);
}

void TableGame::note_begin(const record::Input& input) {
    const auto& shown = public_view_.game();
    const bool plays = !shown.moves.empty() || (shown.clocks && shown.clocks->running);
    if (plays && !begun_ms_) begun_ms_ = input.t_ms;
    if (shown.moves.empty() && std::holds_alternative<record::TakeBack>(input.what)) begun_ms_.reset();
}

void TableGame::keep_act(const record::Entry& entry, const record::Input& input) {
    auto act = act_of(entry, input, !has_board_);
    if (!act) return;
    const auto* const set = std::get_if<record::SetTime>(&input.what);
    const auto clocks = set ? umpire_.record(input.t_ms).clocks : std::nullopt;
    if (clocks)
        act->added_ms = {set->white_ms.value_or(clocks->white_ms) - clocks->white_ms,
                         set->black_ms.value_or(clocks->black_ms) - clocks->black_ms};
    acts_.push_back(std::move(*act));
}

bool TableGame::correct(const record::Tags& tags) {
    const int number = number_of(header().tags, number_);
    view_.correct(tags);
    view_.call(number, called());
    const bool corrected = public_view_.correct(tags);
    return public_view_.call(number, public_id(called(), umpire_.completed().stood)) || corrected;
}

void TableGame::restored(HallMs hall_ms, GameMs heard_ms) {
    recorded_ = true;
    heard_ms_ = heard_ms;
    incidents_told_ = umpire_.incidents().size();
    proposals_told_ = umpire_.proposals().size();
    let_time_pass(sync_.utc_ms);
    // The last public state counts as reached just now, so that nothing tells what was touched since; earlier
    // ones precede it by the time that certainly passed.
    const auto later_ms = hall_ms - surely_public_ms_;
    for (PublicState& state : public_) state.hall_ms = std::min(state.hall_ms + later_ms, hall_ms);
    decided_.hall_ms = hall_ms;
    undated_ = true;
}

// --- inputs ---

void TableGame::open(std::vector<journal::Record>& records, record::Header header, BoardUs board_us,
                     UtcMs start_utc_ms, UtcMs utc_ms) {
    if (!header.clock) header.time_control.clear(); // nobody knows whose time runs
    header.start_time = text::iso_8601(start_utc_ms);
    header.tags.try_emplace("Date", pgn_date(header.start_time));
    begin(header);
    time_.follow(board_us, {});
    sync_ = {{}, start_utc_ms};
    const record::GameEntry entry{id_, record::to_line(header), utc_ms, std::nullopt,
                                  tlog::secret_of(id_, drawn_)};
    checkpoints_.begin(entry);
    records.push_back(journal::OpenGame{entry});
    // Like a chess clock, the umpire's stands until the first press: Black's, which starts White's time, or
    // White's with the first move.
    if (!header.time_control.empty())
        append(records,
               {{}, record::ClockReading{first_clock_.white_ms, first_clock_.black_ms, std::nullopt}},
               std::nullopt, utc_ms);
}

void TableGame::note(const record::What& what) {
    placed_ |= std::holds_alternative<record::SetPosition>(what);
    const auto* time = std::get_if<record::SetTime>(&what);
    if (time && time->white_ms) first_clock_.white_ms = *time->white_ms;
    if (time && time->black_ms) first_clock_.black_ms = *time->black_ms;
    const auto* clock = std::get_if<record::ClockReading>(&what);
    if (clock && !clock_started_ && clock->within_ms > 0 &&
        clock->within_ms != ClockWatch::for_the_record_only_ms)
        first_clock_.white_ms = clock->white_ms, first_clock_.black_ms = clock->black_ms;
    paused_ |= std::holds_alternative<record::Pause>(what) || std::holds_alternative<record::Adjourn>(what);
    clock_started_ |= std::holds_alternative<record::Press>(what) ||
                      (paused_ && std::holds_alternative<record::Resume>(what));
}

GameMs TableGame::next_ms(BoardUs board_us, UtcMs utc_ms) {
    if (const auto board_ms = time_.of(board_us); board_ms > host_ms(utc_ms)) sync_ = {board_ms, utc_ms};
    return time_.next(board_us);
}

void TableGame::append(std::vector<journal::Record>& records, record::Input input,
                       std::optional<record::Origin> origin, UtcMs utc_ms, std::string_view by) {
    if (std::holds_alternative<record::Press>(input.what) && !clock_started_ &&
        !header().time_control.empty() && !clock_runs(input.t_ms))
        append(records, {input.t_ms, first_clock_}, {}, utc_ms);
    note(input.what);
    has_board_ |= origin.has_value();
    record::Entry entry{record::to_line(input, by), std::move(origin), utc_ms};
    records.push_back(journal::Append{id_, entry});
    pending_.push_back({std::move(input), std::move(entry), hall_ms(utc_ms)});
}

/// The command itself may settle whether a move fits, or a promotion exists.
umpire::GameRecord TableGame::record_after(const record::What& what, GameMs t_ms) const {
    using namespace record;
    if (!std::holds_alternative<Promoted>(what) && !std::holds_alternative<PlayMove>(what))
        return umpire_.record(t_ms);
    auto told = umpire_;
    told.feed({t_ms, what});
    return told.record(t_ms);
}

std::expected<journal::Record, std::string> TableGame::say(record::What what, UtcMs utc_ms,
                                                           std::string_view by) {
    const auto now = decided_ms(utc_ms);
    if (auto why = objection(what, standing(now), record_after(what, now)))
        return std::unexpected(std::move(*why));
    std::vector<journal::Record> records;
    const auto t_ms = time_.said(said_ms(what, utc_ms));
    append(records, {t_ms, std::move(what)}, std::nullopt, utc_ms, by);
    pending_.back().said = true;
    return std::move(records.back());
}

namespace {

/// The moves of movetext, and its result; the error names the first that is none.
std::expected<chess::PgnGame, std::string> read_moves(const chess::Position& from, const std::string& moves) {
    const auto text = "[SetUp \"1\"]\n[FEN \"" + from.fen() + "\"]\n\n" + moves + "\n";
    chess::PgnReader reader(text);
    auto game = reader.next();
    if (!game) return std::unexpected(std::string("these are no moves"));
    if (!*game) return std::unexpected(game->error().reason);
    if (reader.next()) return std::unexpected(std::string("these are moves of more than one game"));
    return std::move(**game);
}

} // namespace

std::expected<std::vector<journal::Record>, std::string>
TableGame::say_moves(const std::string& moves, UtcMs utc_ms, std::string_view by) {
    const auto now = ahead().record(now_ms(utc_ms));
    const auto made = now.game.moves();
    if (!now.termination.empty())
        return std::unexpected(std::string("the game is over: only an arbiter's result, position, move or "
                                           "takeback changes it"));
    auto played = read_moves(now.game.start(), moves); // the whole game again
    std::size_t known = made.size();
    const auto begins_with_made = [&] {
        return played && played->moves.size() >= known &&
               std::ranges::equal(made, played->moves | std::views::take(known), {}, {},
                                  &chess::PgnMove::move);
    };
    if (!begins_with_made()) {
        played = read_moves(now.game.position(), moves);
        known = 0;
    }
    if (!played) return std::unexpected(played.error());
    if (const auto plies = played->moves.size() - known; plies > most_plies_said)
        return std::unexpected("these are " + std::to_string(plies) + " plies, and " +
                               std::to_string(most_plies_said) +
                               " are taken at once: enter the first of them, then the others");
    std::vector<journal::Record> records;
    auto position = known == 0 ? played->start : now.game.position();
    const auto put = [&](record::What what) {
        append(records, {time_.said(now_ms(utc_ms)), std::move(what)}, std::nullopt, utc_ms, by);
        pending_.back().said = true;
    };
    for (const auto& each : played->moves | std::views::drop(known)) {
        put(record::PlayMove{chess::to_san(position, each.move)});
        position.play(each.move);
    }
    if (played->result != chess::Result::open && ahead().record(now_ms(utc_ms)).termination.empty())
        put(record::SetResult{played->result});
    if (records.empty()) return std::unexpected(std::string("no move is new in this"));
    if (ahead().record(now_ms(utc_ms)).game.position() != position)
        return std::unexpected(std::string("the board shows something else: enter these moves one by one"));
    return records;
}

std::optional<umpire::Clocks> TableGame::clocks_at(GameMs t_ms) const {
    return opened_ ? ahead().record(t_ms).clocks : std::nullopt;
}

namespace {

constexpr std::int64_t surely_counts_ms = 1'000; // after a press: what the umpire may wait for is over

std::int64_t& time_of(umpire::Clocks& clocks, chess::Side side) {
    return side == chess::Side::white ? clocks.white_ms : clocks.black_ms;
}

} // namespace

std::optional<umpire::Clocks> TableGame::clocks_after_press(chess::Side side, GameMs t_ms) const {
    auto clocks = clocks_at(t_ms);
    if (!clocks) return std::nullopt;
    auto pressed = ahead();
    t_ms = std::max(t_ms, time_.last_ms()); // what waits for the disk may have happened since
    pressed.feed({t_ms, record::Press{side}});
    if (auto later = pressed.record(t_ms + surely_counts_ms).clocks)
        time_of(*clocks, side) = time_of(*later, side);
    clocks->running = other(side);
    return clocks;
}

std::int64_t TableGame::added_by_press_ms(chess::Side side, GameMs t_ms) const {
    // Long enough for no flag; a move that stands unpressed is not counted yet in what a reading sets.
    constexpr std::int64_t set_ms = 3'600'000;
    auto pressed = ahead();
    t_ms = std::max(t_ms, time_.last_ms());
    auto now = pressed.record(t_ms).clocks;
    pressed.feed({t_ms, record::ClockReading{set_ms, set_ms, side, 1}});
    auto set = pressed.record(t_ms).clocks;
    pressed.feed({t_ms, record::Press{side}});
    auto later = pressed.record(t_ms + surely_counts_ms).clocks;
    if (!now || !set || !later) return 0;
    const bool is_held_back =
        time_of(*set, side) == time_of(*now, side); // with a press: no reading sets then
    return std::max<std::int64_t>(0, time_of(*later, side) - (is_held_back ? time_of(*now, side) : set_ms));
}

std::expected<record::SetTime, std::string> TableGame::time_with(AddedTime added, UtcMs utc_ms) const {
    const auto clocks = clocks_at(now_ms(utc_ms));
    if (!clocks) return std::unexpected(std::string("no clock is kept of this game"));
    record::SetTime time;
    if (added.white_ms != 0) time.white_ms = clocks->white_ms + added.white_ms;
    if (added.black_ms != 0) time.black_ms = clocks->black_ms + added.black_ms;
    for (const auto& [name, is_ms, added_ms] : {std::tuple("White", time.white_ms, added.white_ms),
                                                std::tuple("Black", time.black_ms, added.black_ms)})
        if (added_ms < 0 && is_ms && *is_ms < 0)
            return std::unexpected(name + std::string(" has only ") +
                                   chess::clock_face(std::max<std::int64_t>(*is_ms - added_ms, 0)) +
                                   " left: take less away, or set the clock");
    return time;
}

std::optional<record::Origin> TableGame::confirm(bool refused, bool slow) {
    recorded_ = true;
    Pending pending = std::move(pending_.front());
    pending_.pop_front();
    if (!refused) {
        const auto t_ms = pending.input.t_ms;
        const auto before = pending.said ? std::optional(standing(t_ms)) : std::nullopt;
        keep_act(pending.entry, pending.input);
        feed(pending.input, {pending.hall_ms, pending.hall_ms}, said_at(pending.entry), slow);
        if (before) outcome_ = outcome(pending.input.what, *before, standing(t_ms));
        checkpoints_.append(pending.entry);
    }
    return std::move(pending.entry.origin);
}

Standing TableGame::standing(GameMs t_ms) const {
    const auto incidents = umpire_.incidents();
    const auto proposals = umpire_.proposals();
    return {umpire_.header().laws,
            umpire_.record(t_ms),
            umpire_.board(),
            {incidents.begin(), incidents.end()},
            {proposals.begin(), proposals.end()},
            umpire_.paused(),
            umpire_.has_sealed_move(),
            {umpire_.offers_draw(chess::Side::white), umpire_.offers_draw(chess::Side::black)},
            umpire_.dismissed(),
            has_board_};
}

// --- time ---

void TableGame::shift_utc(std::int64_t by_ms) {
    set_on_ms_ += by_ms;
    sync_.utc_ms += by_ms;
    checkpoints_.shift_utc(by_ms);
    if (ended_since_utc_ms_) *ended_since_utc_ms_ += by_ms;
}

GameMs TableGame::now_ms(UtcMs utc_ms) const { return std::max(time_.last_ms(), host_ms(utc_ms)); }

/// While the board is not heard, a mere word does not advance game time, so that late inputs keep theirs. A
/// claim depends on whether a piece is in the hand for more than an instant (9.4).
GameMs TableGame::said_ms(const record::What& what, UtcMs utc_ms) const {
    const auto heard_ms = std::max(heard_ms_, time_.last_ms());
    const auto now = now_ms(utc_ms);
    if (is_mere_word(what)) return std::min(now, heard_ms);
    const bool claim = std::holds_alternative<record::Claim>(what);
    return claim ? std::min(now, heard_ms + BoardTime::short_pause_ms) : now;
}

GameMs TableGame::decided_ms(UtcMs utc_ms) const {
    return pending_.empty() ? now_ms(utc_ms) : std::min(now_ms(utc_ms), pending_.front().input.t_ms);
}

// --- what is to be seen ---

namespace {

/// On position, clock and result.
bool is_arbiters_act(const record::What& what) {
    using namespace record;
    return std::visit(
        []<class Said>(const Said&) {
            return std::disjunction_v<
                std::is_same<Said, SetPosition>, std::is_same<Said, PlayMove>, std::is_same<Said, TakeBack>,
                std::is_same<Said, SetResult>, std::is_same<Said, SetTime>, std::is_same<Said, Promoted>,
                std::is_same<Said, Pause>, std::is_same<Said, Resume>, std::is_same<Said, Adjourn>>;
        },
        what);
}

} // namespace

/// Only these correct the public clock; what else a press does may betray an offence.
bool TableGame::is_public_act(const record::What& what, const umpire::GameRecord& record) {
    const auto* press = std::get_if<record::Press>(&what);
    if (!press) return is_arbiters_act(what);
    // The player who does not begin starts the clock.
    const bool starts = record.moves.empty() && press->side != record.game.position().to_move();
    return starts && !std::exchange(pressed_, true);
}

void TableGame::let_pass(GameMs until_ms) {
    while (const auto due_ms = umpire_.next_by_time_ms(seen_ms_)) {
        if (*due_ms > until_ms) break;
        seen_ms_ = *due_ms;
        if (make_public(umpire_.completed(seen_ms_), seen_ms_, false)) time_.pass(seen_ms_);
    }
}

namespace {

/// How many of the shown moves the record has. Where no sensor tells what a pawn became, that follows from
/// complete moves alone.
std::size_t plies_as_shown(const umpire::GameRecord& record, const broadcast::PublicGame& shown,
                           record::Sensing sensing) {
    const auto is_as_shown = [&](const umpire::MoveRecord& now, const broadcast::PublicMove& then) {
        auto move = now.move;
        if (sensing != record::Sensing::identity) move.promoted = then.move().promoted;
        return move == then.move();
    };
    const auto differ = std::ranges::mismatch(record.moves, shown.moves, is_as_shown);
    return static_cast<std::size_t>(differ.in1 - record.moves.begin());
}

/// Only the last moves shown are missing. Hands may make a completed move doubtful for a while, but only an
/// arbiter takes back what was shown.
bool is_before(const umpire::GameRecord& record, const broadcast::PublicGame& shown, std::size_t as_shown) {
    return record.result == chess::Result::open && record.moves.size() < shown.moves.size() &&
           as_shown == record.moves.size();
}

/// A move that was shown is another one now, but that may not be the last word.
bool is_revised(const umpire::GameRecord& record, const broadcast::PublicGame& shown, std::size_t as_shown) {
    return as_shown < std::min(record.moves.size(), shown.moves.size()) && as_shown >= record.settled;
}

/// The public keeps what it has seen.
bool stays(const umpire::GameRecord& record, const broadcast::PublicGame& shown, record::Sensing sensing) {
    if (record.game.start() != shown.start) return false;
    const auto as_shown = plies_as_shown(record, shown, sensing);
    return is_before(record, shown, as_shown) || is_revised(record, shown, as_shown);
}

} // namespace

bool TableGame::make_public(const umpire::GameRecord& record, GameMs t_ms, bool act) {
    const auto later_ms = t_ms - decided_.t_ms;
    if (auto id = public_id(called(), record.stood); id != public_view_.game().id) {
        public_view_.take_clocks_away();
        put_public(t_ms, later_ms);
        public_view_.go_on_as(std::move(id));
    }
    if (!act && stays(record, public_view_.game(), header().sensing)) return false;
    if (!public_view_.update_at_event(record, UtcMs(t_ms.count()), act)) return false;
    put_public(t_ms, later_ms);
    return true;
}

void TableGame::put_public(GameMs t_ms, std::int64_t later_ms) {
    surely_public_ms_ = decided_.surely_ms + later_ms;
    const bool by_time = later_ms > 0;
    const auto said_ms = by_time ? HallMs::min() : decided_.said_ms;
    const auto told_ms = decided_.told_ms == HallMs::min() ? HallMs::min() : decided_.told_ms + later_ms;
    broadcast::Place place{id_, decided_.number, t_ms, decided_.slow, by_time, said_ms, told_ms};
    public_.push_back({decided_.hall_ms + later_ms, std::move(place), public_view_.game()});
}

bool TableGame::surely_over() const {
    if (!closed_ || !ended_since_utc_ms_ || !pending_.empty()) return false;
    const auto& stands = as_it_stands();
    if (stands.position.has_legal_move()) return false;
    if (header().scan_ms != 0) return true;                 // its board keeps no touches
    const auto moves = umpire_.record(decided_.t_ms).moves; // before time alone added anything
    return moves.size() == stands.moves.size() && moves.back().completed_ms;
}

std::vector<PublicState> TableGame::take_public() {
    const auto heard_ms = surely_over() ? GameMs::max() : heard_ms_;
    if (recorded_) let_pass(pending_.empty() ? heard_ms : std::min(heard_ms, pending_.front().input.t_ms));
    for (PublicState& state : public_) state.start_ms = start_ms();
    return std::exchange(public_, {});
}

void TableGame::let_time_pass(UtcMs utc_ms) {
    if (!recorded_) return;
    if (!has_board_) heard_ms_ = std::max(heard_ms_, decided_ms(utc_ms)); // nothing is on its way
    const auto record = umpire_.record(decided_ms(utc_ms));
    completed_moves_ = static_cast<std::size_t>(
        std::ranges::count_if(record.moves, [](const auto& move) { return move.completed_ms.has_value(); }));
    if (record.termination.empty())
        ended_since_utc_ms_.reset();
    else if (!ended_since_utc_ms_)
        ended_since_utc_ms_ = utc_ms;
    // What a board that is away may have kept is not waited for longer than for any doubt.
    const bool ended = !record.termination.empty() && !record.game.position().has_legal_move();
    if (ended && utc_ms - *ended_since_utc_ms_ >= umpire::bounds::ambiguous_ms)
        heard_ms_ = std::max(heard_ms_, decided_ms(utc_ms));
    view_.update(record, utc_ms);
    const bool may_be_claimed = record.game.position().halfmove_clock() >= fewest_plies_to_repeat_twice;
    right_to_claim_ = may_be_claimed ? umpire_.right_to_claim(decided_ms(utc_ms)) : std::nullopt;
    claimable_breach_ = umpire_.claimable_breach(decided_ms(utc_ms));
    if (has_board_) untold_promotions_ = round::untold_promotions(record, header().sensing, acts_);
}

std::optional<journal::Record> TableGame::close(UtcMs utc_ms) {
    if (!ended_since_utc_ms_ || utc_ms - *ended_since_utc_ms_ < close_after_ms) return std::nullopt;
    return close_now(utc_ms);
}

std::optional<journal::Record> TableGame::close_now(UtcMs utc_ms) {
    if (std::exchange(closed_, true)) return std::nullopt;
    return journal::CloseGame{id_, utc_ms};
}

std::optional<journal::Record> TableGame::checkpoint(const tlog::SigningKey& key, UtcMs utc_ms) {
    if (!recorded_) return std::nullopt;
    return checkpoints_.due(key, completed_moves_, utc_ms, closed_ && pending_.empty());
}

std::span<const umpire::Incident> TableGame::new_incidents() {
    const auto all = umpire_.incidents();
    return all.subspan(std::exchange(incidents_told_, all.size()));
}

std::span<const umpire::Proposal> TableGame::new_proposals() {
    const auto all = umpire_.proposals();
    return all.subspan(std::exchange(proposals_told_, all.size()));
}

} // namespace adoube::round
