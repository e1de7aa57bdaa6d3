#include "tests/replay/random_game.hpp"
#include "tests/replay/scene.hpp"

#include <algorithm>
#include <cmath>

namespace adoube::replay {

namespace {

using chess::MoveKind;

std::optional<Square> any_square(Scene& scene, chess::Bitboard among) {
    if (among == 0) return std::nullopt;
    for (auto skip = scene.dice.between(0, std::popcount(among) - 1); skip > 0; --skip) chess::pop(among);
    return chess::first(among);
}

void touch_one_of(Scene& scene, chess::Bitboard among) {
    const auto square = any_square(scene, among);
    if (!square) return;
    scene.hands.touch(*square);
    scene.time.wait(scene.dice.between(600, 3000));
}

void adjust(Scene& scene, const Position& before) {
    scene.time.say(record::Adjust{before.to_move()});
    scene.time.wait(scene.dice.between(100, 1000));
    for (auto pieces = scene.dice.between(1, 4); pieces > 0; --pieces) touch_one_of(scene, before.occupied());
}

/// An undecided player: both sides' pieces, some announced.
void touch_several(Scene& scene, const Position& before, Move move) {
    auto& [table, time, dice, hands, referee] = scene;
    const Side mover = before.to_move();
    chess::Bitboard taken = 0;
    for (const Move each : before.legal_moves())
        if (before.is_capture(each) && each.kind == MoveKind::normal) taken |= bit(each.to);
    for (auto pieces = dice.between(1, 4); pieces > 0; --pieces) {
        switch (dice.between(0, 5)) {
        case 0: touch_one_of(scene, bit(before.king(mover))); break;
        case 1: touch_one_of(scene, before.pieces(mover, PieceType::rook)); break;
        case 2: touch_one_of(scene, before.pieces(mover)); break;
        case 3: touch_one_of(scene, taken); break;
        case 4: touch_one_of(scene, bit(move.from)); break;
        default:
            if (dice.chance(0.1)) adjust(scene, before);
        }
    }
}

/// A pawn on the last rank or a king two files away could begin another move.
bool is_half_of_a_move(const Position& before, Square from, Square to) {
    const PieceType type = before.at(from)->type;
    if (type == PieceType::pawn) return rank_of(to) == 0 || rank_of(to) == 7 || before.en_passant() == to;
    return type == PieceType::king && std::abs(file_of(to) - file_of(from)) > 1;
}

/// Other squares for the piece of `move`, legal or not.
chess::Bitboard other_targets(const Position& before, Move move, bool legal) {
    chess::Bitboard result = 0;
    for (int n = 0; n < 64; ++n) {
        const auto to = static_cast<Square>(n);
        const auto there = before.at(to);
        if (to == move.to || is_half_of_a_move(before, move.from, to)) continue;
        if (there && (there->side == before.to_move() || there->type == PieceType::king)) continue;
        const Move other{move.from, to};
        if (before.is_legal(other) != legal) continue;
        // Would end the game at once.
        if (legal && (!before.after(other).has_legal_move() || is_dead(before.after(other)))) continue;
        result |= bit(to);
    }
    return result;
}

bool can_capture(const Position& before, Square from) {
    return std::ranges::any_of(before.legal_moves(),
                               [&](Move move) { return move.from == from && before.is_capture(move); });
}

/// Pressed, noticed, and put right: to the position before, or (`goes_on`) to a legal move with the same
/// piece.
std::optional<Square> illegal_move(Scene& scene, const Position& before, Move move, bool goes_on) {
    auto& [table, time, dice, hands, referee] = scene;
    const auto to = any_square(scene, other_targets(before, move, false));
    if (!to) return std::nullopt;
    std::optional<Piece> victim;
    // By occupancy it could be another capture whose lift was missed.
    if (time.at(*to) && table.sensing == record::Sensing::presence && can_capture(before, move.from))
        return std::nullopt;
    referee.carries_out();
    if (time.at(*to)) victim = hands.remove(*to), hands.pause();
    hands.carry(move.from, *to);
    time.wait(dice.between(600, 2000));
    time.press(before.to_move());
    referee.pressed_illegal_move();
    time.wait(dice.between(1500, 20'000));
    if (dice.chance(0.3)) time.say(record::Call{other(before.to_move())}), time.wait(5000);
    if (!victim && goes_on && dice.chance(0.3)) return to;
    hands.carry(*to, move.from);
    if (victim) time.wait(dice.between(400, 2000)), time.drop(*to, *victim);
    referee.put_right();
    time.wait(dice.between(1500, 8000));
    return std::nullopt;
}

} // namespace

std::optional<Square> fidget(Scene& scene, const Position& before, Move move) {
    auto& [table, time, dice, hands, referee] = scene;
    const Side mover = before.to_move();
    if (dice.chance(table.knobs.offers_any_time))
        time.say(record::Offer{dice.chance(0.5) ? mover : other(mover)}), time.wait(dice.between(500, 3000));
    if (dice.chance(table.knobs.adjust)) adjust(scene, before);
    if (dice.chance(table.knobs.touches)) touch_several(scene, before, move);
    if (dice.chance(table.knobs.hover)) touch_one_of(scene, bit(move.from));
    if (dice.chance(table.knobs.touch_breach)) touch_one_of(scene, before.pieces(mover) & ~bit(move.from));
    if (dice.chance(table.knobs.touch_enemy)) touch_one_of(scene, before.pieces(other(mover)));
    if (!table.lever) return std::nullopt;
    if (dice.chance(table.knobs.empty_press)) {
        time.press(mover);
        referee.pressed_without_move();
        time.wait(dice.between(1000, 9000));
    }
    if (move.kind != MoveKind::normal) return std::nullopt;
    if (dice.chance(table.knobs.illegal)) return illegal_move(scene, before, move, true);
    if (dice.chance(table.knobs.mended))
        if (const auto other = mend_with_another(scene, before, move))
            illegal_move(scene, before, *other, false);
    const bool legal = dice.chance(table.knobs.released);
    if (!legal && !dice.chance(table.knobs.corrected)) return std::nullopt;
    const auto square = any_square(scene, other_targets(before, move, legal) & ~before.occupied());
    if (square) hands.leave_on(move.from, *square);
    if (square && legal) referee.released({move.from, *square});
    return square;
}

void knock_over(Scene& scene) {
    auto& [table, time, dice, hands, referee] = scene;
    std::vector<std::pair<Square, Piece>> fallen;
    for (auto pieces = dice.between(1, 3); pieces > 0; --pieces) {
        const auto square = static_cast<Square>(dice.between(0, 63));
        if (time.at(square)) fallen.emplace_back(square, time.lift(square)), time.wait(dice.between(0, 60));
    }
    for (const auto& [square, piece] : fallen) {
        time.wait(dice.between(500, 1500));
        time.drop(square, piece);
    }
}

void interrupt(Scene& scene) {
    auto& [table, time, dice, hands, referee] = scene;
    const Placement right = time.board();
    time.say(record::Pause{});
    for (auto pieces = dice.between(1, 8); pieces > 0; --pieces) {
        time.wait(dice.between(300, 3000));
        const auto from = static_cast<Square>(dice.between(0, 63)),
                   to = static_cast<Square>(dice.between(0, 63));
        if (!time.at(from)) continue;
        const Piece piece = time.lift(from);
        time.wait(dice.between(400, 2000));
        if (!time.at(to)) time.drop(to, piece);
        if (dice.chance(0.1) && table.lever) time.press(dice.chance(0.5) ? Side::white : Side::black);
    }
    arrange(scene, right);
    time.wait(dice.between(500, 60'000));
    time.say(record::Resume{});
    time.wait(dice.between(1000, 5000));
}

} // namespace adoube::replay
