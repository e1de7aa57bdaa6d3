// What lifts, drops and snapshots do to the readings.

#include "daemon/record/sensor_log.hpp"
#include "daemon/umpire/articles/offences.hpp"
#include "daemon/umpire/data/bounds.hpp"
#include "daemon/umpire/data/sight.hpp"
#include "daemon/umpire/hands/answer.hpp"
#include "daemon/umpire/hands/readings.hpp"
#include "daemon/umpire/hands/standing.hpp"

#include <algorithm>
#include <iterator>
#include <ranges>
#include <utility>

namespace adoube::umpire {
namespace {

using chess::bit;
using chess::Bitboard;

/// A reply may begin with an own or a capturable piece; with others only if the move was released. A piece
/// just set down is rather moved on by the same hand.
std::optional<Doubts> doubts_of_reply(const chess::Position& after, chess::Move move, Square lifted,
                                      Sensing sensing, std::int64_t stood_ms) {
    const auto piece = after.at(lifted);
    if (!piece) return std::nullopt;
    if (piece->side == after.to_move()) return Doubts{};
    const bool hasty = stood_ms < bounds::rest_ms;
    // Rather exchanged, unless a sensor already tells the new piece.
    const bool promotion = move.kind == chess::MoveKind::promotion && sensing != Sensing::identity;
    Doubts doubts;
    if (lifted == destination(move))
        doubts += hasty || promotion ? Doubt::snatched_piece : Doubt::hasty_reply;
    const bool can_be_taken = can_be_captured(after, lifted);
    if (hasty && !can_be_taken) return std::nullopt;
    if (hasty || (!can_be_taken && stood_ms < bounds::completed_ms)) doubts += Doubt::hasty_reply;
    return doubts;
}

/// A piece may be seen on its new square before it leaves the old one.
Doubts doubts_of_drop(const Standing& standing, Square square, std::int64_t stood_ms) {
    if (square == standing.move.from) return Doubt::piece_back;
    if (standing.cost() >= cost(Doubt::unseen_exchange)) return Doubt::landed_elsewhere;
    return stood_ms < bounds::rest_ms ? Doubt::hasty_reply : Doubts{};
}

Reading without_flickers(Reading reading, Bitboard flickering, const Sight& sight) {
    std::erase_if(reading.ply.touches, [&](const Touch& touch) {
        return contains(flickering, touch.square) && touch.lifted.t_ms == sight.lifted_ms(touch.square);
    });
    return reading;
}

/// Of `touches`, of pieces still in a hand.
std::vector<Touch> still_off(const std::vector<Touch>& touches, Bitboard off, const Sight& sight) {
    std::vector<Touch> found;
    std::ranges::copy_if(touches, std::back_inserter(found), [&](const Touch& touch) {
        return contains(off, touch.square) && touch.lifted.t_ms == sight.lifted_ms(touch.square);
    });
    return found;
}

/// For a reply that has taken up these before `move` came down.
std::optional<Doubts> doubts_of_overtaking(const chess::Position& after, chess::Move move,
                                           const std::vector<Touch>& taken_up, Sensing sensing) {
    Doubts doubts(Doubt::overtaken_move);
    for (const auto& touch : taken_up) {
        const auto extra = doubts_of_reply(after, move, touch.square, sensing, 0);
        if (!extra) return std::nullopt;
        doubts += *extra;
    }
    return doubts;
}

/// An exchange before any touch is no touch.
void forget_exchange_touched_first(Reading& reading) {
    auto& touches = reading.ply.touches;
    touches.erase(touches.begin(), std::ranges::find_if_not(touches, [&](const Touch& touch) {
                      return contains(reading.ply.exchange, touch.square);
                  }));
}

/// The promoted piece was exchanged: the next lift there captures.
void note_exchange(Reading& reading) {
    if (reading.ply.of_exchange.cost() == 0) return;
    reading.doubts -= std::exchange(reading.ply.of_exchange, {});
    reading.doubts += Doubt::hasty_reply;
    reading.ply.exchange = 0;
}

void note_put_back(Reading& reading, Touch& touch, Moment now) {
    touch.put_back = true;
    auto incident = adjustment_out_of_turn(reading, touch, now);
    if (!incident) return;
    touch.adjusting = true; // no touch by the player to move
    add_incident(reading, std::move(*incident));
}

} // namespace

std::vector<Readings::StandingButFor> Readings::standing_but_for(const Reading& reading,
                                                                 Bitboard in_the_air) const {
    std::vector<StandingButFor> found;
    for (const auto& standing : standing_moves(reading, sight_)) found.push_back({standing, 0});
    if (!found.empty() && found.front().standing.cost() == 0) return found;
    for (auto some = in_the_air; some; some = next_part(some, in_the_air)) {
        const auto moves = standing_moves(reading, sight_.with_put_back(some));
        for (const auto& standing : moves) found.push_back({standing, some});
        if (!moves.empty()) break;
    }
    return found;
}

void Readings::begin_next_plies(Square square, bool lift, Moment now) {
    if (now.input == changed_.input) return; // a snapshot shows one moment
    // Pieces may flicker or bounce while the opponent begins, except the one that comes back now.
    const auto in_the_air = (sight_.just_emptied(now.t_ms, bounds::certain_flicker_ms) |
                             (bouncing_ & sight_.just_emptied(now.t_ms, bounds::bounce_ms))) &
                            ~bit(square);
    const auto stood = [&](const Reading& reading) {
        return reading.ply.illegal && awaits_answer(reading, sight_.with_put_back(in_the_air));
    };
    std::vector<Reading> begun;
    for (const auto& reading : readings_) {
        for (const auto& [standing, flickering] : standing_but_for(reading, in_the_air)) {
            // No hand captures unseen while its own piece may only flicker. Without a lever replies come at
            // once, and lifts may be seen late.
            if (lever_ && standing.cost() >= cost(Doubt::unseen_exchange) &&
                taken_by(reading.position, standing.move) &&
                now.t_ms - sight_.lifted_ms(standing.move.from) < bounds::certain_flicker_ms)
                continue;
            const auto after = reading.position.after(standing.move);
            const auto extra =
                lift ? doubts_of_reply(after, standing.move, square, sight_.sensing(),
                                       now.t_ms - changed_.t_ms)
                     : std::optional(doubts_of_drop(standing, square, now.t_ms - changed_.t_ms));
            if (!extra) continue;
            auto next =
                with_move(without_flickers(reading, flickering, sight_), standing, {changed_}, now.input);
            next.doubts += *extra;
            if (!is_seen(standing.move, sight_)) next.doubts += Doubt::unseen_move;
            if (lever_ && reading.ply.irregular) next.doubts += Doubt::unpressed_correction;
            if (lift && contains(next.ply.exchange, square)) next.ply.of_exchange = *extra;
            if (!lever_) complete(next, next.line.size() - 1, now.t_ms, false);
            // If it stays in the air, the reply began with it: unlikely before it came to rest.
            for (auto squares = flickering; squares;) {
                const auto lifted = chess::pop(squares);
                touch(next, lifted, {sight_.lifted_ms(lifted), changed_.input});
                if (sight_.lifted_ms(lifted) - sight_.dropped_ms(lifted) >= bounds::passing_ms) continue;
                next.ply.passing |= bit(lifted);
                next.doubts += Doubt::snatched_piece;
            }
            begun.push_back(std::move(next));
        }
        if (!awaits_answer(reading, sight_) && !(lift && stood(reading))) continue;
        begun.push_back(answering(reading, now.input));
        const auto extra = lift ? doubts_of_answer(reading, square) : Doubts(Doubt::hasty_reply);
        begun.back().doubts += extra;
        if (lift && square == destination(reading.ply.illegal->record.move))
            begun.back().ply.of_answer = extra;
    }
    readings_.insert(readings_.begin(), std::make_move_iterator(begun.begin()),
                     std::make_move_iterator(begun.end()));
}

/// A low hand's piece is felt late: by then the opponent may have taken up a piece for the reply. Without a
/// lever no press will tell, so a board that makes sense is taken as it is.
void Readings::begin_overtaking_replies(Square square, Moment now) {
    const auto makes_sense = [&](const Reading& reading) { return shown_move(reading, sight_).has_value(); };
    if (!lever_ && std::ranges::any_of(readings_, makes_sense)) return;
    std::vector<Reading> begun;
    const auto lately = sight_.just_emptied(now.t_ms, bounds::overtaken_ms);
    for (const auto& reading : readings_) {
        if (still_off(reading.ply.touches, lately, sight_).empty()) continue;
        for (const auto& [standing, off] : standing_but_for(reading, lately)) {
            const auto taken_up = still_off(reading.ply.touches, off, sight_);
            if (taken_up.empty() || !contains(comes_down_on(standing.move), square)) continue;
            const auto doubts = doubts_of_overtaking(reading.position.after(standing.move), standing.move,
                                                     taken_up, sight_.sensing());
            if (!doubts) continue;
            const auto first_input = taken_up.front().lifted.input;
            auto next = with_move(without_flickers(reading, off, sight_), standing, {now}, first_input);
            next.doubts += *doubts;
            for (const auto& each : taken_up) touch(next, each.square, each.lifted);
            if (!lever_) complete(next, next.line.size() - 1, now.t_ms, false);
            begun.push_back(std::move(next));
        }
    }
    std::ranges::move(begun, std::back_inserter(readings_));
}

/// Had the same player released the lifted piece as (part of) a legal move? An earlier lift is likelier than
/// a piece seen twice.
void Readings::note_release(Reading& reading, Square square, Moment now) const {
    const auto placed_ms = sight_.placed_ms(square);
    if (blind_ || coarse_times_ || reading.ply.released || reading.ply.restoring ||
        now.t_ms - placed_ms < bounds::released_ms)
        return;
    const auto seen = sight_.at(square).value_or(Seen{});
    const auto release_of = [&](const Touch& touch) -> std::optional<chess::Move> {
        const auto piece = reading.position.at(touch.square);
        const bool his = piece && piece->side == reading.position.to_move() && touch.square != square &&
                         !contains(sight_.occupied(), touch.square);
        if (!his || (seen.side && *seen.side != piece->side) || (seen.type && *seen.type != piece->type))
            return std::nullopt;
        for (const auto move : reading.position.legal_moves())
            if (move.from == touch.square && destination(move) == square) return move;
        return std::nullopt;
    };
    for (const auto slack_ms : {std::int64_t{0}, bounds::seen_twice_ms}) {
        for (const auto& touch : reading.ply.touches | std::views::reverse) {
            if (touch.lifted.t_ms > placed_ms + slack_ms) continue;
            const auto move = release_of(touch);
            if (!move) continue;
            reading.ply.released = std::pair(*move, touch.lifted);
            return;
        }
    }
}

/// After mere flickers, the piece just set down rather slides on.
void Readings::doubt_snatched(Reading& reading, Square square, Moment now) const {
    const bool touched = std::ranges::any_of(reading.ply.touches, [&](const Touch& touch) {
        return now.t_ms - touch.lifted.t_ms >= bounds::certain_flicker_ms;
    });
    if (touched || reading.line.empty() || now.t_ms - sight_.placed_ms(square) >= bounds::rest_ms) return;
    if (square != destination(reading.line.back().record.move) || contains(reading.ply.passing, square))
        return;
    reading.ply.passing |= bit(square);
    reading.doubts += Doubt::snatched_piece;
}

void Readings::put_right(Bitboard squares, int plies) {
    for (auto& reading : readings_)
        if (reading.plies == plies) reading.ply.restoring |= squares;
}

void Readings::forget_touches_until(GameMs t_ms) {
    const Change change(*this);
    for (auto& reading : readings_) {
        std::erase_if(reading.ply.touches, [&](const Touch& touch) { return touch.lifted.t_ms <= t_ms; });
        std::erase_if(reading.ply.incidents, [&](const Incident& incident) { return incident.t_ms <= t_ms; });
    }
}

void Readings::forget_touches(Bitboard squares) {
    const Change change(*this);
    for (auto& reading : readings_)
        std::erase_if(reading.ply.touches,
                      [&](const Touch& touch) { return contains(squares, touch.square); });
}

/// By the owner of the piece there.
GameMs Readings::pressed_ms(Square square) const {
    const auto& position = best().position;
    const auto piece = position.at(square);
    return pressed_ms_[static_cast<std::size_t>(piece ? piece->side : position.to_move())];
}

void Readings::lift(Square square, Moment now) {
    const Change change(*this);
    believe_again(square);
    if (!contains(sight_.occupied(), square)) return;
    forget_adjusted(now.t_ms);
    begin_next_plies(square, true, now);
    const auto placed_ms = sight_.placed_ms(square);
    const bool soon = now.t_ms - placed_ms <= bounds::bounce_ms && placed_ms > pressed_ms(square);
    bouncing_ = soon ? bouncing_ | bit(square) : bouncing_ & ~bit(square);
    for (auto& reading : readings_) {
        if (reading.ply.slides_on && reading.ply.slides_on->first == square) reading.ply.slides_on.reset();
        if (reading.ply.first_input != now.input) {
            note_release(reading, square, now);
            doubt_snatched(reading, square, now);
        }
        if (!contains(sight_.masked(), square)) touch(reading, square, now);
    }
    sight_.lift(square, now.t_ms);
    for (auto& reading : readings_) note_off_with_king(reading, sight_.occupied());
    changed_ = now;
    prune();
}

void Readings::drop(Square square, const Seen& piece, Moment now) {
    const Change change(*this);
    believe_again(square);
    forget_adjusted(now.t_ms);
    begin_next_plies(square, false, now);
    const bool flickered = now.t_ms - sight_.lifted_ms(square) < bounds::certain_flicker_ms;
    sight_.drop(square, piece, now.t_ms);
    put_back(square, now);
    if (now.input != changed_.input) begin_overtaking_replies(square, now); // a snapshot shows one moment
    if (!contains(bouncing_, square) && !flickered) bouncing_ &= ~sight_.last_lifted(bouncing_);
    changed_ = now;
    prune();
}

/// A flicker or a bounce was no touch.
void Readings::put_back(Square square, Moment now) {
    const auto lifted_ms = sight_.lifted_ms(square);
    for (auto& reading : readings_) {
        const bool flicker = coarse_times_ || now.t_ms - lifted_ms < flicker_ms() ||
                             (contains(bouncing_, square) && !is_captured(reading, square));
        if (sight_.differing(reading.position) == 0) reading.ply.restoring = 0;
        if (!flicker && contains(reading.ply.exchange, square)) note_exchange(reading);
        if (!flicker) reading.ply.to_carry_out &= ~bit(square);
        if (flicker && contains(reading.ply.passing, square)) {
            reading.ply.passing &= ~bit(square);
            reading.doubts -= Doubt::snatched_piece;
        }
        auto& touches = reading.ply.touches;
        const auto touch = std::ranges::find_if(touches, [&](const Touch& each) {
            return each.square == square && each.lifted.t_ms == lifted_ms;
        });
        if (flicker && touch != touches.end()) {
            const bool began_the_ply = touch->lifted.input == reading.ply.first_input;
            touches.erase(touch);
            forget_exchange_touched_first(reading);
            // The ply has not begun, then.
            if (began_the_ply && !reading.line.empty() && touches.empty() &&
                now.t_ms - lifted_ms < bounds::certain_flicker_ms)
                reading.doubts += Doubt::hasty_reply;
        } else if (touch != touches.end() && surely_put_back(reading, square)) {
            note_put_back(reading, *touch, now);
        }
        // With nothing missing, whatever came back is back for certain.
        if (sight_.differing(reading.position) == 0)
            for (auto& each : touches)
                if (!each.put_back) note_put_back(reading, each, now);
    }
}

/// A piece put back while adjusting was no touch; but a capture there looks alike until the captor's own
/// square is seen empty.
void Readings::forget_adjusted(GameMs t_ms) {
    for (auto& reading : readings_) {
        const auto forgotten = std::erase_if(reading.ply.touches, [&](const Touch& touch) {
            return touch.put_back && touch.adjusting &&
                   t_ms - sight_.placed_ms(touch.square) >= bounds::seen_twice_ms &&
                   !was_seen_twice(reading, touch.square);
        });
        if (forgotten) best_at_.reset();
    }
}

/// A piece that can capture there left its square just after the drop.
bool Readings::was_seen_twice(const Reading& reading, Square square) const {
    return std::ranges::any_of(reading.position.legal_moves(), [&](chess::Move move) {
        const auto after_ms = sight_.lifted_ms(move.from) - sight_.placed_ms(square);
        return move.to == square && move.kind != chess::MoveKind::castling &&
               !contains(sight_.occupied(), move.from) && after_ms >= 0 && after_ms < bounds::seen_twice_ms;
    });
}

/// A piece that can capture there was lifted first: no bounce.
bool Readings::is_captured(const Reading& reading, Square square) const {
    const auto& position = reading.position;
    const auto taken = position.at(square);
    if (!taken || taken->side == position.to_move()) return false;
    return std::ranges::any_of(position.legal_moves(), [&](chess::Move move) {
        return move.to == square && move.kind != chess::MoveKind::castling &&
               !contains(sight_.occupied(), move.from) &&
               sight_.lifted_ms(move.from) < sight_.lifted_ms(square);
    });
}

/// Without identity, the piece seen may be another, missing elsewhere.
bool Readings::surely_put_back(const Reading& reading, Square square) const {
    const auto wrong = sight_.differing(reading.position);
    const auto piece = reading.position.at(square);
    if (contains(wrong, square) || !piece) return false;
    const auto in_hand = wrong & ~sight_.occupied() & ~sight_.masked();
    if (sight_.sensing() == Sensing::identity) return true;
    return (sight_.sensing() == Sensing::presence ? in_hand
                                                  : in_hand & reading.position.pieces(piece->side)) == 0;
}

void Readings::show(const Snapshot& snapshot, Moment now) {
    const Change change(*this);
    // What left such a square did so at an unknown time; what is new there came down last.
    while (unmasked_) {
        const auto square = chess::pop(unmasked_);
        sight_.mask(square, false);
        if (const auto& seen = snapshot.squares[static_cast<std::size_t>(index(square))])
            sight_.show(best().position, bit(square));
        else
            sight_.show(square, seen);
    }
    Bitboard added = 0;
    for (int at = 0; at < 64; ++at) {
        const auto square = static_cast<Square>(at);
        const auto& seen = snapshot.squares[static_cast<std::size_t>(at)];
        if (!seen)
            lift(square, now);
        else if (sight_.at(square) != reduced(*seen, sight_.sensing()))
            added |= bit(square);
    }
    while (added) {
        const auto square = chess::pop(added);
        drop(square, *snapshot.squares[static_cast<std::size_t>(index(square))], now);
    }
}

void Readings::mask(Square square, bool on) {
    const Change change(*this);
    unmasked_ &= ~bit(square);
    if (on)
        sight_.mask(square, true);
    else
        unmasked_ |= bit(square) & sight_.masked();
}

/// What a masked square held is unknown: assume what the record has.
void Readings::believe_again(Square square) {
    if (!contains(unmasked_, square)) return;
    unmasked_ &= ~bit(square);
    sight_.show(best().position, bit(square));
    sight_.mask(square, false);
}

} // namespace adoube::umpire
