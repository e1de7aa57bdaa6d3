#include "tests/replay/duty.hpp"

#include <algorithm>

namespace adoube::replay {

namespace {

using chess::Move;
using chess::MoveKind;
using chess::PieceType;
using chess::Position;
using chess::Square;

std::vector<Move> moves_where(const Position& before, auto holds) {
    std::vector<Move> result;
    for (const Move move : before.legal_moves())
        if (holds(move)) result.push_back(move);
    return result;
}

std::vector<Move> moves_of(const Position& before, Square square) {
    return moves_where(before, [&](Move move) { return move.from == square; });
}

bool takes(const Position& before, Move move, Square square) {
    if (move.kind == MoveKind::en_passant) return en_passant_victim(move) == square;
    return move.kind != MoveKind::castling && move.to == square && before.at(square).has_value();
}

std::vector<Move> captures_of(const Position& before, Square square) {
    return moves_where(before, [&](Move move) { return takes(before, move, square); });
}

bool is_own(const Position& before, Square square) { return before.at(square)->side == before.to_move(); }

bool is_own(const Position& before, Square square, PieceType type) {
    return is_own(before, square) && before.at(square)->type == type;
}

/// Own pieces and those that can be captured; others were adjusted out of turn.
std::vector<Square> counting(const Position& before, std::span<const Square> touched) {
    std::vector<Square> result;
    for (const Square square : touched)
        if (is_own(before, square) || !captures_of(before, square).empty()) result.push_back(square);
    return result;
}

/// Empty if another own piece that can move was touched first.
struct KingAndRook {
    std::optional<Square> king, rook;
    bool rook_came_first = false;
};

KingAndRook king_and_rook(const Position& before, std::span<const Square> touched) {
    KingAndRook result;
    for (const Square square : touched) {
        if (!is_own(before, square)) continue;
        if (is_own(before, square, PieceType::king)) {
            result.king = square;
        } else if (is_own(before, square, PieceType::rook) && !result.rook) {
            result.rook = square;
            result.rook_came_first = !result.king;
        } else if (!result.king && !result.rook && !moves_of(before, square).empty()) {
            return {};
        }
    }
    // Without that right nobody means to castle.
    if (result.rook && !contains(before.castling_rooks(before.to_move()), *result.rook)) return {};
    return result;
}

Duty first_that_can(const Position& before, std::span<const Square> touched, std::string_view rule) {
    for (const Square square : touched) {
        auto moves = is_own(before, square) ? moves_of(before, square) : captures_of(before, square);
        if (!moves.empty()) return {rule, std::move(moves)};
    }
    return {}; // 4.5
}

std::optional<Move> castling_with(const Position& before, Square rook) {
    for (const Move move : before.legal_moves())
        if (move.kind == MoveKind::castling && move.to == rook) return move;
    return std::nullopt;
}

Duty castling_duty(const Position& before, const KingAndRook& both) {
    const auto castling = castling_with(before, *both.rook);
    if (!both.rook_came_first && castling) return {"4.4.1", {*castling}};
    if (both.rook_came_first)
        if (auto by_rook = moves_of(before, *both.rook); !by_rook.empty()) return {"4.3.1", by_rook};
    auto by_king =
        moves_where(before, [&](Move move) { return move.from == *both.king && move != castling; });
    if (by_king.empty()) return {};
    return {both.rook_came_first ? "4.3.1" : "4.4.3", std::move(by_king)};
}

bool has(const std::vector<Move>& moves, Move move) { return std::ranges::find(moves, move) != moves.end(); }

} // namespace

Duty duty_of(const Position& before, std::span<const Square> all_touched) {
    const auto touched = counting(before, all_touched);
    const auto own = std::ranges::find_if(touched, [&](Square square) { return is_own(before, square); });
    const auto enemy = std::ranges::find_if(touched, [&](Square square) { return !is_own(before, square); });
    if (own != touched.end() && enemy != touched.end()) {
        auto both =
            moves_where(before, [&](Move move) { return move.from == *own && takes(before, move, *enemy); });
        if (!both.empty()) return {"4.3.3", std::move(both)};
        return first_that_can(before, touched, "4.3.3");
    }
    if (enemy != touched.end()) return first_that_can(before, touched, "4.3.2");
    if (const auto both = king_and_rook(before, touched); both.king && both.rook)
        return castling_duty(before, both);
    return first_that_can(before, touched, "4.3.1");
}

std::optional<ArticleBroken> broken_by(const Position& before, std::span<const Square> touched,
                                       std::span<const Square> taken_up, Move move) {
    std::vector<Square> owed(touched.begin(), touched.end());
    if (move.kind == MoveKind::castling) {
        std::vector<Square> all = owed;
        all.insert(all.end(), taken_up.begin(), taken_up.end());
        const auto both = king_and_rook(before, all);
        if (both.rook == move.to && both.rook_came_first && both.king) {
            auto duty = castling_duty(before, both);
            return ArticleBroken{"4.4.2", std::move(duty.allowed), true};
        }
    }
    // King, then rook means castling (4.4.1), even if the rook then moves.
    const bool king_put_back = std::ranges::find(owed, before.king(before.to_move())) != owed.end();
    if (king_put_back && is_own(before, move.from, PieceType::rook)) owed.push_back(move.from);
    auto duty = duty_of(before, owed);
    if (duty.rule.empty() || has(duty.allowed, move)) return std::nullopt;
    return ArticleBroken{duty.rule, std::move(duty.allowed), false};
}

} // namespace adoube::replay
