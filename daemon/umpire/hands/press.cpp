#include "daemon/umpire/hands/press.hpp"

#include "daemon/umpire/articles/offences.hpp"
#include "daemon/umpire/articles/telling.hpp"
#include "daemon/umpire/data/bounds.hpp"
#include "daemon/umpire/data/sight.hpp"
#include "daemon/umpire/hands/answer.hpp"
#include "daemon/umpire/hands/reconstruction.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace adoube::umpire {
namespace {

/// A move lost in a gap was perhaps pressed for there; not if the clock has run for its player since.
bool press_may_come(const Reading& reading, Side side) {
    return reading.press_unseen[static_cast<std::size_t>(side)] &&
           (reading.ply.lifted == 0 || other_clock_runs(reading));
}

/// The player's last move, if a late press may count for it.
std::optional<std::size_t> awaiting_press(const Reading& reading, Side side) {
    const std::size_t back = reading.position.to_move() == side ? 2 : 1;
    const auto illegal = reading.ply.answered.size(); // not in the line yet
    if (back <= illegal || reading.line.size() + illegal < back) return std::nullopt;
    const auto ply = reading.line.size() + illegal - back;
    const auto& played = reading.line[ply];
    const bool lost = played.worked_out && press_may_come(reading, side);
    if (!played.awaits_press && !lost) return std::nullopt;
    return ply;
}

/// The last move of `side` counts as pressed for now.
Reading pressed_for_last(const Reading& before, Side side, Moment now) {
    Reading reading = before;
    reading.clock.press(side, now.t_ms);
    reading.clock.add_bonus(side);
    const bool unseen = std::exchange(reading.press_unseen[static_cast<std::size_t>(side)], false);
    if (unseen) believe_clock(reading); // his ran until now
    return reading;
}

/// `made`: when the board came to stand as it does.
Reading pressed_late(const Reading& before, std::size_t ply, Side side, const Sight& sight, Moment made,
                     Moment now) {
    Reading reading = pressed_for_last(before, side, now);
    complete(reading, ply, now.t_ms, true);
    const bool answered = reading.position.to_move() == side; // dated when the answer was made
    if (!reading.clock.kept() || answered || reading.line[ply].dated) return reading;
    // A board that scans slowly tells of a press late, and its clock decides (6.10): the reply came after it.
    const bool told_late = reading.header->scan_ms > 0;
    const auto reply =
        !told_late && sight.differing(before.position) != 0 ? shown_move(before, sight) : std::nullopt;
    if (reply)
        date(reading.line[ply], before.clock, side, answered_ms(before, *reply, made.t_ms));
    else
        tell_time(reading.line[ply], reading.clock, side, now.t_ms);
    return reading;
}

/// Moves that nothing tells apart. Lifting king and rook was castling, if shown (Chess960): the king would
/// not have come back to stay (4.4.1).
std::vector<Standing> alike(const Reading& reading, const StandingMoves& standing, Moment now) {
    const auto& likeliest = standing.front();
    std::vector<Standing> all;
    if (standing.size() == 1) return all;
    std::ranges::copy_if(standing, std::back_inserter(all), [&](const Standing& each) {
        if (each.cost() != likeliest.cost()) return false;
        return likeliest.move.kind != chess::MoveKind::castling || each.move == likeliest.move ||
               !breach_of_article_4(reading, each.move, now);
    });
    return all;
}

/// Takes the first; the others stay possible.
void tell_ambiguity(Reading& reading, std::span<const Standing> alike, Moment now) {
    if (alike.size() < 2) return;
    std::vector<chess::Move> moves;
    std::ranges::transform(alike, std::back_inserter(moves), &Standing::move);
    add_incident(reading, ambiguous(reading, moves, now));
}

/// Pieces of the player to move.
chess::Bitboard in_hand(const chess::Position& position, const Sight& sight) {
    return sight.differing(position) & position.pieces(position.to_move()) & ~sight.occupied();
}

/// The differing squares, if no move begun by the player to move explains them; flickers and passing pieces
/// aside.
chess::Bitboard unexplained_by_reply(const Reading& reading, const Sight& sight, Moment now) {
    const auto& position = reading.position;
    auto gone = sight.differing(position) & position.occupied() & ~sight.occupied();
    auto placed = sight.differing(position) & sight.occupied();
    // A board that scans slowly tells late that a piece is back, or early that another has left.
    gone &= ~sight.just_emptied(now.t_ms, bounds::flicker_ms + reading.header->scan_ms);
    for (auto each = placed; each;) {
        const auto square = chess::pop(each);
        const auto passing_ms = gone ? bounds::passing_ms : bounds::seen_twice_ms;
        if (now.t_ms - sight.placed_ms(square) < passing_ms) placed &= ~chess::bit(square);
    }
    const auto in_the_hand = in_hand(position, sight);
    const auto taken_up = gone & position.pieces(position.to_move());
    chess::Bitboard explained = 0;
    for (const auto move : position.legal_moves()) {
        const bool piece_first = move.kind == chess::MoveKind::promotion;
        // King and rook may change places, neither missing (Chess960).
        if (move.kind == chess::MoveKind::castling && sight.differing(position.after(move)) == 0) return 0;
        if (taken_up && !(hands_of(position, move) & taken_up) && !piece_first)
            continue; // another piece is at it
        if (!contains(in_the_hand | sight.masked(), move.from) && !piece_first) continue;
        explained |= chess::bit(destination(move));
        if (move.kind == chess::MoveKind::castling) explained |= chess::bit(rook_destination(move));
    }
    return !may_be_of_one_move(position, gone) || (placed & ~explained) ? gone | placed : 0;
}

/// Nobody presses while their illegal move is being answered; they rather took it back and moved again.
bool rather_moved_again(const Reading& reading, Side side, chess::Bitboard wrong) {
    const auto by_him = [&](const Touch& touch) {
        return contains(reading.position.pieces(side), touch.square);
    };
    return !reading.ply.answered.empty() && (wrong || std::ranges::any_of(reading.ply.touches, by_him));
}

bool has_piece_in_hand(const Reading& reading, const Sight& sight, Moment now) {
    return (in_hand(reading.position, sight) & ~sight.just_emptied(now.t_ms, bounds::certain_flicker_ms)) !=
           0;
}

/// The last move's piece was soon lifted again, and none of the opponent's: under presence the same hand may
/// have captured unseen.
bool may_have_gone_on(const Reading& reading, const Sight& sight) {
    const auto to = destination(reading.line.back().record.move);
    const auto stood_ms = sight.lifted_ms(to) - sight.placed_ms(to);
    return sight.sensing() == Sensing::presence && !contains(sight.occupied(), to) &&
           stood_ms < bounds::completed_ms && in_hand(reading.position, sight) == 0;
}

/// The hand that sets down a piece is not at the clock yet.
bool is_just_set_down(const Sight& sight, Moment made, Moment now) {
    if (now.t_ms - made.t_ms >= bounds::to_the_clock_ms) return false;
    for (auto squares = sight.occupied(); squares;)
        if (sight.placed_ms(chess::pop(squares)) == made.t_ms) return true;
    return false;
}

Reading pressed_in_vain(const Reading& reading, bool has_the_move, bool disturbed, const Sight& sight,
                        Moment made, Moment now) {
    Reading idle = reading;
    idle.clock.press(has_the_move ? reading.position.to_move() : chess::other(reading.position.to_move()),
                     now.t_ms);
    const bool wrong = sight.differing(reading.position) != 0;
    if (!has_the_move) {
        idle.doubts += disturbed                                ? Doubt::irregular_press
                       : has_piece_in_hand(reading, sight, now) ? Doubt::idle_press_in_mid_move
                                                                : Doubt::idle_press;
        return idle;
    }
    idle.ply.irregular |= wrong;
    const auto queen = unfinished_promotion(idle, sight);
    auto offences = offences_of_press(idle, sight, now);
    idle.doubts += !wrong  ? Doubt::idle_press
                   : queen ? Doubt::promotion_missing
                   : !offences.empty() && offences.front().kind == IncidentKind::illegal_move
                       ? Doubt::illegal_move
                       : Doubt::irregular_press;
    if (is_just_set_down(sight, made, now)) idle.doubts += Doubt::press_with_hand_at_board;
    for (auto& offence : offences) add_incident(idle, std::move(offence));
    if (!queen || idle.header->laws < Edition::laws_2018) return idle;
    press_for(idle, {*queen}, made, now);
    idle.ply.queened_by_press = true;
    idle.ply.exchange = chess::bit(queen->to);
    return idle;
}

/// A pawn came down on the last rank and was lifted again: likelier than an unseen capture.
bool was_on_last_rank(const Reading& reading, const Sight& sight) {
    const auto promotion = unfinished_promotion(reading, sight);
    return promotion && sight.dropped_ms(promotion->to) > sight.lifted_ms(promotion->from) &&
           sight.lifted_ms(promotion->to) > sight.dropped_ms(promotion->to);
}

/// The moved piece has gone on to another square: the press is rather for that.
bool rather_moved_on(const PlayedMove& last, chess::Bitboard wrong, const Sight& sight) {
    return contains(wrong & ~sight.occupied(), destination(last.record.move)) && (wrong & sight.occupied());
}

/// The hand that sets down a piece is not at the clock yet, and a slow board tells of presses late: a press
/// that finds a piece just set down is rather for the move that it was released in before, and the reply
/// carries it off.
bool rather_for_released(const Reading& reading, Moment made, Moment now) {
    return reading.ply.released &&
           now.t_ms - made.t_ms < std::max(bounds::to_the_clock_ms, reading.header->scan_ms);
}

} // namespace

void press_for(Reading& reading, const Standing& standing, Moment made, Moment now) {
    const auto side = reading.position.to_move();
    const auto clock_before = reading.clock;
    const auto answered_at_ms = answered_ms(reading, standing, made.t_ms);
    reading.clock.press(side, now.t_ms);
    reading.clock.add_bonus(side);
    make(reading, standing, {.made = made, .shown = now}, now.input + 1);
    date_unpressed(reading, clock_before, answered_at_ms);
    complete(reading, reading.line.size() - 1, now.t_ms, true);
    tell_time(reading.line.back(), reading.clock, side, now.t_ms);
}

Incident ambiguous(const Reading& reading, std::span<const chess::Move> moves, Moment now) {
    auto incident = incident_of(reading, IncidentKind::ambiguous, {}, reading.position.to_move(), now, now);
    incident.article.clear();
    for (const auto move : moves) {
        incident.allowed.push_back(to_uci(move, reading.header->chess960));
        incident.squares.push_back(destination(move));
    }
    incident.text =
        "The sensors cannot tell which of these moves was made; " + incident.allowed.front() + " is written.";
    return incident;
}

void press(const Reading& reading, Side side, const Sight& sight, Moment made, Moment now,
           std::vector<Reading>& next) {
    const bool has_the_move = reading.position.to_move() == side;
    const auto standing = has_the_move ? standing_moves(reading, sight) : StandingMoves{};
    const auto before = next.size();
    if (!standing.empty()) {
        const auto alike = umpire::alike(reading, standing, now);
        const bool too_soon = rather_for_released(reading, made, now);
        for (const auto& move : standing) {
            auto& told = next.emplace_back(reading);
            tell_ambiguity(told, alike, now);
            press_for(told, move, made, now);
            if (too_soon) told.doubts += Doubt::press_with_hand_at_board;
        }
        if (standing.front().cost() == 0) return;
    }
    const bool may_be_disturbed = !has_the_move && !awaits_answer(reading, sight);
    const auto wrong = may_be_disturbed ? unexplained_by_reply(reading, sight, now) : 0;
    if (!has_the_move && rather_moved_again(reading, side, wrong)) return;
    auto ply = awaiting_press(reading, side);
    bool for_lost = !ply && press_may_come(reading, side);
    // With an illegal move on the board, the press is for that move.
    const bool adjusts = reading.adjusting[static_cast<std::size_t>(side)];
    if ((ply || for_lost) && has_the_move &&
        (shows_illegal_move(reading, sight) || (!adjusts && unexplained_by_reply(reading, sight, now))))
        ply.reset(), for_lost = false;
    if (ply && rather_moved_on(reading.line[*ply], wrong, sight)) return;
    if (ply) next.push_back(pressed_late(reading, *ply, side, sight, made, now));
    if (for_lost) next.push_back(pressed_for_last(reading, side, now));
    if (ply && !has_the_move && may_have_gone_on(reading, sight))
        next.back().doubts += Doubt::late_press_for_lifted_piece;
    if (ply && has_the_move && has_piece_in_hand(reading, sight, now))
        next.back().doubts +=
            standing.empty() ? Doubt::late_press_with_piece_in_hand : Doubt::late_press_in_mid_move;
    if (ply && wrong) {
        tell_displaced_after_move(next.back(), wrong, now);
        next.back().doubts += Doubt::displaced_after_move;
    }
    if (next.size() == before || (has_the_move && was_on_last_rank(reading, sight)))
        next.push_back(pressed_in_vain(reading, has_the_move, wrong != 0, sight, made, now));
}

} // namespace adoube::umpire
