#include "tests/replay/random_game.hpp"
#include "tests/replay/scene.hpp"

#include <algorithm>

namespace adoube::replay {

namespace {

/// All but the kings and the piece just moved.
std::vector<Square> bystanders(const Timeline& time, const Position& before, Move move) {
    std::vector<Square> result;
    for (int n = 0; n < 64; ++n) {
        const auto square = static_cast<Square>(n);
        const auto piece = time.at(square);
        const bool king = piece && piece->type == PieceType::king;
        if (piece && !king && before.at(square) == piece && square != move.to && square != move.from)
            result.push_back(square);
    }
    return result;
}

/// Seen alone, these missing pieces could mean that the reply has begun.
bool could_be_the_reply(const Position& after, const std::vector<Square>& off) {
    std::vector<Square> replying, taken;
    for (const Square square : off)
        (after.at(square)->side == after.to_move() ? replying : taken).push_back(square);
    if (replying.size() > 1 || taken.size() > 1) return false;
    return taken.empty() || std::ranges::any_of(after.legal_moves(), [&](Move move) {
               return move.to == taken.front() && move.kind != chess::MoveKind::castling;
           });
}

} // namespace

std::optional<Move> mend_with_another(Scene& scene, const Position& before, Move move) {
    std::vector<Move> others;
    for (const Move other : before.legal_moves())
        if (other.from != move.from && other.kind == chess::MoveKind::normal) others.push_back(other);
    if (others.empty()) return std::nullopt;
    return scene.dice.pick(others);
}

bool press_without_promotion(Scene& scene, const Position& before, Move move) {
    auto& [table, time, dice, hands, referee] = scene;
    const bool becomes_queen = table.laws >= laws::Edition::laws_2018; // 7.5.2
    const bool pawn_seen = table.sensing == record::Sensing::identity && dice.chance(0.5);
    const Side side = before.to_move();
    if (becomes_queen && move.promoted != PieceType::queen) return false;
    // By occupancy it could be another of the pawn's captures, its lift missed.
    if (table.sensing == record::Sensing::presence)
        for (const Move other : before.legal_moves())
            if (other.from == move.from && other.to != move.to && before.is_capture(other)) return false;
    if (pawn_seen) {
        hands.leave_pawn(before, move);
    } else {
        if (before.is_capture(move)) hands.remove(move.to), hands.pause();
        time.lift(move.from);
        hands.pause();
    }
    time.wait(dice.between(600, 2000));
    time.press(side);
    referee.pressed_without_promotion();
    time.wait(dice.between(1500, 9000));
    if (becomes_queen) referee.made(move);
    if (pawn_seen)
        hands.exchange_pawn(move);
    else
        time.drop(move.to, {side, move.promoted});
    if (!becomes_queen) referee.made(move);
    return true;
}

bool press_with_displaced_pieces(Scene& scene, const Position& before, Move move) {
    auto& [table, time, dice, hands, referee] = scene;
    if (move.kind != chess::MoveKind::normal || before.en_passant()) return false;
    if (!before.after(move).has_legal_move()) return false;
    auto squares = bystanders(time, before, move);
    if (squares.empty()) return false;
    dice.shuffle(squares);
    squares.resize(std::min<std::size_t>(squares.size(), static_cast<std::size_t>(dice.between(1, 4))));
    if (could_be_the_reply(before.after(move), squares)) return false;
    std::vector<std::pair<Square, Piece>> fallen;
    time.wait(dice.between(600, 1500));
    for (const Square square : squares) {
        fallen.emplace_back(square, time.lift(square));
        time.wait(dice.between(0, 60));
    }
    time.wait(dice.between(400, 1500));
    time.press(before.to_move());
    time.wait(dice.between(1500, 9000));
    for (const auto& [square, piece] : fallen) time.drop(square, piece), time.wait(dice.between(400, 1500));
    time.wait(dice.between(600, 1500));
    return true;
}

} // namespace adoube::replay
