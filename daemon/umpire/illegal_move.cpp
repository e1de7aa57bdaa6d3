#include "daemon/umpire/illegal_move.hpp"

#include "daemon/laws/penalties.hpp"
#include "daemon/umpire/offences.hpp"

namespace adoube::umpire {
namespace {

using chess::Move;
using chess::MoveKind;
using chess::PieceType;

/// The move that the board shows, as a piece: the promoted one where a pawn stands on its last rank, by
/// default a queen.
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

bool awaits_answer(const Reading& reading, const Sight& sight) {
    return reading.ply.illegal && sight.differing(*reading.ply.illegal->anew) == 0;
}

Reading answering(const Reading& reading, int first_input) {
    Reading next = reading;
    note_touch(next);
    next.claimable_breach.reset();
    next.clock.count_move(reading.position.to_move());
    next.position = *reading.ply.illegal->anew;
    next.plies += 1;
    const auto move = reading.ply.illegal->record.move;
    next.untold_pieces &= ~(chess::bit(move.from) | chess::bit(move.to));
    next.ply = PlyInProgress{};
    next.ply.first_input = first_input;
    next.ply.answered = reading.ply.answered;
    next.ply.answered.push_back(reading.ply.illegal);
    next.ply.incidents = reading.ply.incidents;
    next.cost += cost::answered_illegal_move;
    return next;
}

int cost_of_answer(const Reading& reading, Square lifted) {
    const auto& left = *reading.ply.illegal->anew;
    const auto piece = left.at(lifted);
    if (piece && piece->side == left.to_move()) return 0;
    const bool capturable = can_be_captured(left, lifted);
    if (lifted == destination(reading.ply.illegal->record.move))
        return capturable ? cost::snatched_piece : cost::illegal_move; // taken by another illegal move
    return capturable ? 0 : cost::snatched_piece;
}

} // namespace adoube::umpire
