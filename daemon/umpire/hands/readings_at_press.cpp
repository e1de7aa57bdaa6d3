// What a press does to the readings; what it completes is final.

#include "daemon/umpire/articles/offences.hpp"
#include "daemon/umpire/data/bounds.hpp"
#include "daemon/umpire/hands/answer.hpp"
#include "daemon/umpire/hands/lost_inputs.hpp"
#include "daemon/umpire/hands/press.hpp"
#include "daemon/umpire/hands/readings.hpp"
#include "daemon/umpire/hands/reconstruction.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace adoube::umpire {
namespace {

using chess::bit;
using chess::Bitboard;

bool same_to_the_eye_before_last(std::span<const PlayedMove> one, std::span<const PlayedMove> other) {
    return std::ranges::equal(one.first(one.size() - 1), other.first(other.size() - 1),
                              [](const PlayedMove& a, const PlayedMove& b) {
                                  return is_same_to_the_eye(a.record.move, b.record.move);
                              });
}

bool has_surplus_piece(const Reading& reading, const Sight& sight) {
    return std::popcount(sight.occupied() & ~sight.masked()) >
           std::popcount(reading.position.occupied() & ~sight.masked());
}

/// The presser's last move has left its square again, and a piece that may be it stands elsewhere.
bool has_moved_on(const Reading& reading, Side presser, const Sight& sight, GameMs t_ms) {
    if (reading.line.empty() || reading.position.to_move() == presser) return false;
    const auto to = destination(reading.line.back().record.move);
    const auto gone = sight.just_emptied(t_ms, bounds::certain_flicker_ms);
    if (contains(sight.occupied() | sight.masked() | gone, to)) return false;
    const auto takes_it = [&](const Standing& reply) { // en passant
        return contains(taken_by(reading.position, reply.move), to);
    };
    if (std::ranges::any_of(standing_moves(reading, sight), takes_it)) return false;
    for (auto elsewhere = sight.occupied() & ~reading.position.occupied() & ~sight.masked(); elsewhere;) {
        const auto piece = sight.at(chess::pop(elsewhere));
        if (piece && (!piece->side || *piece->side == presser)) return true;
    }
    return false;
}

template<class Condition>
std::vector<Touch> taken_out(std::vector<Touch>& touches, Condition condition) {
    std::vector<Touch> out;
    std::ranges::copy_if(touches, std::back_inserter(out), condition);
    std::erase_if(touches, condition);
    return out;
}

} // namespace

/// After a gap later inputs choose among the lost series; but none is shorter than no move.
bool Readings::may_be_held_against(const Reading& reading, const Reading& settled) const {
    return !before_gap_ || lost_moves(settled).empty() || lost_alike(reading, settled);
}

/// A part of the squares that may only flicker that leaves a board that makes sense; all, if none does. None
/// if the presser's move is seen, landing before it left, or a move is in progress.
Bitboard Readings::flickering(Side presser, GameMs t_ms) const {
    const bool landed = sight_.just_dropped(t_ms, bounds::seen_twice_ms) != 0;
    const auto shows_move = [&](const Reading& reading) {
        if (reading.position.to_move() != presser) return false;
        if (landed && shows_illegal_move(reading, sight_)) return true;
        const auto standing = standing_moves(reading, sight_);
        return !standing.empty() && standing.front().cost() < cost(Doubt::unseen_exchange);
    };
    if (std::ranges::any_of(readings_, shows_move)) return 0;
    const auto emptied = sight_.just_emptied(t_ms, bounds::certain_flicker_ms);
    const auto first_with = [&](Bitboard squares, auto makes_sense) -> std::optional<Bitboard> {
        for (auto some = squares; some; some = next_part(some, squares)) {
            const auto shown = sight_.with_put_back(some);
            if (std::ranges::any_of(readings_, [&](const Reading& each) { return makes_sense(each, shown); }))
                return some;
        }
        return std::nullopt;
    };
    const auto is_as_left = [](const Reading& reading, const Sight& shown) {
        return is_shown(reading, shown) || awaits_answer(reading, shown);
    };
    const auto is_illegal = [&](const Reading& reading, const Sight& shown) {
        return reading.position.to_move() == presser && shows_illegal_move(reading, shown);
    };
    if (const auto some = first_with(emptied, is_as_left)) return *some;
    const auto passed = scan_ms_ > 0 ? left_in_slide(t_ms) : 0; // told late, the press may be from before
    if (const auto some = first_with(emptied & ~passed, is_illegal)) return *some;
    return in_step() ? 0 : emptied;
}

std::optional<GameMs> Readings::seen_twice_until_ms(GameMs t_ms) const {
    const auto placed = sight_.just_dropped(t_ms, bounds::seen_twice_ms);
    const auto makes_sense = [&](const Reading& reading) { // however briefly the victim was off
        const auto standing = standing_moves(reading, sight_);
        return !standing.empty() && standing.front().cost() < cost(Doubt::unseen_exchange);
    };
    const auto lacks_a_lift = [&](const Reading& reading) {
        const auto opponents = reading.position.pieces(chess::other(reading.position.to_move()));
        const auto exchanged = placed & opponents & (sight_.differing(reading.position) | reading.ply.lifted);
        const auto taken = opponents & ~sight_.occupied() & ~sight_.masked();
        return exchanged || taken || has_surplus_piece(reading, sight_);
    };
    if (!placed || std::ranges::none_of(readings_, lacks_a_lift) ||
        std::ranges::any_of(readings_, makes_sense))
        return std::nullopt;
    return sight_.changed_ms(placed) + bounds::seen_twice_ms;
}

bool Readings::may_end_scan(Square square, GameMs t_ms) const {
    const auto piece = sight_.at(square);
    const auto placed = sight_.just_dropped(t_ms, bounds::seen_twice_ms);
    if (!piece) return false;
    // A press is told late there: the reply, or its victim, passes.
    if (contains(placed, square)) return scan_ms_ > 0;
    if (!piece->side) { // the player's piece, or a reply's to a standing move
        const auto& position = best().position;
        const auto player = position.to_move();
        const bool stands = (position.pieces(player) & ~sight_.occupied()) != 0;
        return contains(position.pieces(stands ? chess::other(player) : player), square);
    }
    for (auto others = placed; others;)
        if (sight_.at(chess::pop(others))->side == piece->side) return true;
    return false;
}

/// Where nothing stood before the ply, and the piece just lifted stood too briefly to be released there: it
/// may slide on.
Bitboard Readings::left_in_slide(GameMs t_ms) const {
    auto left = sight_.just_emptied(t_ms, bounds::certain_flicker_ms) & ~best().position.occupied();
    for (auto others = left; others;) {
        const auto square = chess::pop(others);
        const auto stood_ms = sight_.lifted_ms(square) - sight_.placed_ms(square);
        if (stood_ms >= bounds::released_ms) left &= ~bit(square);
    }
    return left;
}

std::optional<GameMs> Readings::in_the_air_until_ms(Side presser, GameMs t_ms) const {
    const auto left = left_in_slide(t_ms);
    if (!left || best().position.to_move() != presser) return std::nullopt;
    return sight_.changed_ms(left) + bounds::certain_flicker_ms;
}

bool Readings::may_land(Square square, GameMs t_ms) const {
    if (contains(left_in_slide(t_ms), square)) return true;
    return std::ranges::any_of(best().position.legal_moves(), [&](chess::Move move) {
        return contains(comes_down_on(move), square) && !contains(sight_.occupied(), move.from);
    });
}

void Readings::press(Side side, Moment now) {
    const Change change(*this);
    forget_adjusted(now.t_ms);
    const bool lost = before_gap_ && !lost_moves(best()).empty();
    if (lost && !is_open(best(), 0, now.t_ms)) forget_gap(); // already public
    const Sight as_seen = sight_;
    const auto best_before = static_cast<std::size_t>(&best() - readings_.data());
    std::optional<Reading> untouched; // as it was
    std::vector<Touch> in_the_air;
    if (!explained()) {
        untouched = best();
        const auto emptied = flickering(side, now.t_ms);
        sight_ = sight_.with_put_back(emptied);
        for (auto& reading : readings_) {
            auto out = taken_out(reading.ply.touches, [&](const Touch& touch) {
                return contains(emptied, touch.square) && touch.lifted.t_ms == sight_.lifted_ms(touch.square);
            });
            if (in_the_air.empty()) in_the_air = std::move(out);
        }
    }
    const int cost_before = std::ranges::min_element(readings_, {}, &Reading::cost)->cost();
    std::vector<Reading> next;
    next.reserve(readings_.size());
    for (const auto& reading : readings_) umpire::press(reading, side, sight_, changed_, now, next);
    if (next.empty()) next = readings_;
    const auto readings_before = std::exchange(readings_, std::move(next));
    const Reading& before = untouched ? *untouched : readings_before[best_before];
    for (auto& reading : readings_) {
        for (const auto& each : in_the_air) touch(reading, each.square, each.lifted);
        reading.adjusting[static_cast<std::size_t>(side)] = false;
        if ((has_moved_on(reading, side, sight_, now.t_ms) && !victim_passes(reading, now.t_ms)) ||
            (now.t_ms - changed_.t_ms > bounds::seen_twice_ms && has_surplus_piece(reading, sight_)))
            reading.doubts += Doubt::surplus_piece;
    }
    pressed_ms_[static_cast<std::size_t>(side)] = now.t_ms;
    suspect_unseen_moves(before, side, now);
    drop_unmatched(now.t_ms);
    const auto disbelieved = sight_.disbelieved();
    sight_ = as_seen;
    sight_.disbelieve(disbelieved);
    if (const auto& likeliest = best(); likeliest.ply.queened_by_press)
        sight_.show(likeliest.position, likeliest.ply.exchange);
    prune();
    tell_rivals(cost_before, now);
    settle_pressed();
    if (best().plies != before.plies) misfelt_.reset();
}

/// A press is final as this reading has it.
const Reading& Readings::settled() const {
    return best_is_cheapest() ? best() : *std::ranges::min_element(readings_, {}, &Reading::cost);
}

/// Readings complete different moves by this press at about the same cost: reported if that cost rose much,
/// or if earlier moves were open already.
void Readings::tell_rivals(int cost_before, Moment now) {
    if (certain()) return;
    const auto completed_now = [&](const Reading& reading) {
        return !reading.line.empty() && reading.line.back().pressed &&
               reading.line.back().record.completed_ms == now.t_ms;
    };
    const auto& likeliest = settled();
    if (!completed_now(likeliest)) return;
    const bool doubtful = likeliest.cost() - cost_before >= margin;
    std::vector<chess::Move> moves{likeliest.line.back().record.move};
    std::vector<Reading*> rivals;
    for (auto& reading : readings_) {
        if (!completed_now(reading) || reading.plies != likeliest.plies) continue;
        if (reading.cost() > likeliest.cost() + rival_margin || !may_be_held_against(reading, likeliest))
            continue;
        const bool itself = &reading == &likeliest;
        if (!doubtful && !itself && same_to_the_eye_before_last(reading.line, likeliest.line)) continue;
        const auto move = reading.line.back().record.move;
        rivals.push_back(&reading);
        if (std::ranges::none_of(moves,
                                 [&](const chess::Move& told) { return is_same_to_the_eye(told, move); }))
            moves.push_back(move);
    }
    if (moves.size() < 2) return;
    auto incident = ambiguous(likeliest, moves, now);
    incident.side = chess::other(likeliest.position.to_move());
    incident.ply = likeliest.plies;
    for (auto* rival : rivals) {
        auto& told = rival->line.back().incidents;
        std::erase_if(told, [](const Incident& each) { return each.kind == IncidentKind::ambiguous; });
        told.push_back(incident);
    }
}

/// A press is final as the cheapest reading has it, except for moves reported as looking alike and promoted
/// pieces that no sensor knows. Later inputs decide moves without a press or lost in a gap; once answered,
/// only among about equally likely readings.
void Readings::settle_pressed() {
    if (certain()) return;
    const Reading settled = this->settled(); // readings move below
    const auto agrees = [&](const PlayedMove& played, const PlayedMove& other) {
        auto move = other.record.move;
        if (move.kind == chess::MoveKind::promotion && settled.header->sensing != Sensing::identity)
            move.promoted = played.record.move.promoted;
        if (move == played.record.move) return other.anew == played.anew;
        const auto uci = to_uci(other.record.move, settled.header->chess960);
        return std::ranges::any_of(played.incidents, [&](const Incident& incident) {
            return incident.kind == IncidentKind::ambiguous && std::ranges::count(incident.allowed, uci) > 0;
        });
    };
    const auto lacks_what_is_final = [&](const Reading& reading) {
        const bool doubtful = reading.cost() >= settled.cost() + margin;
        for (std::size_t ply = 0; ply < settled.line.size(); ++ply) {
            const auto& played = settled.line[ply];
            if (!played.pressed && (!doubtful || ply + 1 == settled.line.size())) continue;
            if (ply >= reading.line.size() || !agrees(played, reading.line[ply])) return true;
        }
        return false;
    };
    // Nor may a reading have completed more.
    const auto has_more = [&](const Reading& reading) {
        for (std::size_t ply = 0; ply < reading.line.size(); ++ply)
            if (reading.line[ply].pressed && (ply >= settled.line.size() || settled.line[ply].awaits_press ||
                                              !agrees(settled.line[ply], reading.line[ply])))
                return true;
        return false;
    };
    std::erase_if(readings_, [&](const Reading& reading) {
        return may_be_held_against(reading, settled) && (lacks_what_is_final(reading) || has_more(reading));
    });
}

/// After the gap no shortest series was right: others explain what this press completes, with the move that
/// was in hand.
void Readings::work_out_anew(Side presser, Moment now) {
    Budgets budgets;
    for (auto& reading : recovered(*before_gap_, sight_, now, budgets, most_lost + 1))
        if (reading.position.to_move() != presser && matches(reading))
            readings_.push_back(std::move(reading));
}

/// The press is for a reply to a move of which one square was felt wrongly.
bool Readings::is_answered(const MisfeltSquare& misfelt, Moment now) {
    auto found = answered(misfelt, best(), sight_, changed_, now);
    for (const auto& reading : found)
        sight_.disbelieve(sight_.disbelieved() | sight_.differing(reading.position));
    std::ranges::move(found, std::back_inserter(readings_));
    return !found.empty();
}

/// No reading explains this press: the hands may have been misread. A few legal moves that explain it stay
/// possible, at a high cost, until the next moves tell.
void Readings::suspect_unseen_moves(const Reading& before, Side presser, Moment now) {
    const auto misfelt = std::exchange(misfelt_, std::nullopt);
    const auto is_explained = [&](bool by_hands) {
        return std::ranges::any_of(readings_, [&](const Reading& reading) {
            return matches(reading) && (!by_hands || reading.doubts.times(Doubt::misread_hands) == 0);
        });
    };
    if (is_explained(true)) return;
    if (misfelt && misfelt->before.position.to_move() != presser && is_answered(*misfelt, now)) return;
    if (is_explained(false)) return;
    const auto is_late = [&](const Reading& reading) {
        return reading.position.to_move() != presser && is_in_hand(reading);
    };
    if (std::ranges::any_of(readings_, is_late)) return;
    if (before_gap_) return work_out_anew(presser, now);
    const Reading likeliest = best();
    const bool illegal = std::ranges::any_of(likeliest.ply.incidents, [&](const Incident& told) {
        return told.kind == IncidentKind::illegal_move && told.t_ms == now.t_ms;
    });
    if (illegal) return; // far likelier
    if (before.position.to_move() == presser) misfelt_ = misfelt_square(before, sight_, changed_, now);
    int budget = usual_budget;
    for (auto reading : explained_by_lost_moves(likeliest, sight_, now, 3, budget)) {
        if (reading.position.to_move() == presser) continue;
        reading.doubts += Doubt::misread_hands;
        readings_.push_back(std::move(reading));
    }
}

} // namespace adoube::umpire
