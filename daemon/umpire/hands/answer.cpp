#include "daemon/umpire/hands/answer.hpp"

#include "daemon/umpire/articles/offences.hpp"

namespace adoube::umpire {

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
    next.doubts += Doubt::answered_illegal_move;
    return next;
}

Doubts doubts_of_answer(const Reading& reading, Square lifted) {
    const auto& left = *reading.ply.illegal->anew;
    const auto piece = left.at(lifted);
    if (piece && piece->side == left.to_move()) return {};
    const bool capturable = can_be_captured(left, lifted);
    if (lifted == destination(reading.ply.illegal->record.move))
        return capturable ? Doubt::snatched_piece : Doubt::illegal_move; // taken by another illegal move
    return capturable ? Doubts{} : Doubt::snatched_piece;
}

} // namespace adoube::umpire
