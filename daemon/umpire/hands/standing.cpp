#include "daemon/umpire/hands/standing.hpp"

#include "daemon/umpire/articles/offences.hpp"
#include "daemon/umpire/data/bounds.hpp"

#include <algorithm>
#include <array>

namespace adoube::umpire {
namespace {

using chess::bit;
using chess::Bitboard;
using chess::first;
using chess::Move;
using chess::MoveKind;
using chess::PieceType;
using chess::Position;

/// Hands must have been on every square left, unless its sensor is not trusted or another piece of the move
/// came to stand there (Chess960 castling: one of the two was lifted, and both were off at once if they
/// change places).
bool hands_were_there(const Reading& reading, const Sight& sight, Move move) {
    const auto trusted = origins(move) & ~sight.masked();
    auto left = trusted;
    if (move.kind == MoveKind::castling) {
        if ((trusted & (reading.ply.lifted | ~sight.occupied())) == 0 && trusted) return false;
        const bool change_places = destination(move) == move.to && rook_destination(move) == move.from;
        if (change_places && trusted == origins(move) && !contains(reading.ply.off_with_king, move.to))
            return false;
        if (destination(move) == move.from) left &= ~bit(move.from);
        if (rook_destination(move) == move.to) left &= ~bit(move.to);
    }
    return (left & sight.occupied() & ~reading.ply.lifted) == 0;
}

/// A scan may reach the new square first.
bool came_down_after_lift(GameMs came_down_ms, const Sight& sight, Square left) {
    return came_down_ms + bounds::seen_twice_ms >= sight.lifted_ms(left);
}

/// What came down well before the lift is another piece, except a new queen before its pawn leaves; captures
/// under presence have their own cost.
bool came_down_in_time(const Reading& reading, const Sight& sight, Move move) {
    if (move.kind == MoveKind::castling || move.kind == MoveKind::promotion) return true;
    const auto to = destination(move);
    if (((bit(move.from) | bit(to)) & sight.masked()) || reading.header->coarse_times) return true;
    if (sight.sensing() == Sensing::presence && taken_by(reading.position, move) == bit(to)) return true;
    return came_down_after_lift(sight.dropped_ms(to), sight, move.from);
}

/// The new piece may come long before its pawn leaves, unless another capture by the pawn was seen to land.
bool may_be_set_before_its_pawn_left(const Reading& reading, const Sight& sight, Move promotion) {
    return std::ranges::none_of(reading.position.legal_moves(), [&](Move other) {
        return other.from == promotion.from && other.to != promotion.to &&
               taken_by(reading.position, other) && contains(reading.ply.lifted, other.to) &&
               came_down_after_lift(sight.dropped_ms(other.to), sight, other.from);
    });
}

/// Under presence a capture shows only if the victim was seen to leave, and a piece to come down there after
/// the captor was lifted.
Doubts doubts_of_exchange(const Reading& reading, const Sight& sight, Move move) {
    const auto taken = first(taken_by(reading.position, move));
    const bool coarse = reading.header->coarse_times;
    const bool landed =
        coarse || came_down_after_lift(sight.dropped_ms(taken), sight, move.from) ||
        (move.kind == MoveKind::promotion && may_be_set_before_its_pawn_left(reading, sight, move));
    if (move.kind == MoveKind::en_passant) return {};
    if (!landed || !contains(reading.ply.lifted, taken)) return Doubt::unseen_exchange;
    const bool touched =
        contains(reading.ply.exchange, taken) ||
        std::ranges::any_of(reading.ply.touches, [&](const Touch& t) { return t.square == taken; });
    if (touched || coarse) return {};
    const bool flickered = sight.dropped_ms(taken) - sight.lifted_ms(taken) < bounds::certain_flicker_ms;
    return flickered ? Doubt::flickering_exchange : Doubt::brief_exchange;
}

Doubts doubts_of(const Reading& reading, const Sight& sight, Move move) {
    Doubts doubts;
    if (sight.sensing() == Sensing::presence && (taken_by(reading.position, move) & ~sight.masked()))
        doubts += doubts_of_exchange(reading, sight, move);
    if (move.kind == MoveKind::promotion && move.promoted != PieceType::queen &&
        sight.sensing() != Sensing::identity)
        doubts += Doubt::unseen_underpromotion;
    if (contains(sight.disbelieved(), destination(move)))
        doubts += Doubt::misfelt_square;
    else if ((origins(move) | bit(destination(move))) & sight.masked())
        doubts += Doubt::masked_square;
    return doubts;
}

Bitboard touched_squares(const Reading& reading) {
    Bitboard squares = 0;
    for (const auto& touch : reading.ply.touches) squares |= bit(touch.square);
    return squares;
}

/// Of moves that look alike, the one that explains more touches is likelier.
int unexplained(const Reading& reading, Move move) {
    return std::popcount(touched_squares(reading) & ~hands_of(reading.position, move));
}

GameMs since_ms(const Reading& reading, const Sight& sight, Move move) {
    const auto to = destination(move);
    auto last_ms = sight.stands_since_ms(to);
    const bool landed = came_down_after_lift(last_ms, sight, move.from);
    for (auto left = origins(move); left;) last_ms = std::max(last_ms, sight.lifted_ms(chess::pop(left)));
    if (!landed && sight.sensing() == Sensing::presence && taken_by(reading.position, move)) // as a flicker
        last_ms = std::max(last_ms, sight.dropped_ms(to));
    return last_ms;
}

/// The last resort between captures that look alike.
int prize(const Position& position, Move move) {
    const auto taken = position.at(move.to);
    return taken && move.kind != MoveKind::castling ? static_cast<int>(taken->type) : 0;
}

/// No sensor told of a knight until it moved as one.
void confirm_underpromotion(Reading& next, Move move) {
    const bool knight = next.position.at(destination(move))->type == PieceType::knight;
    if (contains(next.untold_pieces, move.from) && knight) {
        next.doubts -= Doubt::unseen_underpromotion;
        next.doubts += Doubt::confirmed_underpromotion;
    }
    next.untold_pieces &= ~(bit(move.from) | bit(move.to));
    const bool untold = next.header->sensing != Sensing::identity && move.kind == MoveKind::promotion &&
                        move.promoted != PieceType::queen;
    if (untold) next.untold_pieces |= bit(move.to);
}

/// What moves leaves its square, but where Chess960 castles.
Bitboard may_have_moved(const Position& position, const Sight& sight) {
    const auto side = position.to_move();
    const auto castles = position.is_chess960() ? bit(position.king(side)) : 0;
    return (position.pieces(side) & (~sight.occupied() | sight.masked())) | castles;
}

std::vector<Standing> found_standing(const Reading& reading, const Sight& sight) {
    const auto& position = reading.position;
    const auto wrong = sight.differing(position);
    struct Ranked {
        Standing standing;
        int unexplained, prize;
    };
    thread_local std::vector<Ranked> found;
    found.clear();
    for (const Move move : position.legal_moves(may_have_moved(position, sight))) {
        if ((wrong & ~squares_of(move)) != 0) continue;
        if (!hands_were_there(reading, sight, move) || !came_down_in_time(reading, sight, move)) continue;
        if (sight.differing(position.after(move)) != 0) continue;
        found.push_back({{move, doubts_of(reading, sight, move), since_ms(reading, sight, move)},
                         unexplained(reading, move),
                         prize(position, move)});
    }
    const auto is_likelier = [](const Ranked& a, const Ranked& b) {
        return std::tuple(a.standing.cost(), a.unexplained, -a.prize) <
               std::tuple(b.standing.cost(), b.unexplained, -b.prize);
    };
    if (found.size() > 1) std::ranges::stable_sort(found, is_likelier); // which allocates
    std::vector<Standing> moves;
    moves.reserve(found.size());
    for (const auto& ranked : found) {
        moves.push_back(ranked.standing);
        const bool capture_seen = moves.front().cost() == 0 && taken_by(position, moves.front().move);
        if (capture_seen && ranked.standing.cost() >= cost(Doubt::unseen_exchange) &&
            ranked.unexplained > found.front().unexplained)
            moves.back().doubts += Doubt::contradicted_capture;
    }
    return moves;
}

/// All that the standing moves follow from.
struct Question {
    std::uint64_t sight;
    Position position;
    Bitboard lifted, exchange, off_with_king, touched;
    bool coarse_times;

    std::size_t hash() const {
        constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;
        return ((sight * odd ^ position.occupied()) * odd ^ lifted ^ touched) * odd >> 32;
    }
    friend bool operator==(const Question&, const Question&) = default;
};

struct Answer {
    Question question;
    StandingMoves moves;
};

} // namespace

StandingMoves standing_moves(const Reading& reading, const Sight& sight) {
    if (!sight.may_show_a_move(reading.position)) return {};
    thread_local std::array<std::optional<Answer>, 64> answers; // many ask between two inputs
    const Question question{sight.state(),
                            reading.position,
                            reading.ply.lifted,
                            reading.ply.exchange,
                            reading.ply.off_with_king,
                            touched_squares(reading),
                            reading.header->coarse_times};
    auto& answer = answers[question.hash() % answers.size()];
    if (!answer || answer->question != question)
        answer = {question, StandingMoves(found_standing(reading, sight))};
    return answer->moves;
}

void make(Reading& next, const Standing& standing, MadeAt at, int next_input) {
    const GameMs made_ms = at.made.t_ms;
    const auto before = next.position;
    const auto side = before.to_move();
    const auto move = standing.move;
    std::erase_if(next.ply.touches, [&](const Touch& touch) { // no touches, except of the captured piece
        return touch.put_back && touch.adjusting && !contains(taken_by(before, move), touch.square);
    });
    note_touch(next);
    next.claimable_breach.reset();
    if (auto breach = breach_of_article_4(next, move, at.shown)) {
        next.claimable_breach = breach->rule;
        next.doubts += Doubt::breach;
        next.ply.incidents.push_back(std::move(breach->incident));
    }
    const auto answered_at_ms = answered_ms(next, standing, made_ms);
    const bool answers = !next.ply.answered.empty();
    for (const auto& illegal : next.ply.answered) next.line.push_back(*illegal);
    if (answers && contains(taken_by(before, move), destination(next.line.back().record.move)))
        next.doubts -= next.ply.of_answer;
    next.position.play(move);
    next.plies += 1;
    const auto clock_before = next.clock;
    next.clock.count_move(side);
    // 6.2.1.2: the player's next move completes one not pressed for.
    if (const auto plies = next.line.size();
        plies >= 2 && next.line[plies - 2].awaits_press && next.header->laws >= Edition::laws_2018)
        complete(next, plies - 2, made_ms, false);
    const MoveRecord record{.move = move, .made_ms = made_ms, .completed_ms = {}, .clock_ms = {}};
    next.line.push_back({record, true, std::move(next.ply.incidents)});
    tell_time(next.line.back(), next.clock, side, made_ms);
    date_unpressed(next, clock_before, answered_at_ms);
    if (answers && before.king_can_be_taken()) next.line.back().anew = next.position;
    next.ply = PlyInProgress{};
    next.ply.first_input = next_input;
    if (move.kind == MoveKind::promotion && next.header->sensing != Sensing::identity)
        next.ply.exchange = bit(move.to);
    next.adjusting[static_cast<std::size_t>(side)] = false;
    next.press_unseen[static_cast<std::size_t>(side)] = false;
    next.doubts += standing.doubts;
    confirm_underpromotion(next, move);
}

std::optional<Standing> shown_move(const Reading& reading, const Sight& sight) {
    const auto standing = standing_moves(reading, sight);
    if (standing.empty() || standing.front().cost() != 0) return std::nullopt;
    return standing.front();
}

Bitboard comes_down_on(Move move) {
    auto squares = bit(destination(move));
    if (move.kind == MoveKind::castling) squares |= bit(rook_destination(move));
    return squares;
}

bool is_seen(Move move, const Sight& sight) { return (squares_of(move) & ~sight.masked()) != 0; }

GameMs answered_ms(const Reading& reading, const Standing& reply, GameMs made_ms) {
    const bool seen = !reading.line.empty() && reply.since_ms > reading.line.back().record.made_ms;
    return seen ? std::min(reply.since_ms, made_ms) : made_ms;
}

bool is_shown(const Reading& reading, const Sight& sight) {
    return sight.differing(reading.position) == 0 || shown_move(reading, sight);
}

} // namespace adoube::umpire
