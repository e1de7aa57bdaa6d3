#include "daemon/umpire/obligation.hpp"

#include <algorithm>
#include <optional>

namespace adoube::umpire {
namespace {

using chess::Move;
using chess::MoveKind;
using chess::PieceType;
using chess::Position;
using chess::Square;
using laws::Rule;

std::vector<Move> where(const Position& position, auto condition) {
    std::vector<Move> moves;
    for (const auto move : position.legal_moves())
        if (condition(move)) moves.push_back(move);
    return moves;
}

/// The pieces that the player himself moves.
bool moves_piece(Move move, Square from) { return move.from == from; }

bool captures_on(const Position& position, Move move, Square square) {
    if (move.kind == MoveKind::en_passant) return en_passant_victim(move) == square;
    return position.is_capture(move) && move.to == square;
}

struct Touched {
    std::optional<Square> own, enemy; // the first that can be moved; the first that can be captured
    bool own_first = false;
};

/// Castling moves that the touched king and rooks ask for (4.4.1), and whether a rook was touched first
/// (4.4.2).
struct Castling {
    bool king_and_rook = false;
    bool rook_first = false;
    std::optional<Square> rook;
};

Castling castling_intent(const Position& position, std::span<const Square> touched) {
    Castling intent;
    bool king = false;
    for (const auto square : touched) {
        const auto piece = position.at(square);
        if (!piece || piece->side != position.to_move()) continue;
        if (piece->type == PieceType::king) {
            king = true;
        } else if (piece->type == PieceType::rook && !intent.rook) {
            intent.rook = square;
            intent.rook_first = !king;
        } else if (!king && !intent.rook) {
            return {}; // another piece was touched first: 4.3 speaks
        }
    }
    intent.king_and_rook = king && intent.rook;
    return intent;
}

Obligation bound(Rule rule, std::vector<Move> allowed) { return {rule, std::move(allowed), true}; }

} // namespace

Obligation obligation(const Position& position, std::span<const Square> touched) {
    const auto mover = position.to_move();
    const auto free = [&] { return where(position, [](Move) { return true; }); };
    const auto castling = castling_intent(position, touched);

    std::optional<Square> own, enemy;
    bool own_came_first = true;
    for (const auto square : touched) {
        const auto piece = position.at(square);
        if (!piece) continue;
        if (piece->side == mover && !own) {
            if (where(position, [&](Move move) { return moves_piece(move, square); }).empty()) continue;
            own = square;
            own_came_first = !enemy;
        } else if (piece->side != mover && !enemy) {
            if (where(position, [&](Move move) { return captures_on(position, move, square); }).empty())
                continue;
            enemy = square;
        }
    }

    if (castling.king_and_rook && !enemy) {
        const auto king = position.king(mover);
        auto castles = where(position, [&](Move move) {
            return move.kind == MoveKind::castling && move.to == *castling.rook;
        });
        if (!castling.rook_first && !castles.empty())
            return bound(Rule::king_and_rook_touched, std::move(castles));
        if (castling.rook_first) {
            auto by_rook = where(position, [&](Move move) { return moves_piece(move, *castling.rook); });
            if (!by_rook.empty()) return bound(Rule::rook_before_king, std::move(by_rook));
        }
        auto by_king = where(position, [&](Move move) {
            return moves_piece(move, king) && !(move.kind == MoveKind::castling && move.to == *castling.rook);
        });
        if (!by_king.empty()) return bound(Rule::castling_illegal, std::move(by_king));
        return {Rule::castling_illegal, free(), false};
    }
    if (own && enemy) {
        auto both = where(position, [&](Move move) {
            return moves_piece(move, *own) && captures_on(position, move, *enemy);
        });
        if (!both.empty()) return bound(Rule::one_of_each_touched, std::move(both));
        auto first = where(position, [&](Move move) {
            return own_came_first ? moves_piece(move, *own) : captures_on(position, move, *enemy);
        });
        return bound(Rule::one_of_each_touched, std::move(first));
    }
    if (own)
        return bound(Rule::own_piece_touched,
                     where(position, [&](Move move) { return moves_piece(move, *own); }));
    if (enemy)
        return bound(Rule::enemy_piece_touched,
                     where(position, [&](Move move) { return captures_on(position, move, *enemy); }));
    return {Rule::own_piece_touched, free(), false};
}

} // namespace adoube::umpire
