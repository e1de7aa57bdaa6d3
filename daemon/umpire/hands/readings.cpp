#include "daemon/umpire/hands/readings.hpp"

#include "daemon/record/sensor_log.hpp"
#include "daemon/umpire/articles/offences.hpp"
#include "daemon/umpire/data/bounds.hpp"
#include "daemon/umpire/data/sight.hpp"
#include "daemon/umpire/hands/answer.hpp"
#include "daemon/umpire/hands/centre.hpp"
#include "daemon/umpire/hands/lost_inputs.hpp"
#include "daemon/umpire/hands/reconstruction.hpp"
#include "daemon/umpire/hands/standing.hpp"

#include <algorithm>
#include <limits>
#include <ranges>
#include <span>
#include <utility>

namespace adoube::umpire {
namespace {

using chess::bit;
using chess::Bitboard;

constexpr std::size_t most_readings = 96;
/// A reading this much dearer than the best is not believed.
constexpr int believable = 14;
/// One that explains the board but is this much dearer than another is dropped too.
constexpr int wide_margin = 6;

bool same_game(const Reading& a, const Reading& b) {
    return a.position == b.position && a.ply.slides_on == b.ply.slides_on &&
           std::ranges::equal(
               a.line, b.line, {}, [](const PlayedMove& played) { return played.record.move; },
               [](const PlayedMove& played) { return played.record.move; });
}

/// In Chess960 the king may castle to an adjacent square.
bool may_be_half_of_castling(const chess::Position& position, chess::Move move) {
    return std::ranges::any_of(position.legal_moves(), [&](chess::Move other) {
        return other.kind == chess::MoveKind::castling && other.from == move.from &&
               destination(other) == destination(move) && other != move;
    });
}

/// The first move of these that is legal is complete, or answered.
bool is_over(std::span<const PlayedMove> line) {
    const auto legal = std::ranges::find(line, false, &PlayedMove::illegal);
    return legal != line.end() && (!legal->awaits_press || line.end() - legal > 2);
}

/// False if it has another move there.
bool leave_out_first(Reading& reading, const PlayedMove& played) {
    if (reading.line.empty() || reading.line.front().record.move != played.record.move) return false;
    reading.line.erase(reading.line.begin());
    return true;
}

/// Leaves out promoted pieces, which the board never shows: only a move tells them.
int cost_as_shown(const Reading& reading) {
    return reading.cost() -
           reading.doubts.times(Doubt::unseen_underpromotion) * cost(Doubt::unseen_underpromotion);
}

} // namespace

Readings::Readings(const chess::Position& position, ChessClock clock, std::shared_ptr<const Header> header)
    : sight_(header->sensing), lever_(header->clock), blind_(header->blind),
      coarse_times_(header->coarse_times), scan_ms_(header->scan_ms) {
    readings_.push_back({.header = std::move(header), .position = position, .clock = std::move(clock)});
    sight_.show(position);
}

const Reading& Readings::best() const {
    if (certain()) return readings_.front();
    if (changes_ > 0) return readings_[find_best()];
    if (!best_at_) best_at_ = find_best();
    return readings_[*best_at_];
}

/// No reading gets cheaper by looking at the board.
std::size_t Readings::find_best() const {
    const auto rank = [&](const Reading& reading) {
        if (awaits_answer(reading, sight_) || sight_.differing(reading.position) == 0) return reading.cost();
        // More lost moves must not explain a piece that is in a hand.
        if (has_lost_few(reading) && is_in_hand(reading)) return reading.cost() + cost(Doubt::still_in_hand);
        const auto standing = standing_moves(reading, sight_);
        return reading.cost() + (standing.empty()
                                     ? cost(Doubt::unseen_exchange)
                                     : std::min(standing.front().cost(), cost(Doubt::unseen_exchange)));
    };
    std::size_t best = 0;
    int least = rank(readings_.front());
    for (std::size_t at = 1; at < readings_.size(); ++at) {
        if (readings_[at].cost() >= least) continue;
        if (const int its_rank = rank(readings_[at]); its_rank < least) best = at, least = its_rank;
    }
    return best;
}

bool Readings::has_lost_few(const Reading& reading) const {
    constexpr int few = 2;
    const auto lost = [](const Reading& each) { return each.doubts.times(Doubt::lost_move); };
    return before_gap_ && !lost_is_shown_ && lost(reading) - lost(*before_gap_) <= few;
}

bool Readings::best_is_cheapest() const {
    return certain() || std::ranges::min_element(readings_, {}, &Reading::cost)->cost() == best().cost();
}

bool Readings::matches(const Reading& reading) const { return is_shown(reading, sight_); }

bool Readings::is_in_hand(const Reading& reading) const {
    Bitboard touched = 0;
    for (const auto& each : reading.ply.touches) touched |= bit(each.square);
    return (sight_.differing(reading.position) & (sight_.occupied() | ~touched)) == 0;
}

/// No reading explains an illegal move better until it is taken back.
bool Readings::is_as_left(const Reading& reading) const {
    return awaits_answer(reading, sight_) || matches(reading);
}

bool Readings::would_show(const Sight& board) const {
    return std::ranges::any_of(with_standing(changed_), [&](const Reading& reading) {
        return board.differing(reading.position) == 0;
    });
}

std::optional<Standing> Readings::made(GameMs t_ms) const {
    if (t_ms - changed_.t_ms < bounds::rest_ms) return std::nullopt;
    const auto shown = shown_move(best(), sight_);
    return shown && !contains(sight_.masked(), shown->move.from) ? shown : std::nullopt;
}

std::optional<Standing> Readings::brief_capture() const {
    const auto standing = standing_moves(best(), sight_);
    if (standing.empty() || standing.front().cost() != cost(Doubt::brief_exchange)) return std::nullopt;
    return standing.front();
}

std::optional<Standing> Readings::masked_move() const {
    const auto standing = standing_moves(best(), sight_);
    const int masked = cost(Doubt::masked_square);
    const bool one = !standing.empty() && standing.front().cost() == masked &&
                     standing.front().doubts.times(Doubt::masked_square) == 1 &&
                     (standing.size() == 1 || standing[1].cost() > masked) &&
                     is_seen(standing.front().move, sight_) &&
                     !(squares_of(standing.front().move) & sight_.overlooked());
    return one ? std::optional(standing.front()) : std::nullopt;
}

std::optional<Standing> Readings::unseen_capture(GameMs t_ms) const {
    const auto flickering = sight_.just_emptied(t_ms, bounds::certain_flicker_ms);
    std::vector<Standing> standing;
    std::ranges::copy_if(standing_moves(best(), sight_), std::back_inserter(standing),
                         [&](const Standing& each) { return !contains(sight_.masked(), each.move.from); });
    if (standing.empty() || (sight_.differing(best().position) & ~flickering) == 0) return std::nullopt;
    const auto mate = std::ranges::find_if(standing, [&](const Standing& each) {
        const auto after = best().position.after(each.move);
        return after.in_check() && !after.has_legal_move();
    });
    return mate != standing.end() ? *mate : standing.front();
}

// --- time ---

void Readings::stand_still_until(GameMs t_ms, std::int64_t stays_ms) {
    const auto stood_ms = t_ms - changed_.t_ms;
    forget_adjusted(t_ms);
    release_lost_moves(t_ms);
    if (!coarse_times_)
        for (auto& reading : readings_) note_touch(reading, t_ms - flicker_ms());
    if (stood_ms >= bounds::rest_ms) complete_what_stood(t_ms, stays_ms);
    if (!lever_ && stood_ms >= bounds::rest_ms) doubt_misplaced();
    if (stood_ms >= bounds::completed_ms) drop_unmatched(t_ms, true), date_answered(true);
}

bool Readings::stands_still_until(GameMs t_ms, std::int64_t stays_ms) const {
    const auto stood_ms = t_ms - changed_.t_ms;
    const auto is_adjusted = [](const Touch& touch) { return touch.put_back && touch.adjusting; };
    const auto ends = [&](const Reading& reading) {
        if (stood_ms < std::max(stays_ms, bounds::rest_ms)) return false;
        const auto move = shown_move(reading, sight_);
        return move && would_end_the_game(reading.position.after(move->move), reading.header->laws, dead_);
    };
    if (stood_ms >= bounds::rest_ms && !lever_) return false;
    if (stood_ms >= bounds::completed_ms && (!certain() || may_be_dated(best()))) return false;
    return std::ranges::none_of(readings_, [&](const Reading& reading) {
        return reading.ply.slides_on || std::ranges::any_of(reading.ply.touches, is_adjusted) ||
               std::ranges::any_of(reading.line, &PlayedMove::worked_out) || ends(reading);
    });
}

/// What came down in a gap, and was not lifted again so soon, does not slide on.
void Readings::release_lost_moves(GameMs t_ms) {
    const auto is_released = [&](const Reading& reading) {
        return reading.ply.slides_on && reading.ply.slides_on->second <= t_ms;
    };
    if (std::ranges::all_of(readings_, is_released)) return;
    const Change change(*this);
    std::erase_if(readings_, is_released);
}

Bitboard Readings::goes_on_at(const Input& next) {
    const auto* lift = std::get_if<Lift>(&next.what);
    const auto* drop = std::get_if<Drop>(&next.what);
    const auto stood_ms = next.t_ms - changed_.t_ms;
    if ((!lift && !drop) || stood_ms < bounds::rest_ms || stood_ms >= bounds::released_ms) return 0;
    Bitboard squares = 0;
    for (const auto& reading : readings_) {
        const auto standing = standing_moves(reading, sight_);
        if (standing.empty() || standing.front().cost() != 0) continue;
        const auto move = standing.front().move;
        const auto last = destination(move);
        Bitboard farther = 0;
        for (const auto other : reading.position.legal_moves())
            if (other.from == move.from) farther |= bit(destination(other)) & ~bit(last);
        if (lift ? lift->square != last : !contains(farther, drop->square)) continue;
        if (ends_the_game(reading.position.after(move), reading.header->laws, dead_))
            squares |= lift ? farther : bit(last);
    }
    return squares;
}

/// By a reply.
bool Readings::may_be_dated(const Reading& reading) const {
    if (reading.line.empty() || !reading.clock.kept()) return false;
    const auto& last = reading.line.back();
    return last.awaits_press && !last.dated && sight_.differing(reading.position) != 0;
}

/// A reply that has stood completes and dates the move before it.
void Readings::date_answered(bool finally) {
    for (auto& reading : readings_) {
        if (!may_be_dated(reading)) continue;
        auto& last = reading.line.back();
        const auto reply = shown_move(reading, sight_);
        if (!reply) continue;
        const auto player = chess::other(reading.position.to_move());
        date(last, reading.clock, player, answered_ms(reading, *reply, changed_.t_ms));
        last.dated |= finally;
    }
}

/// A move that ends the game needs no press; without a lever, standing completes every move.
void Readings::complete_what_stood(GameMs t_ms, std::int64_t stays_ms) {
    const bool stays = t_ms - changed_.t_ms >= stays_ms;
    const bool by_time = !lever_ && t_ms - changed_.t_ms >= bounds::completed_ms;
    bool ended = false;
    std::vector<Reading> others;
    for (auto& reading : readings_) {
        const auto standing = standing_moves(reading, sight_);
        if (standing.empty() || standing.front().cost() != 0) continue;
        const bool last = stays && ends_the_game(reading.position.after(standing.front().move),
                                                 reading.header->laws, dead_);
        if (!last && !by_time) continue;
        best_at_.reset();
        ended |= last;
        const auto completed_ms = last ? changed_.t_ms : changed_.t_ms + bounds::completed_ms;
        const auto completed = [&](const Standing& move) {
            auto next = with_move(reading, move, {changed_}, changed_.input + 1);
            complete(next, next.line.size() - 1, completed_ms, false);
            return next;
        };
        if (standing.front().move.kind == chess::MoveKind::promotion)
            std::ranges::transform(standing | std::views::drop(1), std::back_inserter(others), completed);
        if (by_time && may_be_half_of_castling(reading.position, standing.front().move))
            others.emplace_back(reading).doubts += Doubt::half_castled;
        reading = completed(standing.front());
    }
    std::ranges::move(others, std::back_inserter(readings_));
    if (ended) drop_unmatched(t_ms, true);
}

/// Without a lever nobody completes a wrong position: a piece at rest where no touched piece could go, or an
/// uncapturable one off, gets less likely with time.
void Readings::doubt_misplaced() {
    for (auto& reading : readings_) {
        const auto& position = reading.position;
        if (reading.adjusting[static_cast<std::size_t>(position.to_move())]) continue; // any piece may be off
        const auto wrong = sight_.differing(position);
        const auto others = position.pieces(chess::other(position.to_move()));
        auto placed = wrong & sight_.occupied() & ~position.occupied();
        auto gone = wrong & others & ~sight_.occupied();
        if (!(placed | gone)) continue;
        for (const auto move : position.legal_moves()) {
            gone &= ~taken_by(position, move);
            const bool pawn_still_there = move.kind == chess::MoveKind::promotion; // the queen came first
            if (!contains(reading.ply.lifted, move.from) && !pawn_still_there) continue;
            placed &= ~bit(destination(move));
            if (move.kind == chess::MoveKind::castling) placed &= ~bit(rook_destination(move));
        }
        if (placed | gone) reading.doubts += Doubt::misplaced_piece, best_at_.reset();
    }
}

bool Readings::ended() { return has_ended(best()) && !gap_leaves_open(best()); }

bool Readings::has_ended(const Reading& reading) {
    return !reading.line.empty() && !reading.line.back().awaits_press && reading.ply.answered.empty() &&
           ends_the_game(reading.position, reading.header->laws, dead_);
}

/// Other lost moves may have ended nothing, but not those that came to the same end.
bool Readings::gap_leaves_open(const Reading& ended) {
    return std::ranges::any_of(readings_, [&](const Reading& reading) {
        return reading.cost() <= ended.cost() + rival_margin && !lost_alike(reading, ended) &&
               is_as_left(reading) && !(reading.position.repeats(ended.position) && has_ended(reading));
    });
}

/// All fits but a reply's piece, seen on both its squares, or a queen whose pawn is still there.
bool Readings::reply_lands(const Reading& reading, GameMs t_ms) const {
    const auto landed = sight_.differing(reading.position);
    if (std::popcount(landed) != 1 || !(landed & sight_.occupied())) return false;
    const bool just_now = t_ms - sight_.placed_ms(chess::first(landed)) < bounds::seen_twice_ms;
    return std::ranges::any_of(reading.position.legal_moves(), [&](const chess::Move& move) {
        if (!just_now && move.kind != chess::MoveKind::promotion) return false;
        auto soon = sight_;
        soon.show(move.from, std::nullopt);
        return bit(destination(move)) == landed && soon.differing(reading.position.after(move)) == 0;
    });
}

/// What the presser moved had stood, and the reply carries it away low: it was just felt elsewhere.
bool Readings::victim_passes(const Reading& reading, GameMs t_ms) const {
    if (reading.line.empty()) return false;
    const auto to = destination(reading.line.back().record.move);
    const auto wrong = sight_.differing(reading.position);
    const auto placed = wrong & sight_.occupied();
    if ((wrong & ~placed) != bit(to) || std::popcount(placed) != 1) return false;
    return sight_.lifted_ms(to) - sight_.placed_ms(to) >= bounds::released_ms &&
           t_ms - sight_.placed_ms(chess::first(placed)) < std::max(bounds::to_the_clock_ms, scan_ms_) &&
           can_be_captured(reading.position, to);
}

/// Once a reading matches the board, those that do not are hardly believed.
void Readings::drop_unmatched(GameMs t_ms, bool at_rest) {
    if (certain()) return;
    std::vector<bool> matched;
    std::optional<int> cheapest;
    for (const auto& reading : readings_) {
        matched.push_back(matches(reading));
        const int cost = cost_as_shown(reading);
        if (matched.back()) cheapest = std::min(cost, cheapest.value_or(cost));
        if (awaits_answer(reading, sight_) || reply_lands(reading, t_ms) || victim_passes(reading, t_ms))
            matched.back() = true;
    }
    if (!cheapest) return;
    for (std::size_t at = 0; at < readings_.size(); ++at) {
        auto& reading = readings_[at];
        if (matched[at] || (at_rest && reading.doubted_rest == changed_.t_ms)) continue;
        reading.doubts += is_in_hand(reading) ? Doubt::still_in_hand : Doubt::unexplained_board;
        best_at_.reset();
        if (at_rest) reading.doubted_rest = changed_.t_ms; // once, however often it is looked at
    }
    std::size_t at = 0;
    const auto dropped = std::erase_if(readings_, [&](const Reading& reading) {
        return cost_as_shown(reading) >=
               *cheapest + (matched[at++] ? wide_margin : margin + cost(Doubt::unexplained_board));
    });
    if (dropped) best_at_.reset();
}

// --- what is said ---

void Readings::adjust(Side side, Moment now) {
    const Change change(*this);
    std::vector<Reading> begun;
    for (auto& reading : readings_) {
        if (reading.position.to_move() == side) {
            reading.adjusting[static_cast<std::size_t>(side)] = true;
            continue;
        }
        // Rather said after the opponent's move.
        const auto standing = standing_moves(reading, sight_);
        if (standing.empty() || !is_seen(standing.front().move, sight_)) continue;
        auto next = with_move(reading, standing.front(), {changed_}, now.input);
        next.adjusting[static_cast<std::size_t>(side)] = true;
        if (!lever_) complete(next, next.line.size() - 1, now.t_ms, false);
        begun.push_back(std::move(next));
        reading.doubts += Doubt::said_out_of_turn;
    }
    readings_.insert(readings_.begin(), std::make_move_iterator(begun.begin()),
                     std::make_move_iterator(begun.end()));
    prune();
}

void Readings::pardon(Side side) {
    for (auto& reading : readings_) {
        auto& count = reading.illegal_moves[static_cast<std::size_t>(side)];
        count = std::max(0, count - 1);
    }
}

void Readings::offer(Side side, Moment now, bool silent) {
    for (auto& reading : readings_) {
        if (side == reading.position.to_move()) note_touch(reading); // the move came before the offer
        reading.offers[static_cast<std::size_t>(side)] = StandingOffer{now.input, silent};
    }
}

void Readings::forget_offer(Side side) {
    for (auto& reading : readings_) reading.offers[static_cast<std::size_t>(side)].reset();
}

void Readings::see_clock(GameMs t_ms) {
    const auto see = [&](Reading& reading) {
        reading.clock.come_in_sight();
        tell_lost_times(reading, t_ms);
    };
    std::ranges::for_each(readings_, see);
    if (before_gap_) see(*before_gap_);
}

void Readings::clock_runs_for(Side side) {
    const Change change(*this);
    if (!before_gap_ || lost_is_shown_) return;
    for (auto& reading : readings_) {
        const bool other = reading.position.to_move() != side;
        believe_clock(reading); // an earlier display was late
        if (other)
            reading.doubts += reading.press_unseen[static_cast<std::size_t>(side)] ? Doubt::not_yet_pressed
                                                                                   : Doubt::other_clock_runs;
        // Who has moved had pressed, if his clock stands still.
        for (const auto each : {Side::white, Side::black})
            if (!other || each != side) reading.press_unseen[static_cast<std::size_t>(each)] = false;
    }
    prune();
}

// --- keeping few ---

void Readings::prune() {
    if (!certain()) keep_cheapest();
    Bitboard otherwise = 0;
    for (const auto& reading : readings_) otherwise |= reading.position.occupied() ^ sight_.occupied();
    sight_.disbelieve(sight_.disbelieved() & otherwise);
}

/// Of readings of the same game the cheapest stays; of equals, the one whose ply began first: a player has
/// the move as soon as the opponent's is made.
void Readings::keep_cheapest() {
    const auto cost_of = [](const Reading* reading) { return reading->cost(); };
    thread_local std::vector<Reading*> by_cost, kept; // readings are large
    by_cost.clear(), kept.clear();
    for (auto& reading : readings_)
        by_cost.insert(std::ranges::upper_bound(by_cost, reading.cost(), {}, cost_of), &reading);
    for (auto* reading : by_cost) {
        if (reading->cost() > by_cost.front()->cost() + believable) break;
        const auto twin =
            std::ranges::find_if(kept, [&](const Reading* other) { return same_game(*reading, *other); });
        if (twin == kept.end())
            kept.push_back(reading);
        else if ((*twin)->cost() == reading->cost() && reading->ply.first_input < (*twin)->ply.first_input)
            *twin = reading;
        if (kept.size() == most_readings) break;
    }
    if (kept.size() == readings_.size() && std::ranges::is_sorted(kept)) return;
    std::vector<Reading> cheapest;
    cheapest.reserve(kept.size());
    for (auto* reading : kept) cheapest.push_back(std::move(*reading));
    readings_ = std::move(cheapest);
}

/// All readings have the same first moves, which are over. Moves lost in a gap are one unit, with one
/// incident.
template<class Same>
std::size_t Readings::shared_plies(std::size_t most, Same is_same) const {
    const auto& first = readings_.front();
    const auto others = readings_ | std::views::drop(1);
    const auto has_it = [&](const Reading& reading, std::size_t ply) {
        return reading.line.size() > ply && is_over(std::span(reading.line).subspan(ply));
    };
    const auto all_have = [&](std::size_t ply) {
        return has_it(first, ply) && std::ranges::all_of(others, [&](const Reading& reading) {
                   if (!has_it(reading, ply)) return false;
                   const auto &one = reading.line[ply], &other = first.line[ply];
                   return is_same(one.record.move, other.record.move) && one.anew == other.anew;
               });
    };
    std::size_t plies = 0;
    while (plies < most && all_have(plies)) ++plies;
    const bool alike = plies == 0 || std::ranges::all_of(others, [&](const Reading& reading) {
                           return lost_alike(reading, first);
                       });
    return alike ? plies : 0;
}

std::vector<PlayedMove> Readings::take_agreed() {
    std::vector<PlayedMove> agreed;
    const auto is_same = [](chess::Move a, chess::Move b) { return a == b; };
    while (shared_plies(1, is_same) == 1) {
        const Change change(*this);
        forget_gap();
        if (misfelt_ && !leave_out_first(misfelt_->before, readings_.front().line.front())) misfelt_.reset();
        agreed.push_back(best().line.front());
        for (auto& reading : readings_) reading.line.erase(reading.line.begin());
    }
    return agreed;
}

std::size_t Readings::agreed_to_the_eye() const {
    const bool told = sight_.sensing() == Sensing::identity;
    const auto is_same = [&](chess::Move a, chess::Move b) {
        return told ? a == b : is_same_to_the_eye(a, b);
    };
    return shared_plies(std::numeric_limits<std::size_t>::max(), is_same);
}

void Readings::keep(std::size_t plies) {
    const Change change(*this);
    const Reading likeliest = best(); // readings move below
    const auto kept = std::span(likeliest.line).first(std::min(plies, likeliest.line.size()));
    const auto is_same = [](const PlayedMove& a, const PlayedMove& b) {
        return a.anew == b.anew && is_same_to_the_eye(a.record.move, b.record.move);
    };
    lost_is_shown_ = lost_some();
    const int at_most = lever_ ? margin - 1 : 0;
    std::erase_if(readings_, [&](const Reading& reading) {
        return cost_as_shown(reading) > cost_as_shown(likeliest) + at_most &&
               !std::ranges::equal(kept, reading.line | std::views::take(kept.size()), is_same);
    });
}

void Readings::settle_on(Reading reading) {
    const Change change(*this);
    forget_gap();
    misfelt_.reset();
    sight_.show(reading.position);
    readings_.assign(1, std::move(reading));
}

std::vector<Reading> Readings::with_standing(Moment now) const {
    std::vector<Reading> all;
    for (const auto& reading : readings_) {
        for (const auto& standing : standing_moves(reading, sight_)) {
            all.push_back(with_move(reading, standing, {changed_}, now.input));
            complete(all.back(), all.back().line.size() - 1, now.t_ms, false);
            note_worked_out(all.back());
            tell_lost_times(all.back(), now.t_ms);
        }
        if (awaits_answer(reading, sight_)) all.push_back(answering(reading, now.input));
        all.push_back(reading);
    }
    std::ranges::stable_sort(all, {}, &Reading::cost);
    return all;
}

// --- arbiters and lost inputs ---

void Readings::assume(std::vector<Reading> readings, Moment now) {
    const Change change(*this);
    readings_ = std::move(readings);
    std::ranges::stable_sort(readings_, {}, &Reading::cost);
    sight_.show(best().position);
    changed_ = now;
}

void Readings::see(const Sight& board, Moment now) {
    const Change change(*this);
    const auto overlooked = sight_.overlooked(), disbelieved = sight_.disbelieved();
    const auto changed = sight_.occupied() ^ board.occupied();
    sight_ = board;
    sight_.overlook(overlooked);
    sight_.disbelieve(disbelieved & ~changed);
    unmasked_ = 0;
    changed_ = now;
}

bool Readings::in_step() const {
    return std::ranges::any_of(readings_, [&](const Reading& reading) {
        return is_as_left(reading) || is_in_hand(reading) || taken_up(reading.position, sight_) != 0;
    });
}

bool Readings::promoted(const chess::Position& before, Square square, chess::PieceType piece, bool in_line) {
    const Change change(*this);
    std::vector<Reading> possible;
    for (auto reading : readings_) {
        if (!reading.ply.answered.empty()) continue; // what an illegal move left is unknown then
        const auto last =
            std::ranges::find_if(reading.line.rbegin(), reading.line.rend(), [&](const PlayedMove& played) {
                return promotes_on(played.record.move, square);
            });
        if (in_line && last != reading.line.rend()) last->record.move.promoted = piece;
        reading.position = before;
        const bool legal = std::ranges::all_of(reading.line, [&](const PlayedMove& played) {
            if (played.anew || !reading.position.is_legal(played.record.move)) return false;
            reading.position.play(played.record.move);
            return true;
        });
        reading.ply.illegal.reset();
        if (legal) possible.push_back(std::move(reading));
    }
    if (possible.empty()) return false;
    readings_ = std::move(possible);
    return true;
}

bool Readings::recover(const Sight& board, Moment now, bool out_of_step) {
    const Change change(*this);
    const bool as_before = !out_of_step && board.looks_like(sight_);
    if (as_before && in_step()) return true;
    auto before = readings_;
    const auto likeliest = best();
    if (!out_of_step) readings_ = with_standing(now); // out of step, nobody saw what stands there
    see(board, now);
    // A move that stands only now was lost too.
    if (std::ranges::any_of(readings_,
                            [&](const Reading& reading) { return sight_.differing(reading.position) == 0; }))
        return drop_unmatched(now.t_ms), true;
    std::vector<Reading> found;
    Budgets budgets; // the likeliest have them first
    for (const auto& reading : readings_) {
        if (auto same = recovered_in_mid_move(reading, sight_, now)) found.push_back(std::move(*same));
        std::ranges::move(recovered(reading, sight_, now, budgets), std::back_inserter(found));
    }
    if (found.empty() && !as_before) {
        if (!out_of_step)
            for (auto& reading : readings_) add_incident(reading, cannot_be_explained(reading, sight_, now));
        prune();
        return false;
    }
    // Either nothing was lost and a move is in hand, or lost moves explain the board; so does a sensor that
    // just flickered.
    for (auto& reading : as_before ? found : before) reading.doubts += Doubt::unlikely_loss;
    const bool explained = !found.empty();
    if (explained) before_gap_ = likeliest, lost_is_shown_ = false;
    readings_ = std::move(found);
    std::ranges::move(before, std::back_inserter(readings_));
    prune();
    return explained;
}

} // namespace adoube::umpire
