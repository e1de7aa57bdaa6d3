#include "daemon/umpire/articles/illegal_move.hpp"

#include "daemon/laws/penalties.hpp"

namespace adoube::umpire {
namespace {

using chess::Move;
using chess::MoveKind;
using chess::PieceType;

/// A pawn on its last rank promotes, by default to a queen.
std::optional<Move> move_shown(const Reading& reading, Square from, Square to, const Sight& sight) {
    const auto piece = reading.position.at(from);
    const auto seen = sight.at(to);
    if (!piece || !seen || seen->side.value_or(piece->side) != piece->side) return std::nullopt;
    const int last_rank = piece->side == Side::white ? 7 : 0;
    const bool promotes = piece->type == PieceType::pawn && rank_of(to) == last_rank;
    const auto type = seen->type.value_or(promotes ? PieceType::queen : piece->type);
    if ((type == PieceType::king) != (piece->type == PieceType::king)) return std::nullopt;
    if (type == piece->type) return Move{from, to};
    return Move{from, to, MoveKind::promotion, type};
}

} // namespace

std::shared_ptr<const PlayedMove> may_stand(const Reading& reading, const Incident& offence,
                                            const Sight& sight) {
    const auto& header = *reading.header;
    if (!laws::illegal_move_stands_once_answered(header.rate_of_play, header.supervised)) return nullptr;
    const auto& position = reading.position;
    const auto side = position.to_move();
    PlayedMove played{.record = {}, .awaits_press = false, .incidents = {}, .illegal = true};
    if (offence.kind == IncidentKind::press_without_move) {
        played.record.move = {position.king(side), position.king(side)};
        played.anew = position.with_to_move(chess::other(side));
    } else if (offence.kind == IncidentKind::illegal_move) {
        const auto move = move_shown(reading, offence.squares.front(), offence.squares.back(), sight);
        if (!move) return nullptr;
        played.record.move = *move;
        played.anew = position.after_illegal(*move);
    }
    if (!played.anew || sight.differing(*played.anew) != 0) return nullptr;
    played.record.made_ms = offence.t_ms;
    played.record.completed_ms = offence.t_ms;
    return std::make_shared<const PlayedMove>(std::move(played));
}

} // namespace adoube::umpire
