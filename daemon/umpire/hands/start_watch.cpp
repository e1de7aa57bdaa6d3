#include "daemon/umpire/hands/start_watch.hpp"

#include "daemon/umpire/articles/telling.hpp"
#include "daemon/umpire/data/bounds.hpp"
#include "daemon/umpire/data/sight.hpp"

#include <utility>

namespace adoube::umpire {
namespace {

/// The most that a move lifts, and with what it knocks over; beyond that the board is being set up.
constexpr int most_taken_up = 3;
constexpr int most_knocked_over = 7;

} // namespace

bool StartWatch::came_right(chess::Bitboard differing, Moment now) {
    if (!differing_) differs_since_ = now;
    setting_up_ |= std::popcount(differing) > most_taken_up;
    differing_ = differing;
    if (const auto righted = wrong_ & ~differing) righted_ = righted, righted_ms_ = now.t_ms;
    wrong_ &= differing;
    // A piece may slide over a hole.
    if (now.t_ms - righted_ms_ <= bounds::passing_ms) wrong_ |= righted_ & differing;
    if (differing) return false;
    return std::exchange(setting_up_, false);
}

bool StartWatch::hands_moved(const Sight& board, const chess::Position& start, Moment now) {
    const auto differing = board.differing(start);
    if (std::popcount(differing) > most_knocked_over) wrong_ = differing, since_ = now, by_hands_ = true;
    return came_right(differing, now);
}

bool StartWatch::board_shown(const Sight& board, const chess::Position& start, Moment now) {
    const auto differing = board.differing(start);
    if (const auto found = differing & ~differing_) wrong_ |= found, since_ = now;
    setting_up_ |= wrong_ != 0;
    return came_right(differing, now);
}

void StartWatch::find_wrong(chess::Bitboard squares) { wrong_ = squares, since_ = differs_since_; }

bool StartWatch::setting_up(const Sight& board, const chess::Position& start) const {
    return std::popcount(wrong_ & start.occupied() & ~board.occupied()) > most_taken_up;
}

bool StartWatch::righted(const Sight& board, const chess::Position& position) {
    const auto still = wrong_ & board.differing(position);
    return std::exchange(wrong_, still) != still;
}

Incident StartWatch::incident_now(const Reading& reading, Moment now) {
    told_ = true;
    auto incident = incident_of(reading, IncidentKind::wrong_start, laws::Rule::wrong_start,
                                reading.position.to_move(), since_, now);
    incident.side.reset();
    incident.text = "The game has begun from a wrong start position; right would be";
    for (auto wrong = wrong_; wrong;) {
        const auto square = chess::pop(wrong);
        const auto piece = reading.position.at(square);
        incident.squares.push_back(square);
        incident.text += " " + to_string(square) + (piece ? std::string("=") + to_char(*piece) : " empty") +
                         (wrong ? "," : ".");
    }
    return incident;
}

} // namespace adoube::umpire
