#include "daemon/umpire/game/game_in_progress.hpp"

#include "daemon/record/sensor_log.hpp"
#include "daemon/umpire/articles/claims.hpp"
#include "daemon/umpire/articles/offences.hpp"
#include "daemon/umpire/data/bounds.hpp"
#include "daemon/umpire/data/sight.hpp"
#include "daemon/umpire/hands/centre.hpp"
#include "daemon/umpire/hands/standing.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <utility>

namespace adoube::umpire {

using chess::MoveKind;
using chess::PieceType;
using chess::Position;
using chess::Result;

namespace {

Position start_of(const Header& header) {
    if (header.start_fen.empty()) return Position::start();
    return Position::from_fen(header.start_fen).value_or(Position::start());
}

/// Whichever side each time is of: that may not be known yet.
bool contradicts(const ClockReading& reading, const ChessClock& clock, GameMs t_ms) {
    constexpr std::int64_t close_ms = 5'000; // a bonus is more
    const auto is_close = [&](Side side, std::int64_t shown_ms) {
        return std::abs(clock.left_ms(side, t_ms) - shown_ms) <= close_ms;
    };
    const auto agrees = [&](std::int64_t white_ms, std::int64_t black_ms) {
        return is_close(Side::white, white_ms) && is_close(Side::black, black_ms);
    };
    return !agrees(reading.white_ms, reading.black_ms) && !agrees(reading.black_ms, reading.white_ms);
}

/// Its game may have that move already.
void enter(GameRecord& record, const PlayedMove& played) {
    if (played.anew) {
        record.before.push_back(
            std::exchange(record.game, chess::Game(*played.anew, record.game.plies() + 1)));
        record.moves.clear();
        ++record.stood;
    } else {
        if (record.game.moves().size() == record.moves.size()) record.game.play(played.record.move);
        record.moves.push_back(played.record);
    }
}

/// The moves that both begin with stay as they are, and of further ones as many as `goes_on_with` has, too.
void make_like(chess::Game& game, const chess::Game& like, std::span<const PlayedMove> goes_on_with) {
    static_assert(std::has_unique_object_representations_v<chess::Move>);
    const auto moves = game.moves(), wanted = like.moves();
    if (game.start() != like.start() ||
        game.plies() - std::ssize(moves) != like.plies() - std::ssize(wanted)) {
        game = like;
        return;
    }
    auto same = std::min(moves.size(), wanted.size());
    if (same != 0 && std::memcmp(moves.data(), wanted.data(), same * sizeof(chess::Move)) != 0)
        same = static_cast<std::size_t>(std::ranges::mismatch(moves, wanted).in1 - moves.begin());
    if (same < wanted.size() / 2) { // copying is quicker than playing
        game = like;
        return;
    }
    if (same == wanted.size())
        for (const auto& played : goes_on_with) {
            if (same == moves.size() || played.anew || moves[same] != played.record.move) break;
            ++same;
        }
    game.take_back(moves.size() - same);
    if (same < wanted.size())
        for (const auto move : wanted.subspan(same)) game.play(move);
}

void take_last(GameRecord& record) {
    record.game.take_back();
    record.moves.pop_back();
}

constexpr std::array by_likelihood{PieceType::queen, PieceType::rook, PieceType::bishop, PieceType::knight};

/// With another promotion there; empty if it or a later move is not legal then.
std::optional<chess::Game> with_promotion(const chess::Game& game, std::size_t ply, chess::Move promotion) {
    auto changed = game;
    changed.take_back(game.moves().size() - ply);
    for (const auto move : game.moves().subspan(ply)) {
        const auto played = changed.moves().size() == ply ? promotion : move;
        if (!changed.position().is_legal(played)) return std::nullopt;
        changed.play(played);
    }
    return changed;
}

void end_if_dead(GameRecord& record) {
    if (record.result != Result::open || !is_dead_but_for_captures(record.game.position())) return;
    record.result = Result::draw;
    record.termination = "normal";
}

/// Without a lever presses are unknown: no clock is kept.
ChessClock clock_of(const Header& header) {
    if (!header.clock) return {{}, header.clock_mode};
    return {parse_time_control(header.time_control).value_or(std::vector<Period>{}), header.clock_mode};
}

} // namespace

GameInProgress::GameInProgress(const Header& header)
    : header_(std::make_shared<const Header>(header)), game_(start_of(header)),
      readings_(game_.position(), clock_of(header), header_), board_(header.sensing),
      docket_(game_, header.coarse_times) {
    board_.show(game_.position());
    readings_.each_clock([&](ChessClock& clock) { clock.start(game_.position().to_move(), {}); });
}

void GameInProgress::correct(const Tags& tags) {
    ++fed_;
    auto corrected = *header_;
    record::correct(corrected.tags, tags);
    header_ = std::make_shared<const Header>(std::move(corrected));
}

void GameInProgress::feed(const Input& input) {
    ++fed_;
    // It tells nothing of the hands, not even that they rest.
    const auto* reading = std::get_if<ClockReading>(&input.what);
    if (reading && reading->within_ms != 0) return follow_clock(*reading, input.t_ms);
    // Nor, while a press waits for what may come, does a look that shows what is known.
    if (holds_press() && input.t_ms < held_->until_ms && shows_what_is_known(input.what)) return;
    const auto held = std::exchange(held_, std::nullopt);
    const bool awaited = held && ends_hold(*held, input);
    const bool came_first = awaited && held->awaits != Held::Awaits::slide;
    if (came_first) apply({held->input.t_ms, input.what}, fed_);
    if (held) apply(held->input, held->number, awaited ? bounds::released_ms : bounds::rest_ms);
    if (!came_first && !hold_back(input)) apply(input, fed_);
}

/// The clock shows a press that is held back; until that counts, the next reading will do.
void GameInProgress::follow_clock(const ClockReading& reading, GameMs t_ms) {
    const bool press = held_ && std::holds_alternative<Press>(held_->input.what);
    if (press && t_ms < held_->until_ms) return;
    if (press) release_held();
    if (!held_) look_at_rest(t_ms);
    on(reading, std::max(t_ms_, t_ms));
}

bool GameInProgress::hold_back(const Input& input) {
    if (idle() || lost_ || arrangement_) return false;
    const auto* press = std::get_if<Press>(&input.what);
    if (!press) {
        if (const auto slides_to = readings_.goes_on_at(input))
            held_ = {input, fed_, Held::Awaits::slide, input.t_ms + bounds::released_ms, slides_to};
    } else if (const auto until_ms = readings_.seen_twice_until_ms(input.t_ms)) {
        held_ = {input, fed_, Held::Awaits::lift, *until_ms};
    } else if (const auto lands_ms = readings_.in_the_air_until_ms(press->side, input.t_ms)) {
        held_ = {input, fed_, Held::Awaits::drop, *lands_ms};
    }
    return held_.has_value();
}

bool GameInProgress::ends_hold(const Held& held, const Input& input) const {
    if (input.t_ms >= held.until_ms) return false;
    const auto* drop = std::get_if<Drop>(&input.what);
    const auto* lift = std::get_if<Lift>(&input.what);
    switch (held.awaits) {
    case Held::Awaits::lift: return lift && readings_.may_end_scan(lift->square, held.input.t_ms);
    case Held::Awaits::drop: return drop && readings_.may_land(drop->square, held.input.t_ms);
    case Held::Awaits::slide:
        if (std::holds_alternative<Lift>(held.input.what)) return drop && contains(held.at, drop->square);
        return lift && contains(held.at, lift->square);
    }
    std::unreachable();
}

void GameInProgress::release_held() {
    if (const auto held = std::exchange(held_, std::nullopt)) apply(held->input, held->number);
}

void GameInProgress::apply(const Input& input, int number, std::int64_t stays_ms) {
    look_at_rest(input.t_ms);
    input_ = number;
    if (is_as_it_stands(input.what))
        stays_ms = bounds::released_ms;
    else
        kings_go_on_ = kings_go_on(input);
    stand_still_until(std::max(t_ms_, input.t_ms), stays_ms);
    tell_flags();
    if (arrangement_) readings_.put_right(squares_to_arrange(), arrangement_->readings.best().plies);
    if (out_of_step()) readings_.put_right(~chess::Bitboard{0}, readings_.best().plies);
    if (const auto* lift = std::get_if<Lift>(&input.what)) look_for_first_move_before(*lift);
    watch(input.what);
    std::visit([&](const auto& what) { on(what); }, input.what);
    if (arranged()) take_as_arranged();
    note_restored();
    absorb();
    tell_what_waited();
    if (start_.told() && start_.righted(board_, readings_.best().position))
        readings_.overlook(start_.wrong());
    tell_flags();
    if (std::holds_alternative<TakeBack>(input.what) || std::holds_alternative<SetPosition>(input.what))
        final_plies_ = 0, arbiters_plies_ = readings_.best().plies;
    note_completed();
}

bool GameInProgress::is_as_it_stands(const What& what) const {
    const auto* snapshot = std::get_if<Snapshot>(&what);
    return snapshot ? board_after(*snapshot).looks_like(board_) : std::holds_alternative<ClockReading>(what);
}

bool GameInProgress::shows_what_is_known(const What& what) const {
    return std::holds_alternative<Snapshot>(what) && is_as_it_stands(what) && begun() && !lever_lost_ &&
           !readings_.awaits_look();
}

/// A king brought to the centre by the last move, or so soon that he may only be passing, is lifted or seen
/// on another centre square.
bool GameInProgress::kings_go_on(const Input& next) {
    const auto still_ms = next.t_ms - readings_.changed_ms();
    if (idle() || still_ms >= bounds::between_kings_ms) return false;
    const auto* lift = std::get_if<Lift>(&next.what);
    const auto* drop = std::get_if<Drop>(&next.what);
    const auto square = lift   ? std::optional(lift->square)
                        : drop ? std::optional(drop->square)
                               : std::nullopt;
    if (!square || !contains(centre, *square)) return false;
    if (!ceremony_ && still_ms >= bounds::rest_ms) ceremony_ = kings_.shown(readings_.sight());
    if (ceremony_)
        ceremony_->moved |= kings_.came_since(ceremony_->kings, next.t_ms - bounds::released_ms + 1);
    if (!ceremony_ || !ceremony_->moved) return false;
    const auto standing = std::popcount(ceremony_->kings & readings_.sight().occupied());
    if (lift && (standing != 2 || !contains(ceremony_->moved, *square))) return false;
    if (drop && standing == 0) return false;
    if (lift ? ceremony_->seen_ahead : standing == 1)
        ceremony_.reset();
    else
        ceremony_->seen_ahead = drop != nullptr;
    return true;
}

std::optional<CentreKings::Ceremony> GameInProgress::told_by_kings(GameMs t_ms) {
    const auto go_on = std::exchange(kings_go_on_, std::nullopt);
    if (go_on.value_or(false)) return std::nullopt;
    const auto still_ms = t_ms - readings_.changed_ms();
    const auto seen_ms = go_on ? bounds::rest_ms : bounds::released_ms; // the next input tells more
    if (!ceremony_ && still_ms >= seen_ms) ceremony_ = kings_.shown(readings_.sight());
    const bool may_go_on = !go_on && still_ms < bounds::between_kings_ms;
    if (ceremony_ && ceremony_->moved && may_go_on) return std::nullopt;
    const auto told = std::exchange(ceremony_, std::nullopt);
    return told ? std::optional(*told) : std::nullopt;
}

void GameInProgress::stand_still_until(GameMs t_ms, std::int64_t stays_ms) {
    if (held_ && t_ms < held_->until_ms) return;
    release_held();
    t_ms_ = t_ms;
    if (idle()) return;
    if (auto ceremony = told_by_kings(t_ms)) return finish(std::move(*ceremony));
    look_for_first_move();
    const auto by_time_ms = readings_.changed_ms() + bounds::completed_ms;
    readings_.stand_still_until(is_still_set_up() ? std::min(t_ms, by_time_ms - 1) : t_ms, stays_ms);
    absorb();
    end_by_repetition();
    if (orientation_ == Orientation::known && !arrangement_ &&
        t_ms - readings_.changed_ms() >= bounds::rest_ms)
        tell_of_ply();
    keep_what_is_shown();
    note_completed();
}

bool GameInProgress::stands_still_until(GameMs t_ms) const {
    if (held_) return t_ms < held_->until_ms;
    if (idle()) return true;
    if (at_start() || ceremony_ || kings_go_on_ || kings_.may_be_set(readings_.sight())) return false;
    if (may_be_repeated(t_ms) || !readings_.stands_still_until(t_ms, bounds::released_ms)) return false;
    return readings_.certain() || (header_->clock && !readings_.lost_some());
}

/// Without a lever, or lost in a gap, a move is final once known long enough to be shown.
void GameInProgress::keep_what_is_shown() {
    if ((header_->clock && !readings_.lost_some()) || over() || readings_.certain()) return;
    GameRecord known;
    tell_known_so_far(known, completed_plies(t_ms_), t_ms_);
    const auto shown = known.moves.size();
    if (shown > moves_.size()) readings_.keep(shown - moves_.size());
}

void GameInProgress::close() {
    release_held();
    const auto last_ms = t_ms_;
    kings_go_on_ = false;
    stand_still_until(last_ms + bounds::completed_ms);
    if (!over()) {
        const auto capture = readings_.unseen_capture(t_ms_);
        settle(capture && ends_the_game(readings_.best().position.after(capture->move), header_->laws,
                                        readings_.dead_positions()));
    }
    t_ms_ = last_ms;
    if (!over()) end_by_itself();
}

void GameInProgress::tell_recorded(GameRecord& record, std::span<const PlayedMove> line) const {
    make_like(record.game, game_, line);
    record.moves = moves_;
    record.settled = settled();
    record.result = ended_ ? ended_->result : Result::open;
    record.termination = ended_ ? ended_->termination : std::string();
    record.before = before_;
    record.stood = stood_;
    record.confirmed = confirmed();
    for (const auto& played : line) enter(record, played);
}

GameRecord GameInProgress::record() const {
    GameRecord record;
    const auto reading = over() ? readings_.best() : as_made(t_ms_);
    tell_recorded(record, reading.line);
    tell_promoted_by_moves(record);
    end_if_dead(record);
    record.clocks = clocks(reading, t_ms_);
    return record;
}

void GameInProgress::tell_completed_so_far(GameRecord& record, std::size_t plies, GameMs t_ms) const {
    const auto& line = readings_.best().line;
    tell_recorded(record, std::span(line).first(over() ? line.size() : plies));
    tell_clocks(record, t_ms);
}

void GameInProgress::tell_known_so_far(GameRecord& record, std::size_t plies, GameMs t_ms) const {
    tell_completed_so_far(record, plies, t_ms);
    while (due_ms(record) > t_ms) take_last(record);
    tell_promoted_by_moves(record);
}

/// The readings may prefer another piece for what the hands do now; but these may yet do otherwise.
void GameInProgress::tell_promoted_by_moves(GameRecord& record) const {
    const auto is_doubtful = [](chess::Move move) {
        return move.promoted != PieceType::pawn && move.promoted != by_likelihood.front();
    };
    if (header_->sensing == Sensing::identity ||
        std::ranges::count_if(record.game.moves(), is_doubtful) == 0) // no early end: many at once
        return;
    const auto before = record.game.plies() - static_cast<int>(record.moves.size());
    for (std::size_t ply = 0; ply < record.moves.size(); ++ply) {
        auto& move = record.moves[ply].move;
        if (move.kind != MoveKind::promotion || before + static_cast<int>(ply) < arbiters_plies_) continue;
        for (auto likelier = move; const auto piece : by_likelihood) {
            if (piece == move.promoted) break;
            likelier.promoted = piece;
            auto game = with_promotion(record.game, ply, likelier);
            if (!game) continue;
            record.game = std::move(*game);
            move = likelier;
            break;
        }
    }
}

void GameInProgress::tell_completed(Told& told, GameMs t_ms) const {
    const auto plies = completed_plies(t_ms);
    const bool all_due = !over() && !ceremony_ && is_due_at_once(plies);
    auto& record = told.record;
    if (all_due && told.plies == plies && record.game.plies() == game_.plies() + static_cast<int>(plies)) {
        record.settled = settled();
        return tell_clocks(record, t_ms);
    }
    tell_known_so_far(record, plies, t_ms);
    end_if_dead(record);
    told.plies = all_due ? std::optional(plies) : std::nullopt;
}

GameRecord GameInProgress::completed() const {
    Told told;
    tell_completed(told);
    return std::move(told.record);
}

bool GameInProgress::was_pressed_for(std::size_t ply) const {
    const auto& line = readings_.best().line;
    return ply < moves_.size() || (ply - moves_.size() < line.size() && line[ply - moves_.size()].pressed);
}

/// The game that the kings end lacks its last move.
bool GameInProgress::kings_deny(const GameRecord& record) const {
    if (!ceremony_) return false;
    const auto& [line, plies] = std::tie(ceremony_->game.line, ceremony_->game.plies);
    if (record.game.plies() > plies) return true;
    const auto from_end = static_cast<std::size_t>(plies - record.game.plies());
    return from_end < line.size() && line[line.size() - 1 - from_end].record.move != record.moves.back().move;
}

/// Without a lever the opponent's touch completes a move, but touches are secret: the last move is due when
/// complete, and known to be, without one. A king going to the centre, unless its player pressed, may be
/// making none, and makes none while both stand there.
GameMs GameInProgress::due_ms(const GameRecord& record) const {
    if (over() || record.moves.empty()) return GameMs::min();
    if (kings_deny(record)) return for_good;
    const auto ply = record.moves.size() - 1;
    const auto& last = record.moves.back();
    if (header_->clock && was_pressed_for(ply)) return GameMs::min();
    const bool of_ceremony = may_be_of_ceremony(record.game.position_at(ply), last.move);
    if (header_->clock && !of_ceremony) return GameMs::min();
    if (!of_ceremony) return last.made_ms + bounds::known_without_lever_ms;
    return ceremony_ ? for_good : last.made_ms + bounds::between_kings_ms;
}

/// With a lever no move waits but a king's to the centre.
bool GameInProgress::is_due_at_once(std::size_t plies) const {
    if (!header_->clock) return false;
    const auto& line = readings_.best().line;
    if (line.empty()) return true;
    if (ceremony_) return false;
    if (plies == 0 && moves_.empty()) return true;
    const auto& last = plies > 0 ? line[plies - 1].record : moves_.back();
    return !contains(centre, destination(last.move));
}

/// It stays complete even if the touch that showed it proves a flicker.
std::size_t GameInProgress::completed_plies(GameMs t_ms) const {
    const auto final = static_cast<std::size_t>(std::max(0, final_plies_ - game_.plies()));
    return std::max(readings_.completed(t_ms), std::min(final, readings_.best().line.size()));
}

void GameInProgress::note_completed() {
    final_plies_ = game_.plies() + static_cast<int>(completed_plies(t_ms_));
}

void GameInProgress::tell_clocks(GameRecord& record, GameMs t_ms) const {
    record.clocks = clocks(readings_.best(), t_ms);
}

std::optional<GameMs> GameInProgress::next_by_time_ms(GameMs t_ms, Told& told) const {
    if (idle()) return std::nullopt;
    t_ms = std::max(t_ms, t_ms_);
    if (held_ && t_ms < held_->until_ms) return held_->until_ms;
    if (held_) {
        auto released = *this;
        released.release_held();
        return released.next_by_time_ms(t_ms, told);
    }
    auto next_ms = readings_.next_by_time_ms(t_ms);
    const auto look_after = [&](std::int64_t stood_ms) {
        if (const auto due_ms = readings_.changed_ms() + stood_ms; due_ms > t_ms)
            next_ms = std::min(next_ms.value_or(due_ms), due_ms);
    };
    look_after(bounds::rest_ms);
    look_after(bounds::released_ms);
    look_after(bounds::completed_ms);
    if (!header_->clock) look_after(bounds::known_without_lever_ms);
    if (const auto plies = completed_plies(t_ms_); !is_due_at_once(plies)) {
        told.plies.reset();
        auto& record = told.record;
        for (tell_completed_so_far(record, plies, t_ms_); due_ms(record) > t_ms; take_last(record))
            next_ms = std::min(next_ms.value_or(due_ms(record)), due_ms(record));
    }
    if (!header_->clock || ceremony_ || kings_.shown(readings_.sight())) look_after(bounds::between_kings_ms);
    return next_ms;
}

std::optional<Clocks> GameInProgress::clocks(const Reading& reading, GameMs t_ms) const {
    if (!reading.clock.kept()) return std::nullopt;
    return Clocks{reading.clock.left_ms(Side::white, t_ms), reading.clock.left_ms(Side::black, t_ms),
                  reading.clock.running()};
}

Sight GameInProgress::board_after(const Snapshot& snapshot) const {
    Sight board = board_;
    board.show(snapshot);
    return board;
}

bool GameInProgress::shows(const Snapshot& snapshot) const {
    return readings_.would_show(board_after(snapshot));
}

Evidence GameInProgress::evidence() const {
    const auto& best = readings_.best();
    const bool completed =
        best.line.empty() ? !moves_.empty() && moves_.back().completed_ms : !best.line.back().awaits_press;
    const bool shown = shown_whole_ && !begun();
    return {.start_wrong =
                shown ? std::optional(std::popcount(board_.differing(game_.start()))) : std::nullopt,
            .began_wrong = start_.told(),
            .moves = static_cast<std::size_t>(game_.plies()) + best.line.size(),
            .pressed = completed && header_->clock,
            .explained = explained(),
            .in_step = readings_.in_step(),
            .cost = best.cost(),
            .lifts_of_nothing = lifts_of_nothing_};
}

Incident GameInProgress::turned_by(Turn turn, int ply, Moment first) const {
    return board_rotated(readings_.best(), turn, ply, first, now());
}

void GameInProgress::watch(const What& what) {
    if (const auto* lift = std::get_if<Lift>(&what)) {
        lifts_of_nothing_ += !contains(board_.occupied() | board_.masked(), lift->square);
        board_.lift(lift->square, t_ms_);
    }
    if (const auto* drop = std::get_if<Drop>(&what)) board_.drop(drop->square, drop->piece, t_ms_);
    if (const auto* mask = std::get_if<Mask>(&what)) board_.mask(mask->square, mask->on);
    if (const auto* snapshot = std::get_if<Snapshot>(&what)) {
        lost_ ? board_.show_after_gap(*snapshot, t_ms_) : board_.show(*snapshot);
        shown_whole_ = true;
    }
}

void GameInProgress::on(const Lift& lift) {
    if (idle()) return;
    if (lost_) lost_->looked_at_rest = false;
    kings_.lift(lift.square, t_ms_, readings_);
    readings_.lift(lift.square, now());
    start_.taken_up(lift.square);
    hands_set_up();
}

void GameInProgress::on(const Drop& drop) {
    if (idle()) return;
    if (lost_) lost_->looked_at_rest = false;
    kings_.drop(drop.square, reduced(drop.piece, header_->sensing), t_ms_);
    readings_.drop(drop.square, drop.piece, now());
    hands_set_up();
}

void GameInProgress::on(const Press& press) {
    if (idle()) return;
    if (at_start() && !may_begin(press.side)) return;
    if (out_of_step()) find_lost_moves();
    if (out_of_step()) return press_clock(press.side);
    kings_.forget();
    if (arrangement_) press_upon_arrangement();
    readings_.press(press.side, now());
    tell_ambiguity();
    tell_of_ply();
}

void GameInProgress::on(const Snapshot& snapshot) {
    if (pause_) pause_->lost_sight = false;
    if (idle()) return;
    const bool lost = lost_.has_value();
    if (at_start())
        shown_at_start(snapshot);
    else if (lost)
        find_lost_moves();
    else
        readings_.show(snapshot, now());
    if (lost) lever_lost_ = true;
    if (!snapshot.lever || !std::exchange(lever_lost_, false)) return;
    if (begun()) take_lever(*snapshot.lever); // before the first move it lies anywhere
}

/// Presses were lost; the lever tells who was the last.
void GameInProgress::take_lever(Side side) {
    const auto& best = readings_.best();
    const bool has_moved = standing_made() || best.position.to_move() != side;
    if (!out_of_step() && best.clock.running() == side && has_moved) {
        readings_.press(side, now());
        tell_ambiguity();
    } else {
        readings_.each_clock([&](ChessClock& clock) { clock.start(chess::other(side), t_ms_); });
    }
}

void GameInProgress::lose_sight() {
    if (pause_) pause_->lost_sight = true;
    if (!pause_ || lost_) lost_ = Lost{};
    if (header_->scan_ms > 0) readings_.lose_clock(); // its presses are known by its times alone
}

void GameInProgress::find_lost_moves() {
    kings_.show(board_, now(), readings_);
    // What was unexplained before the gap too is a piece on its way, not a lost move.
    const bool as_before = !out_of_step() && board_.looks_like(readings_.sight());
    readings_.recover(board_, now(), out_of_step());
    if (as_before || readings_.in_step())
        lost_.reset();
    else
        lost_->shown = true;
}

/// Out of step, but at rest so long that the players want it so. Once per rest: the search is long. If the
/// kings tell a result, they know the games before each gap.
void GameInProgress::look_at_rest(GameMs until_ms) {
    const auto rested_ms = readings_.changed_ms() + bounds::restored_ms;
    if (!out_of_step() || idle() || until_ms < rested_ms || std::exchange(lost_->looked_at_rest, true))
        return;
    if (kings_.shown(readings_.sight())) return;
    t_ms_ = std::max(t_ms_, rested_ms);
    find_lost_moves();
    if (!out_of_step()) return;
    if (auto ceremony = set_in_gap(board_, readings_.possible(), now())) finish(std::move(*ceremony));
}

/// For an unknown move.
void GameInProgress::press_clock(Side side) {
    readings_.each_clock([&](ChessClock& clock) { clock.press(side, t_ms_); });
}

void GameInProgress::note_restored() {
    if (!out_of_step() || pause_ || readings_.sight().differing(readings_.best().position) != 0) return;
    lost_.reset();
}

void GameInProgress::on(const Mask& mask) {
    readings_.mask(mask.square, mask.on);
    if (!mask.on) board_.show(readings_.best().position, bit(mask.square));
}

void GameInProgress::on(const ClockReading& reading, GameMs t_ms) {
    if (over()) return;
    readings_.each_clock([&](ChessClock& clock) {
        if (!clock.in_sight() && contradicts(reading, clock, t_ms)) clock.lose_press();
        const auto set = [&](Side side, std::int64_t shown_ms) {
            const auto reckoned_ms = std::max<std::int64_t>(0, clock.left_ms(side, t_ms)); // as displays stop
            const auto nearest_ms =
                std::clamp(reckoned_ms, shown_ms - reading.within_ms, shown_ms + reading.within_ms);
            if (reading.within_ms == 0 || nearest_ms != reckoned_ms) clock.set(side, nearest_ms, t_ms);
        };
        set(Side::white, reading.white_ms);
        set(Side::black, reading.black_ms);
        if (reading.within_ms == 0) clock.run(reading.running, t_ms);
    });
    if (reading.within_ms != 0) return;
    readings_.see_clock(t_ms);
    if (reading.running) readings_.clock_runs_for(*reading.running);
}

void GameInProgress::on(const Adjust& adjust) {
    if (!idle()) readings_.adjust(adjust.side, now());
}

void GameInProgress::on(const Flag& flag) {
    if (over()) return;
    if (const auto fall = flags_.reported(flag.side, readings_.best(), as_it_stands().position(), now()))
        docket_.add({*fall});
}

bool GameInProgress::touched() const {
    return std::ranges::any_of(readings_.best().ply.touches, [&](const Touch& touch) {
        return !touch.adjusting && t_ms_ - touch.lifted.t_ms >= bounds::flicker_ms;
    });
}

std::optional<RightToClaim> GameInProgress::right_to_claim() const {
    const auto stands = record();
    if (!stands.termination.empty()) return std::nullopt;
    return umpire::right_to_claim(stands.game, !readings_.made(t_ms_) && touched(), header_->laws);
}

std::optional<int> GameInProgress::claimable_breach() const {
    const auto made = as_made(t_ms_);
    if (over() || !made.claimable_breach) return std::nullopt;
    const auto told = docket_.incidents();
    const auto breach = std::find_if(told.rbegin(), told.rend(), [&](const Incident& each) {
        return is_claimable_breach(each.kind) && each.ply == made.plies;
    });
    return breach == told.rend() ? std::nullopt : std::optional(breach->seq);
}

void GameInProgress::on(const Claim& claim) {
    if (over()) return;
    docket_.propose(judged(claim, as_it_stands(), !standing_made() && touched(), readings_.best(), now()));
    if (is_offer(claim, *header_) && !offers_draw(chess::other(claim.side)))
        readings_.offer(claim.side, now(), !is_told_offer(claim, *header_));
}

void GameInProgress::on(const Offer& offer) {
    if (!over()) readings_.offer(offer.side, now());
}

void GameInProgress::on(const Accept& accept) {
    if (over() || !offers_draw(chess::other(accept.side))) return;
    set_kings_aside();
    finish(Result::draw, "normal");
}

void GameInProgress::on(const Decline& decline) { readings_.forget_offer(chess::other(decline.side)); }

void GameInProgress::on(const Resign& resign) {
    if (over()) return;
    set_kings_aside();
    const bool in_own_hand = readings_.best().position.to_move() == resign.side;
    settle(!in_own_hand);
    end_as_said(resigned(game_.position(), resign.side, header_->laws), t_ms_);
}

void GameInProgress::absorb() {
    for (auto& played : readings_.take_agreed()) {
        const bool of_the_game = !may_be_of_ceremony(game_.position(), played.record.move);
        tell_incidents(played.incidents);
        play(played);
        start_.put_down();
        if (arrangement_ && moves_.size() > arrangement_->ply + 1) arrangement_.reset();
        if (of_the_game) kings_.forget(played.record.made_ms);
        if (!over() && !game_.position().king_can_be_taken()) end_by_itself();
    }
    if (!over() && readings_.ended() && readings_.best_is_cheapest()) {
        settle();
        end_by_itself();
    }
}

void GameInProgress::play(const PlayedMove& played) {
    if (played.anew) {
        begin_anew(chess::Game(*played.anew, game_.plies() + 1));
        ++stood_;
    } else {
        game_.play(played.record.move);
        moves_.push_back(played.record);
    }
    if (!game_.position().king_can_be_taken()) tell_claimable(played.record);
}

void GameInProgress::begin_anew(chess::Game game) {
    before_.push_back(std::exchange(game_, std::move(game)));
    docket_.begin(game_);
    moves_.clear();
    placed_ = true;
    arrangement_.reset();
    kings_.forget();
}

void GameInProgress::tell_incidents(std::vector<Incident> incidents) {
    if (start_.wrong_piece_in_hand())
        std::erase_if(incidents, [](const Incident& incident) {
            return incident.kind == IncidentKind::illegal_move || incident.kind == IncidentKind::displaced;
        });
    docket_.let_wait(incidents);
    tell_what_waited();
}

void GameInProgress::tell_what_waited() {
    if (docket_.is_waiting() && !kings_.may_have_begun(readings_.sight(), t_ms_)) docket_.tell_what_waits();
}

void GameInProgress::tell_of_ply() {
    if (readings_.certain() && !start_.under_way()) tell_incidents(readings_.best().ply.incidents);
}

/// While it can still be settled.
void GameInProgress::tell_ambiguity() {
    for (const auto& played : readings_.best().line)
        for (const auto& incident : played.incidents)
            if (incident.kind == IncidentKind::ambiguous) tell_incidents({incident});
}

void GameInProgress::tell_claimable(const MoveRecord& record) {
    const Moment completed{record.completed_ms.value_or(record.made_ms), input_};
    const auto incidents = claimable(game_, readings_.best(), completed);
    if (!incidents.empty() && by_itself() == Result::open) tell_incidents(incidents);
}

void GameInProgress::tell_flags() {
    if (over()) return;
    const auto& reading = readings_.best();
    for (const auto side : {Side::white, Side::black})
        if (flags_.due(side, reading, t_ms_))
            docket_.add({flags_.fallen(side, reading, as_it_stands().position(), now())});
}

chess::Game GameInProgress::as_it_stands() const {
    GameRecord record;
    tell_recorded(record, as_made(for_good).line);
    return std::move(record.game);
}

Reading GameInProgress::as_made(GameMs t_ms) const {
    const auto made = readings_.made(t_ms);
    const auto& best = readings_.best();
    return made ? with_move(best, *made, {readings_.changed()}, input_) : best;
}

Reading GameInProgress::with_made(const Standing& move) const {
    return with_move(readings_.best(), move, {readings_.changed()}, input_ + 1);
}

std::optional<Standing> GameInProgress::standing() const {
    const auto made = readings_.made(for_good);
    return made ? made : readings_.unseen_capture(t_ms_);
}

} // namespace adoube::umpire
