#include "daemon/umpire/articles/obligation.hpp"

#include <algorithm>

namespace adoube::umpire {
namespace {

using chess::Move;
using chess::MoveKind;
using chess::PieceType;
using chess::Position;
using chess::Square;
using laws::Rule;

std::vector<Move> where(const chess::MoveList& legal, auto condition) {
    std::vector<Move> moves;
    for (const auto move : legal)
        if (condition(move)) moves.push_back(move);
    return moves;
}

bool is_own(const Position& position, Square square) {
    const auto piece = position.at(square);
    return piece && piece->side == position.to_move();
}

bool captures_on(const Position& position, Move move, Square square) {
    if (move.kind == MoveKind::en_passant) return en_passant_victim(move) == square;
    return position.is_capture(move) && move.to == square;
}

std::vector<Move> moves_for(const Position& position, Square square) {
    if (is_own(position, square)) {
        const auto moves = position.legal_moves(chess::bit(square));
        return {moves.begin(), moves.end()};
    }
    return where(position.legal_moves(), [&](Move move) { return captures_on(position, move, square); });
}

std::optional<Obligation> first_possible(const Position& position, std::span<const Square> touched,
                                         Rule rule) {
    for (const auto square : touched)
        if (auto moves = moves_for(position, square); !moves.empty())
            return Obligation{rule, std::move(moves)};
    return std::nullopt;
}

/// King and castling rook, touched before any other own movable piece.
struct CastlingIntent {
    Square king, rook;
    bool rook_first;
};

std::optional<CastlingIntent> castling_intent(const Position& position, std::span<const Square> touched) {
    const Square *king = nullptr, *rook = nullptr; // first touched
    for (const auto& square : touched) {
        if (!is_own(position, square)) continue;
        const auto type = position.at(square)->type;
        if (type == PieceType::king) {
            if (king == nullptr) king = &square;
        } else if (type == PieceType::rook && rook == nullptr) {
            rook = &square;
        } else if (king == nullptr && rook == nullptr && !moves_for(position, square).empty()) {
            return std::nullopt; // 4.3 applies
        }
    }
    if (king == nullptr || rook == nullptr || !contains(position.castling_rooks(position.to_move()), *rook))
        return std::nullopt;
    return CastlingIntent{.king = *king, .rook = *rook, .rook_first = rook < king};
}

std::optional<Obligation> to_castle(const Position& position, const CastlingIntent& intent) {
    const auto castles = [&](Move move) { return move.kind == MoveKind::castling && move.to == intent.rook; };
    if (intent.rook_first) {
        if (auto by_rook = moves_for(position, intent.rook); !by_rook.empty())
            return Obligation{Rule::own_piece_touched, std::move(by_rook)};
    } else if (auto castling = where(position.legal_moves(), castles); !castling.empty()) {
        return Obligation{Rule::king_and_rook_touched, std::move(castling)};
    }
    auto by_king =
        where(position.legal_moves(chess::bit(intent.king)), [&](Move move) { return !castles(move); });
    if (by_king.empty()) return std::nullopt;
    return Obligation{intent.rook_first ? Rule::own_piece_touched : Rule::castling_illegal,
                      std::move(by_king)};
}

bool has(std::span<const Square> squares, Square square) {
    return std::ranges::find(squares, square) != squares.end();
}

} // namespace

std::optional<Obligation> obligation(const Position& position, std::span<const Square> touched) {
    const auto own = std::ranges::find_if(touched, [&](Square square) { return is_own(position, square); });
    const auto enemy = std::ranges::find_if(touched, [&](Square square) {
        return position.at(square) && !is_own(position, square) && !moves_for(position, square).empty();
    });
    if (enemy == touched.end()) {
        if (const auto intent = castling_intent(position, touched)) return to_castle(position, *intent);
        return first_possible(position, touched, Rule::own_piece_touched);
    }
    if (own == touched.end()) return first_possible(position, touched, Rule::enemy_piece_touched);
    auto both = where(position.legal_moves(chess::bit(*own)),
                      [&](Move move) { return captures_on(position, move, *enemy); });
    if (!both.empty()) return Obligation{Rule::one_of_each_touched, std::move(both)};
    return first_possible(position, touched, Rule::one_of_each_touched);
}

std::optional<Obligation> broken_obligation(const Position& position, std::span<const Square> before,
                                            std::span<const Square> all, Move move) {
    if (const auto intent = castling_intent(position, all);
        intent && intent->rook_first && move.kind == MoveKind::castling && move.to == intent->rook) {
        const auto left = to_castle(position, *intent);
        return Obligation{Rule::rook_before_king, left ? left->allowed : std::vector<Move>{}};
    }
    // After king, then rook, the player must castle, even if they go on to move the rook.
    std::vector<Square> owed(before.begin(), before.end());
    const bool rook = is_own(position, move.from) && position.at(move.from)->type == PieceType::rook;
    if (rook && has(before, position.king(position.to_move())) && !has(before, move.from))
        owed.push_back(move.from);
    auto duty = obligation(position, owed);
    if (duty && std::ranges::find(duty->allowed, move) != duty->allowed.end()) return std::nullopt;
    return duty;
}

} // namespace adoube::umpire
