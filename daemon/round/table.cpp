#include "daemon/round/table.hpp"

#include "daemon/chess/notation/tag_limits.hpp"
#include "daemon/record/sensor_log.hpp"
#include "daemon/round/board_input.hpp"
#include "daemon/round/public_id.hpp"
#include "daemon/umpire/data/chess_clock.hpp"
#include "daemon/umpire/data/in_words.hpp"

#include <algorithm>
#include <charconv>

namespace adoube::round {
namespace {

std::uint64_t board_id_from(const std::string& name) {
    std::uint64_t id = 0;
    std::from_chars(name.data(), name.data() + name.size(), id, 16);
    return id;
}

Table::Records in_a_row(std::expected<journal::Record, std::string> one) {
    if (!one) return std::unexpected(std::move(one.error()));
    std::vector<journal::Record> records;
    records.push_back(std::move(*one));
    return records;
}

chess::Position start_of(const record::Header& header) {
    return chess::Position::from_fen(header.start_fen).value_or(chess::Position::start());
}

} // namespace

std::string board_name(std::uint64_t board_id) {
    std::string name(16, '0');
    for (auto at = name.rbegin(); at != name.rend(); ++at, board_id >>= 4)
        *at = "0123456789abcdef"[board_id & 15];
    return name;
}

Table::Table(TableSetup setup)
    : setup_(std::move(setup)), seat_id_(setup_.game_id), number_(setup_.number),
      configured_number_(setup_.number) {
    games_.emplace_back(setup_);
    watch_clock(setup_.header);
}

void Table::set_up_next() {
    after_ = std::exchange(setup_, std::move(armed_.front())).game_id;
    number_ = number_of(setup_.header.tags, number_);
    armed_.pop_front();
}

void Table::play_next() {
    set_up_next();
    played_on_.reset();
    missed_after_end_ = false;
    games_.emplace_back(setup_, set_on_ms_);
    watch_clock(setup_.header);
}

void Table::recall_until(const std::string& game_id) {
    if (setup_.game_id == game_id) return;
    while (armed_.front().game_id != game_id) set_up_next();
    play_next();
    games_.erase(games_.begin(), std::prev(games_.end())); // none has pending inputs
}

void Table::watch_clock(const record::Header& header) {
    std::vector<std::int64_t> later_ms;
    std::int64_t delay_ms = 0;
    const auto periods = umpire::parse_time_control(header.time_control);
    for (const auto& period : periods.value_or(std::vector<umpire::Period>{})) {
        later_ms.push_back(period.time_ms);
        if (header.clock_mode == record::ClockMode::delay) delay_ms = std::max(delay_ms, period.bonus_ms);
    }
    if (!later_ms.empty()) later_ms.erase(later_ms.begin());
    const auto first_bonus_ms = delay_ms == 0 && periods && !periods->empty() ? periods->front().bonus_ms : 0;
    const bool is_there = clock_watch_.is_there();
    clock_watch_ = ClockWatch(std::move(later_ms), delay_ms, first_bonus_ms);
    if (is_there) clock_watch_.expect(GameMs(0));
}

// --- what was ---

bool Table::knows(const std::string& game_id) const {
    return game_id == setup_.game_id || std::ranges::count(armed_, game_id, &TableSetup::game_id) > 0;
}

std::vector<TableSetup> Table::known() const {
    std::vector<TableSetup> all{setup_};
    all.insert(all.end(), armed_.begin(), armed_.end());
    return all;
}

std::vector<std::string> Table::known_ids() const {
    std::vector<std::string> all{setup_.game_id};
    for (const auto& setup : armed_) all.push_back(setup.game_id);
    return all;
}

void Table::recall_instead(std::string game_id, record::Header header) {
    replace_unopened(setup_of_next(std::move(game_id), std::move(header)));
}

void Table::recall_armed(std::string game_id, record::Header header) {
    armed_.push_back(setup_of_next(std::move(game_id), std::move(header)));
}

std::expected<void, std::string> Table::replay(const record::Entry& entry, const record::Entry* told_next) {
    const auto input = game().replay(entry, told_next);
    if (!input) return std::unexpected(input.error());
    if (const auto* set = std::get_if<record::SetTags>(&input->what)) number_ = number_of(set->tags, number_);
    if (const auto* press = std::get_if<record::Press>(&input->what))
        clock_watch_.pressed(press->side, input->t_ms);
    if (const auto* clock = std::get_if<record::ClockReading>(&input->what)) {
        if (clock->within_ms != 0) clock_watch_.expect(input->t_ms);
        if (clock->left) left_at_clock_ = clock->left;
    }
    if (entry.origin && !is_of_last_start(*entry.origin)) forget_board(game().header().sensing);
    if (std::holds_alternative<record::Gap>(input->what)) {
        unarmed_.forget();
        missed_after_end_ |= game().ended();
    }
    see(input->what, entry.origin ? entry.origin->board_us : BoardUs{}, game().ended());
    recall_origin(entry);
    if (entry.origin) played_on_ = board_id();
    return {};
}

void Table::recall_origin(const record::Entry& entry) {
    if (!entry.origin) return;
    heard_us_ = entry.origin->board_us;
    board_came_utc_ms_ = entry.host_utc_ms;
    auto& of = boot(board_id_from(entry.origin->board_id), entry.origin->boot_id);
    if (const auto seq = entry.origin->sequence) of.progress = Progress{*seq + 1, *seq + 1};
}

void Table::recall_board(const std::vector<record::Entry>& inputs) {
    for (const auto& entry : inputs) recall_origin(entry);
}

std::expected<void, std::string> Table::restore(const record::GameEntry& entry,
                                                const std::vector<record::Entry>& inputs, HallMs hall_ms,
                                                const record::Shown& shown) {
    recall_until(entry.id);
    if (const auto opened = game().reopen(entry); !opened) return opened;
    board_.forget(game().header().sensing);
    for (auto at = inputs.begin(); at != inputs.end(); ++at) {
        const auto told_next = std::find_if(at, inputs.end(), [](const auto& each) { return each.origin; });
        if (const auto replayed = replay(*at, told_next == inputs.end() ? nullptr : &*told_next); !replayed)
            return std::unexpected("its input " + std::to_string(at - inputs.begin() + 1) + ": " +
                                   replayed.error());
    }
    game().restored(hall_ms, shown.inputs == inputs.size() ? shown.t_ms : GameMs{});
    return {};
}

std::optional<journal::Record> Table::set_aside(const std::string& damaged_id, std::string id, UtcMs utc_ms) {
    if (!armed_.empty() && armed_.back().game_id != damaged_id) return std::nullopt;
    recall_until(damaged_id);
    recall_armed(std::move(id), setup_.header);
    recall_until(armed_.back().game_id);
    return journal::ArmGame{{damaged_id, setup_.game_id, record::to_line(setup_.header), utc_ms}};
}

// --- the board ---

std::optional<std::uint64_t> Table::board_id() const {
    return boots_.empty() ? std::nullopt : std::optional(boots_.back().board_id);
}

std::optional<Progress> Table::progress(std::uint64_t board_id, std::uint32_t boot_id) const {
    for (const Boot& boot : boots_)
        if (boot.board_id == board_id && boot.boot_id == boot_id) return boot.progress;
    return std::nullopt;
}

Table::Boot& Table::boot(std::uint64_t board_id, std::uint32_t boot_id) {
    const auto known = std::ranges::find_if(
        boots_, [&](const Boot& boot) { return boot.board_id == board_id && boot.boot_id == boot_id; });
    if (known != boots_.end()) {
        std::rotate(known, known + 1, boots_.end());
        return boots_.back();
    }
    if (boots_.size() == most_boots) boots_.erase(boots_.begin());
    boots_.push_back({board_id, boot_id, {}});
    return boots_.back();
}

bool Table::is_of_last_start(const record::Origin& origin) const {
    return !boots_.empty() && boots_.back().boot_id == origin.boot_id &&
           board_name(boots_.back().board_id) == origin.board_id;
}

void Table::forget_board(record::Sensing sensing) {
    board_.forget(sensing);
    unarmed_.forget();
    heard_us_ = {};
}

record::Sensing Table::sensing_now() const {
    const auto sensing = sensing_of(hello_.sensing);
    return setup_.sensing ? std::min(sensing, *setup_.sensing) : sensing;
}

void Table::shift_utc(std::int64_t by_ms) {
    set_on_ms_ += by_ms;
    hello_utc_ms_ += by_ms;
    board_came_utc_ms_ += by_ms;
    for (auto& game : games_) game.shift_utc(by_ms);
}

void Table::arrive(const drivers::Arrived& arrived, std::optional<Progress> known, UtcMs utc_ms) {
    const auto& hello = arrived.hello;
    const BoardUs board_us(hello.time_us);
    const bool same_board = boots_.empty() || boots_.back().board_id == hello.board_id;
    // A clock that claims more has not run on.
    constexpr std::uint64_t longest_away_us = 366 * 24 * 3'600'000'000ULL;
    const bool told_of_game = !game().opened() || played_on_ == hello.board_id;
    const bool same_boot = !boots_.empty() && same_board && told_of_game &&
                           boots_.back().boot_id == hello.boot_id && board_us <= heard_us_ + longest_away_us;
    hello_ = hello;
    came_ = true;
    lever_may_come_ = arrived.lever_may_come;
    scan_ms_ = arrived.scan_ms;
    hello_utc_ms_ = board_came_utc_ms_ = utc_ms;
    played_on_ = hello.board_id;
    boot(hello.board_id, hello.boot_id).progress =
        known.value_or(Progress{hello.oldest_seq, hello.oldest_seq});
    if (!same_boot || sensing_now() < board_.sensing()) forget_board(sensing_now());
    first_look_ |= !same_boot;
    runs_on_ = same_boot;
    if (!game().opened()) return;
    if (!same_boot) {
        game().follow(board_us, utc_ms);
        clock_watch_.board_came(game().t_ms(board_us));
        gap_owed_ = {record::Gap::Cause::power};
        clock_watch_.missed_some();
        board_change_owed_ |= !same_board;
        return;
    }
    game().align(board_us, utc_ms);
    clock_watch_.board_came(game().t_ms(board_us));
    if (known || hello.oldest_seq == 0) return;
    gap_owed_ = {record::Gap::Cause::link};
    clock_watch_.missed_some();
    unarmed_.forget();
}

record::Header Table::header_of(record::Header header, const StandingBoard& board) const {
    header.sensing = board.sensing();
    header.scan_ms = scan_ms_;
    header.clock = setup_.clock_lever.value_or((hello_.features & wire::feature::lever) != 0);
    return header;
}

void Table::open(std::vector<journal::Record>& records, BoardUs board_us, UtcMs utc_ms) {
    const BoardUs said_us(hello_.time_us);
    const auto waited_ms = said_us > board_us ? static_cast<std::int64_t>(said_us - board_us) / 1000 : 0;
    game().open(records, header_of(setup_.header, board_), board_us, hello_utc_ms_ - waited_ms, utc_ms);
}

bool Table::is_before_opening(const drivers::News& news) {
    const auto show = [&](const auto& seen) {
        board_.apply(snapshot_of(seen.squares, seen.lever, board_.sensing()), seen.board_us);
        heard_us_ = seen.board_us;
    };
    if (const auto* snapshot = std::get_if<drivers::SnapshotSeen>(&news)) return show(*snapshot), true;
    if (const auto* lost = std::get_if<drivers::EventsLost>(&news)) return show(*lost), true;
    if (const auto* clock = std::get_if<drivers::ClockRead>(&news)) heard_us_ = clock->board_us;
    return false;
}

void Table::miss_earlier_moves() {
    const auto start = start_of(setup_.header);
    missed_earlier_ = may_be_played(board_.most_like(start), start);
    if (missed_earlier_) gap_owed_ = {record::Gap::Cause::link};
}

void Table::lever_came(std::vector<journal::Record>& records, UtcMs utc_ms) {
    hello_.features |= wire::feature::lever;
    if (opens_later()) take_at(records, heard_us_, utc_ms);
    lever_may_come_ = false;
    if (runs() && !game().header().clock && !setup_.clock_lever) clock_watch_.came_too_late();
}

void Table::watch_lever(wire::Lever lever, BoardUs board_us) {
    if (const auto side = pressed_last(lever)) clock_watch_.lever_lies(*side, game().t_ms(board_us));
}

std::optional<record::ClockReading> Table::reading_of(const drivers::ClockTold& told) {
    if (!runs() || !game().header().clock) return std::nullopt;
    const auto t_ms = game().t_ms(told.board_us);
    if (told.display && told.display->white_left) return reading_before(told, t_ms);
    const auto display = told.display ? told.display : clock_watch_.last();
    const bool only_alive = !told.display && display && display->white_left;
    if (display && !only_alive && clock_watch_.has_time_for(*display, t_ms))
        if (const auto reckoned = game().clocks_at(t_ms)) return clock_watch_.hear(*display, *reckoned, t_ms);
    clock_watch_.alive(t_ms);
    return std::nullopt;
}

/// What the umpire adds at the press that follows is in the display already.
std::optional<record::ClockReading> Table::reading_before(const drivers::ClockTold& told, GameMs t_ms) {
    constexpr std::int64_t exactly_ms = 1; // without changing what runs
    clock_watch_.alive(t_ms);
    if (!told.pressed && !clock_watch_.has_time_for(*told.display, t_ms)) return std::nullopt;
    const auto reckoned =
        told.pressed ? game().clocks_after_press(*told.pressed, t_ms) : game().clocks_at(t_ms);
    if (!reckoned) return std::nullopt;
    auto reading = clock_watch_.follow(*told.display, *reckoned);
    if (reading && reading->left) left_at_clock_ = reading->left;
    if (!reading || !told.pressed) return reading;
    auto& presser_ms = *told.pressed == chess::Side::white ? reading->white_ms : reading->black_ms;
    presser_ms = std::max<std::int64_t>(0, presser_ms - game().added_by_press_ms(*told.pressed, t_ms));
    if (reading->running) reading->running = *told.pressed;
    if (reading->within_ms != 0) reading->within_ms = std::min<std::int64_t>(reading->within_ms, exactly_ms);
    return reading;
}

std::vector<Complaint> Table::look_at_clock(UtcMs utc_ms, std::int64_t unheard_ms) {
    clock_watch_.unheard_for(unheard_ms);
    const auto t_ms = game().now_ms(utc_ms);
    if (runs() && clock_watch_.is_silent(t_ms, game().t_ms(heard_us_)))
        if (const auto clocks = game().clocks_at(t_ms); clocks && clocks->running) clock_watch_.tell_silent();
    auto complaints = clock_watch_.take_complaints();
    const auto why = why_no_clock(utc_ms);
    if (std::exchange(told_no_clock_, why) != why)
        complaints.push_back({Subject::no_clock, why, why.empty()});
    return complaints;
}

std::string Table::why_no_clock(UtcMs utc_ms) const {
    constexpr std::int64_t is_heard_within_ms = 5'000; // of a clock that is connected
    const bool has_lever = (hello_.features & wire::feature::lever) != 0;
    if (setup_.header.time_control.empty() || setup_.clock_lever || has_lever) return {};
    if (game().opened() && (game().header().clock || game().over())) return {};
    if (!lever_may_come_) return "its board has no chess clock: no times are kept of its games";
    if (game().opened()) return "no chess clock was connected when its game began: no times are kept of it";
    if (utc_ms - hello_utc_ms_ < is_heard_within_ms) return {};
    return "no chess clock is connected to its board: connect it before the first move, or no times are kept";
}

std::vector<journal::Record> Table::records_of(const drivers::News& news, UtcMs utc_ms) {
    std::vector<journal::Record> records;
    if (opens_later() && is_before_opening(news)) return records;
    if (const auto* event = std::get_if<drivers::EventSeen>(&news)) {
        const auto board_us = event->board_us();
        take_at(records, board_us, utc_ms);
        const auto what = input_of(event->event, board_.sensing());
        see(what, board_us, game().may_be_over());
        if (const auto* press = std::get_if<record::Press>(&what))
            clock_watch_.pressed(press->side, game().t_ms(board_us));
        put(records, as_recorded(input_of(event->event, game().header().sensing)), board_us, event->seq,
            utc_ms);
    } else if (const auto* snapshot = std::get_if<drivers::SnapshotSeen>(&news)) {
        watch_lever(snapshot->lever, snapshot->board_us);
        const bool opens = !game().opened();
        take_at(records, snapshot->board_us, utc_ms);
        see(snapshot_of(snapshot->squares, snapshot->lever, board_.sensing()), snapshot->board_us,
            game().may_be_over());
        if (opens) miss_earlier_moves();
        put(records, as_recorded(snapshot_of(snapshot->squares, snapshot->lever, game().header().sensing)),
            snapshot->board_us, std::nullopt, utc_ms);
    } else if (const auto* lost = std::get_if<drivers::EventsLost>(&news)) {
        take_at(records, lost->board_us, utc_ms);
        unarmed_.forget();
        clock_watch_.missed_some();
        watch_lever(lost->lever, lost->board_us);
        board_.apply(snapshot_of(lost->squares, lost->lever, board_.sensing()), lost->board_us);
        put(records, gap_of(lost->cause), lost->board_us, lost->next_seq - 1, utc_ms);
        put(records, as_recorded(snapshot_of(lost->squares, lost->lever, game().header().sensing)),
            lost->board_us, std::nullopt, utc_ms);
    } else if (const auto* told = std::get_if<drivers::ClockTold>(&news)) {
        if (const auto reading = reading_of(*told))
            put(records, *reading, told->board_us, std::nullopt, utc_ms);
    } else if (std::holds_alternative<drivers::ClockGone>(news)) {
        clock_watch_.gone();
    } else if (std::holds_alternative<drivers::LeverCame>(news)) {
        lever_came(records, utc_ms);
    } else if (const auto* clock = std::get_if<drivers::ClockRead>(&news); clock && game().opened()) {
        game().align(clock->board_us, utc_ms);
        game().hear(clock->told_us);
        begin_armed(records, clock->board_us, utc_ms);
        heard_us_ = clock->board_us;
    }
    return records;
}

bool Table::tells_too_little() const { return game().opened() && sensing_now() < game().header().sensing; }

/// A record of pieces has no line for squares of which only the colour is known: that something is missing.
record::What Table::as_recorded(record::What what) const {
    const bool of_squares = std::holds_alternative<record::Lift>(what) ||
                            std::holds_alternative<record::Drop>(what) ||
                            std::holds_alternative<record::Snapshot>(what);
    if (of_squares && tells_too_little()) return record::Gap{record::Gap::Cause::link};
    return what;
}

/// Pending inputs may have ended the game.
void Table::see(const record::What& what, BoardUs board_us, bool may_be_over) {
    if (may_be_over)
        unarmed_.add(board_, heard_us_, what, board_us);
    else
        unarmed_.forget();
    board_.apply(what, board_us);
}

/// Which game the next input belongs to.
void Table::take_at(std::vector<journal::Record>& records, BoardUs board_us, UtcMs utc_ms) {
    if (const bool is_late = opens_later(); !game().opened()) {
        open(records, board_us, utc_ms);
        if (is_late) {
            miss_earlier_moves();
            put(records, board_.snapshot(), board_us, std::nullopt, utc_ms);
        }
    } else {
        begin_armed(records, board_us, utc_ms);
    }
    heard_us_ = board_us;
}

void Table::put(std::vector<journal::Record>& records, record::What what, BoardUs board_us,
                std::optional<std::uint32_t> seq, UtcMs utc_ms) {
    const auto t_ms = game().next_ms(board_us, utc_ms);
    if (gap_owed_ || std::holds_alternative<record::Gap>(what)) missed_after_end_ |= game().will_be_over();
    if (const auto gap = std::exchange(gap_owed_, std::nullopt))
        game().append(records, {t_ms, *gap},
                      record::Origin{board_name(hello_.board_id), hello_.boot_id, std::nullopt,
                                     game().board_us_at(t_ms)},
                      utc_ms);
    if (std::exchange(board_change_owed_, false))
        game().append(records, {t_ms, record::BoardChange{board_name(hello_.board_id)}}, {}, utc_ms);
    played_on_ = hello_.board_id;
    if (seq) boots_.back().progress->next_seq = *seq + 1;
    game().append(records, {t_ms, std::move(what)},
                  record::Origin{board_name(hello_.board_id), hello_.boot_id, seq, board_us}, utc_ms);
}

/// The command may be meant for the armed game.
std::string Table::not_of_next(const TableGame& of) const {
    const bool has_begun = &of != &games_.back();
    if (!has_begun && armed_.empty()) return {};
    const auto& next = has_begun ? games_.back().id() : armed_.front().game_id;
    return "; this is game " + of.id() + ", and " + next +
           (has_begun ? " has begun since" : " is armed and has not begun");
}

void Table::confirm(bool refused, bool slow) {
    const auto of = std::ranges::find_if(games_, &TableGame::waits);
    const auto origin = of->confirm(refused, slow);
    outcome_ = of->take_outcome();
    if (outcome_) *outcome_ += not_of_next(*of);
    if (origin && origin->boot_id == hello_.boot_id && !game().ended())
        unarmed_.forget_until(origin->board_us);
    if (!origin || !origin->sequence) return;
    for (Boot& boot : boots_)
        if (boot.boot_id == origin->boot_id && board_name(boot.board_id) == origin->board_id)
            boot.progress->durable_seq = *origin->sequence + 1;
}

// --- the arbiter ---

namespace {

/// Whether a result, a move or a position: what a game may begin with that no board tells of.
bool begins_a_game(const record::What& what) {
    if (const auto* set = std::get_if<record::SetResult>(&what))
        return set->result != chess::Result::open || set->forfeit;
    return std::holds_alternative<record::PlayMove>(what) ||
           std::holds_alternative<record::SetPosition>(what) || std::holds_alternative<record::SetTags>(what);
}

/// Changes neither a game's moves and clocks nor its result.
bool is_remark(const record::What& what) {
    return std::holds_alternative<record::Dismiss>(what) || std::holds_alternative<record::Adjust>(what) ||
           std::holds_alternative<record::Call>(what);
}

} // namespace

std::expected<Table::Meant, std::string> Table::meant(Does does, std::string_view named) const {
    const auto id = first_of(std::string(named)).value_or(std::string(named));
    const auto is = [&](const TableSetup& setup, const record::Tags& tags) {
        return id == setup.game_id || id == game_id_of(tags, setup.game_id);
    };
    const auto next = armed_.empty() ? std::string() : armed_.front().game_id;
    const bool is_current = is(setup_, game().header().tags),
               is_next = !next.empty() && is(armed_.front(), armed_.front().header.tags);
    if (!id.empty() && !is_current && !is_next)
        return std::unexpected("game " + id + " is not at this board, only " + game_id() +
                               (next.empty() ? "" : ", and " + next + ", which is armed"));
    if (is_current || next.empty() || (!is_next && !awaits_armed())) return Meant::current;
    if (!awaits_armed())
        return std::unexpected("game " + next + " begins once game " + game_id() + " has its result");
    if (does == Does::begins_a_game || (does == Does::fits_either && is_next)) return Meant::armed;
    if (does == Does::fits_either)
        return std::unexpected("game " + game_id() + " has its result, and game " + next +
                               " is armed: name the one that is meant (--game " + next + ", or --game " +
                               game_id() + ")");
    if (does == Does::tells_of_last && !is_next) return Meant::current;
    return std::unexpected("game " + next + " is armed and has not begun; to change game " + game_id() +
                           ", which has its result, name it (--game " + game_id() + ")");
}

std::expected<void, std::string> Table::may_change_time(std::string_view game) const {
    if (const auto of = meant(Does::changes, game); !of) return std::unexpected(of.error());
    return {};
}

/// Without a board nobody sees whose time runs.
TableGame Table::opened_by_word(std::vector<journal::Record>& records, const TableSetup& setup,
                                UtcMs utc_ms) const {
    TableGame opened(setup, set_on_ms_);
    if (came_ && board_.known()) {
        opened.open(records, header_of(setup.header, board_), heard_us_, utc_ms, utc_ms);
        tell_squares(records, opened, board_, heard_us_, utc_ms);
    } else {
        auto header = setup.header;
        header.time_control.clear();
        if (setup.electronics) header.clock = setup.clock_lever.value_or(setup.expects_lever);
        opened.open_without_board(records, std::move(header), utc_ms);
    }
    return opened;
}

/// All or nothing: what is refused opens no game.
template<class Say>
Table::Records Table::said(Meant meant, UtcMs utc_ms, const Say& say) {
    std::vector<journal::Record> records;
    const bool begins_armed = meant == Meant::armed, opens = begins_armed || !game().opened();
    auto trial = opens ? opened_by_word(records, begins_armed ? armed_.front() : setup_, utc_ms) : game();
    auto more = say(trial);
    if (!more) return std::unexpected(more.error());
    std::ranges::move(*more, std::back_inserter(records));
    if (begins_armed) {
        if (auto closed = game().close_now(utc_ms)) records.insert(records.begin(), std::move(*closed));
        play_next();
        unarmed_.forget();
    }
    if (opens && trial.has_board()) played_on_ = hello_.board_id;
    if (opens) notice_.clear();
    games_.back() = std::move(trial);
    return records;
}

Table::Records Table::correct(const record::SetTags& set, Meant meant, UtcMs utc_ms, std::string_view by) {
    const bool is_armed = meant == Meant::armed, has_record = !is_armed && game().opened();
    auto header = is_armed ? armed_.front().header : has_record ? game().header() : setup_.header;
    record::correct(header.tags, set.tags);
    if (header.tags.size() > chess::most_tags_of_game)
        return std::unexpected("a game has at most " + std::to_string(chess::most_tags_of_game) + " tags");
    if (!has_record)
        return in_a_row(arm(is_armed ? armed_.front().game_id : game_id(), std::move(header), utc_ms));
    number_ = number_of(set.tags, number_);
    return in_a_row(game().say(set, utc_ms, by));
}

Table::Records Table::say(record::What what, UtcMs utc_ms, const Saying& saying) {
    const bool opens = begins_a_game(what);
    const bool of_either = opens && !std::holds_alternative<record::SetTags>(what);
    const auto does = of_either         ? Does::fits_either
                      : opens           ? Does::begins_a_game
                      : is_remark(what) ? Does::tells_of_last
                                        : Does::changes;
    const auto of = meant(does, saying.game);
    if (!of) return std::unexpected(of.error());
    if (const auto* set = std::get_if<record::SetTags>(&what)) return correct(*set, *of, utc_ms, saying.by);
    if (!opens && !game().opened() && setup_.electronics)
        return std::unexpected("its board has not told anything yet; a result, moves or a position can be "
                               "entered without it");
    return said(*of, utc_ms,
                [&](TableGame& game) { return in_a_row(game.say(std::move(what), utc_ms, saying.by)); });
}

Table::Records Table::say_moves(const std::string& moves, UtcMs utc_ms, const Saying& saying) {
    const auto of = meant(Does::begins_a_game, saying.game);
    if (!of) return std::unexpected(of.error());
    return said(*of, utc_ms, [&](TableGame& game) { return game.say_moves(moves, utc_ms, saying.by); });
}

/// Number, sensing and lever belong to the table.
TableSetup Table::setup_of_next(std::string game_id, record::Header header) const {
    return {setup_.number,      std::move(game_id), std::move(header), setup_.sensing,
            setup_.clock_lever, setup_.electronics, setup_.drawn,      setup_.expects_lever};
}

void Table::replace_unopened(TableSetup setup) {
    setup_ = std::move(setup);
    played_on_.reset();
    number_ = number_of(setup_.header.tags, number_);
    games_.back() = TableGame(setup_, set_on_ms_);
    watch_clock(setup_.header);
}

std::optional<PublicState> Table::take_pairing(HallMs hall_ms) {
    const auto pairing = std::exchange(new_pairing_, std::nullopt);
    if (!pairing || game().opened()) return std::nullopt;
    if (pairing->moved) return PublicState{hall_ms, {game_id()}, game().as_it_stands()};
    if (games_.size() == 1) return PublicState{{}, {}, game().as_it_stands()};
    return std::prev(games_.end(), 2)->then_shown(game().as_it_stands());
}

std::expected<journal::Record, std::string> Table::arm(std::string id, record::Header header, UtcMs utc_ms,
                                                       bool moved) {
    if (game().opened() && !game().will_be_over())
        return std::unexpected("game " + game_id() + " has no result yet: enter it first, then arm the next");
    if (number_ != configured_number_) header.tags.try_emplace("Board", std::to_string(number_));
    auto next = setup_of_next(std::move(id), std::move(header));
    record::ArmedGame armed{game_id(), next.game_id, record::to_line(next.header), utc_ms};
    notice_.clear();
    if (!game().opened()) {
        armed.after = after_;
        if (after_.empty()) armed.instead_of = seat_id_;
        replace_unopened(std::move(next));
        new_pairing_ = {moved};
    } else {
        armed_.assign(1, std::move(next));
        if (take_armed_place()) new_pairing_ = {moved};
    }
    return journal::ArmGame{std::move(armed)};
}

bool Table::take_armed_place() {
    if (setup_.electronics || armed_.empty() || !game().opened() || !game().will_be_over()) return false;
    play_next();
    new_pairing_ = NewPairing{};
    return true;
}

Sitting Table::sitting() const {
    using State = Sitting::State;
    if (!armed_.empty()) {
        const auto& next = armed_.front();
        return {number_, game_id_of(next.header.tags, next.game_id), next.header.tags, State::open};
    }
    const auto state = !game().opened()        ? State::open
                       : game().is_untouched() ? State::still
                       : game().will_be_over() ? State::over
                                               : State::begun;
    return {number_, game().called(), game().header().tags, state, {}, game().completed().moves.size()};
}

std::optional<UnarmedPlay::Game> Table::armed_play() const {
    if (armed_.empty()) return std::nullopt;
    return unarmed_.begun_from(start_of(armed_.front().header));
}

void Table::begin_armed(std::vector<journal::Record>& records, BoardUs board_us, UtcMs utc_ms) {
    if (armed_.empty() || gap_owed_) return;
    if (const auto played = armed_play()) {
        if (!game().will_be_over()) return;
        begin_next(records, played->board, played->begin_us, utc_ms);
        for (const auto& input : played->inputs)
            game().append(
                records, {game().next_ms(input.board_us, utc_ms), input.what},
                record::Origin{board_name(hello_.board_id), hello_.boot_id, std::nullopt, input.board_us},
                utc_ms);
        return;
    }
    unarmed_.forget(); // now only the start position begins it
    const auto rests_us = board_.rests_since_us(start_of(armed_.front().header));
    if (rests_us && board_us >= *rests_us && game().will_be_over())
        begin_next(records, board_, std::max(*rests_us, heard_us_), utc_ms);
}

std::vector<journal::Record> Table::begin_armed_now(UtcMs utc_ms) {
    std::vector<journal::Record> records;
    begin_armed(records, heard_us_, utc_ms);
    return records;
}

void Table::begin_next(std::vector<journal::Record>& records, const StandingBoard& board, BoardUs begin_us,
                       UtcMs utc_ms) {
    const auto begin_utc_ms = game().utc_ms_of(begin_us);
    if (auto closed = game().close_now(utc_ms)) records.push_back(std::move(*closed));
    auto header = header_of(armed_.front().header, board);
    play_next();
    played_on_ = hello_.board_id;
    unarmed_.forget();
    game().open(records, std::move(header), begin_us, begin_utc_ms, utc_ms);
    tell_squares(records, game(), board, begin_us, utc_ms);
}

void Table::tell_squares(std::vector<journal::Record>& records, TableGame& of, const StandingBoard& board,
                         BoardUs board_us, UtcMs utc_ms) const {
    const auto t_ms = of.next_ms(board_us, utc_ms);
    for (auto masked = board.masked(); masked;)
        of.append(records, {t_ms, record::Mask{chess::pop(masked), true}}, {}, utc_ms);
    of.append(records, {t_ms, board.snapshot()},
              record::Origin{board_name(hello_.board_id), hello_.boot_id, std::nullopt, board_us}, utc_ms);
}

// --- what is to be seen ---

void Table::let_time_pass(UtcMs utc_ms) {
    for (auto& each : games_) each.let_time_pass(utc_ms);
}

std::vector<PublicState> Table::take_public() {
    std::vector<PublicState> all;
    for (auto& each : games_) std::ranges::move(each.take_public(), std::back_inserter(all));
    return all;
}

std::vector<journal::Record> Table::checkpoints(const tlog::SigningKey& key, UtcMs utc_ms) {
    std::vector<journal::Record> records;
    for (auto& each : games_)
        if (auto checkpoint = each.checkpoint(key, utc_ms)) records.push_back(std::move(*checkpoint));
    return records;
}

std::vector<umpire::ForArbiter> Table::news_for_arbiters() {
    std::vector<umpire::ForArbiter> all;
    const auto in_words = [](const auto& told) { return umpire::in_words(told); };
    for (auto& each : games_) {
        std::ranges::transform(each.new_incidents(), std::back_inserter(all), in_words);
        std::ranges::transform(each.new_proposals(), std::back_inserter(all), in_words);
    }
    return all;
}

/// The last one stays until the current game has a record.
void Table::forget_past_games() {
    const std::size_t kept = game().opened() ? 1 : 2;
    while (games_.size() > kept && !games_.front().waits()) games_.pop_front();
}

bool Table::played_unarmed() {
    if (looked_at_unarmed_.first != unarmed_.inputs())
        looked_at_unarmed_ = {unarmed_.inputs(), unarmed_.begun_from(start_of(setup_.header)).has_value()};
    return looked_at_unarmed_.second;
}

void Table::look_at_armed(SteadyUs steady_us) {
    const auto start = start_of(armed_.front().header);
    const bool unseen = missed_after_end_ && board_.wrong(game().completed().position) > 0;
    notice_.before_armed_game(board_.most_like(start), start, unseen, steady_us);
}

void Table::look_before_opening(SteadyUs steady_us) {
    if (!board_.known()) return;
    const auto start = start_of(setup_.header);
    notice_.before_game(board_.most_like(start), start, false, std::exchange(first_look_, false), steady_us);
}

umpire::ForArbiter Table::earlier_moves() const {
    std::string told = "moves that were made before its board was connected are worked out from the squares:";
    for (const auto& made : game().as_it_stands().moves) told += " " + made.san();
    return told + ": compare them with the scoresheet (takeback, move)";
}

std::optional<umpire::ForArbiter> Table::look_at_squares(SteadyUs steady_us) {
    if (!setup_.electronics || (game().opened() && !game().has_board())) return std::nullopt;
    if (!game().opened())
        look_before_opening(steady_us);
    else if (game().awaits_start())
        notice_.before_game(game().board(), game().start(), game().header().clock,
                            std::exchange(first_look_, false), steady_us);
    else if (game().over() && armed_.empty())
        notice_.without_game(played_unarmed(), steady_us);
    else if (game().over())
        look_at_armed(steady_us);
    else if (notice_.clear(); std::exchange(missed_earlier_, false))
        return earlier_moves();
    return notice_.news();
}

chess::Position Table::next_start() const {
    return start_of(armed_.empty() ? setup_.header : armed_.front().header);
}

LiveSquares Table::squares_now() const {
    if (!setup_.electronics || (game().opened() && !game().has_board()))
        return pieces_of(game().completed().position); // no square senses anything
    if (!game().opened()) return live_squares(board_.most_like(next_start()), next_start());
    const auto& sight = game().board();
    const auto& stands = game().as_it_stands().position;
    const bool set_up_again =
        game().over() && sight.differing(stands) != 0 && sight.differing(next_start()) == 0;
    return live_squares(sight, set_up_again ? next_start() : stands);
}

LiveBoard Table::live_board() const {
    const auto board = board_id();
    return {number(),
            board ? board_name(*board) : std::string(),
            false,
            {},
            squares_now(),
            game().as_it_stands(),
            game().completed(),
            game().completed_clocks()};
}

} // namespace adoube::round
