#include "daemon/umpire/hands/orientation.hpp"

#include "daemon/umpire/articles/telling.hpp"

namespace adoube::umpire {
namespace {

bool are_moves(const Evidence& evidence, bool stands) {
    return evidence.moves > 0 && stands && evidence.cost <= cost(Doubt::misread_hands);
}

} // namespace

Square turned(Square square, Turn turn) {
    const int file = file_of(square), rank = rank_of(square);
    switch (turn) {
    case Turn::half: return chess::make_square(7 - file, 7 - rank);
    case Turn::quarter: return chess::make_square(rank, 7 - file);
    case Turn::three_quarters: return chess::make_square(7 - rank, file);
    case Turn::none: break;
    }
    return square;
}

Input turned(Input input, Turn turn) {
    if (auto* lift = std::get_if<Lift>(&input.what)) lift->square = turned(lift->square, turn);
    if (auto* drop = std::get_if<Drop>(&input.what)) drop->square = turned(drop->square, turn);
    if (auto* mask = std::get_if<Mask>(&input.what)) mask->square = turned(mask->square, turn);
    if (auto* snapshot = std::get_if<Snapshot>(&input.what)) {
        const auto reported = snapshot->squares;
        for (int at = 0; at < 64; ++at)
            snapshot->squares[static_cast<std::size_t>(index(turned(static_cast<Square>(at), turn)))] =
                reported[static_cast<std::size_t>(at)];
    }
    return input;
}

bool is_turned(const Evidence& as_it_is, const Evidence& turned, bool begins) {
    constexpr int few = 4, many = 8;
    if (as_it_is.start_wrong && turned.start_wrong) {
        if (*turned.start_wrong == 0) return *as_it_is.start_wrong != 0 && !as_it_is.explained;
        if (begins && *turned.start_wrong <= few && *as_it_is.start_wrong > many) return true;
    }
    if (turned.lifts_of_nothing > as_it_is.lifts_of_nothing || turned.began_wrong) return false;
    // A single move may be Black's, made too early, unless White has pressed for it, perhaps with the answer
    // under way, or it was answered.
    const bool stands = turned.explained || (begins && turned.pressed && turned.in_step);
    const bool settled = are_moves(turned, stands);
    if (!settled || (!turned.pressed && turned.moves < 2)) return false;
    return as_it_is.began_wrong || (as_it_is.moves == 0 && !as_it_is.explained) ||
           turned.cost + cost(Doubt::misread_hands) < as_it_is.cost;
}

bool is_settled(const Evidence& evidence) { return are_moves(evidence, evidence.explained); }

bool is_right_start(const Evidence& evidence) { return is_settled(evidence) && !evidence.began_wrong; }

Incident board_rotated(const Reading& reading, Turn turn, int ply, Moment first, Moment last) {
    auto incident = incident_of(reading, IncidentKind::board_rotated, laws::Rule::board_rotated,
                                reading.position.to_move(), first, last);
    incident.side.reset();
    incident.ply = ply;
    if (turn == Turn::half) {
        incident.article.clear();
        incident.text =
            "The board stands turned by 180 degrees, which is no irregularity: the game goes on with "
            "its squares translated.";
    } else {
        incident.text =
            "The board stands turned by 90 degrees: the game goes on with its squares translated; "
            "transfer the position to a correctly placed board.";
    }
    return incident;
}

} // namespace adoube::umpire
