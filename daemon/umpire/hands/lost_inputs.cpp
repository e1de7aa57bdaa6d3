#include "daemon/umpire/hands/lost_inputs.hpp"

#include "daemon/umpire/articles/telling.hpp"
#include "daemon/umpire/data/bounds.hpp"
#include "daemon/umpire/data/sight.hpp"
#include "daemon/umpire/hands/reconstruction.hpp"
#include "daemon/umpire/hands/standing.hpp"

#include <algorithm>
#include <iterator>
#include <ranges>

namespace adoube::umpire {
namespace {

using chess::bit;

Reading with_lost_moves(const Reading& reading, std::span<const chess::Move> line, Moment now) {
    Reading next = reading;
    next.ply = PlyInProgress{};
    next.ply.answered = reading.ply.answered;
    for (const auto move : line) {
        next = with_move(next, {move}, {now}, now.input + 1);
        complete(next, next.line.size() - 1, now.t_ms, false);
        note_worked_out(next);
        next.doubts += Doubt::lost_move;
    }
    tell_lost_times(next, now.t_ms);
    return next;
}

/// Hundreds may differ only in their order.
constexpr std::size_t most_listed = 64;

Incident reconstruction(const Reading& before, const std::vector<chess::Move>& taken, const Lines& as_long,
                        Moment now) {
    auto incident = incident_of(before, IncidentKind::reconstructed, {}, before.position.to_move(), now, now);
    incident.article.clear();
    incident.side.reset();
    const auto in_words = [&](const std::vector<chess::Move>& line) {
        std::string moves;
        for (const auto move : line)
            moves += (moves.empty() ? "" : " ") + to_uci(move, before.header->chess960);
        return moves;
    };
    for (const auto& line : as_long | std::views::take(most_listed))
        incident.allowed.push_back(in_words(line));
    if (std::ranges::count(incident.allowed, in_words(taken)) == 0) incident.allowed.back() = in_words(taken);
    incident.text =
        "Moves that were lost before this moment were worked out from the board: " + in_words(taken) + ".";
    return incident;
}

Lines as_long_as(std::size_t plies, const Lines& lines) {
    Lines some;
    std::ranges::copy_if(lines, std::back_inserter(some),
                         [&](const auto& line) { return line.size() == plies; });
    return some;
}

/// The first that leads to each position: nothing will ever tell the others apart.
Lines one_for_each_position(const chess::Position& before, const Lines& lines) {
    Lines chosen;
    std::vector<chess::Position> reached;
    for (const auto& line : lines) {
        auto position = before;
        for (const auto move : line) position.play(move);
        if (std::ranges::count(reached, position) != 0) continue;
        reached.push_back(position);
        chosen.push_back(line);
    }
    return chosen;
}

std::vector<Reading> with_each(const Reading& reading, const Lines& lines, Moment now) {
    std::vector<Reading> readings;
    for (const auto& line : one_for_each_position(reading.position, lines)) {
        auto& next = readings.emplace_back(with_lost_moves(reading, line, now));
        if (!line.empty())
            next.line.back().incidents.push_back(
                reconstruction(reading, line, as_long_as(line.size(), lines), now));
    }
    return readings;
}

/// The king first, as when castling.
void take_up(Reading& reading, chess::Bitboard squares, Moment now) {
    reading.ply.lifted |= squares;
    note_off_with_king(reading, ~squares);
    const auto king = squares & bit(reading.position.king(reading.position.to_move()));
    for (auto some : {king, squares & ~king})
        while (some) reading.ply.touches.push_back({chess::pop(some), now, false});
    reading.doubts += Doubt::unseen_lift;
}

/// The last of the moves stands, but its piece slides on: it was not released.
std::vector<Reading> with_last_sliding_on(const Reading& reading, const Lines& lines, Moment now) {
    std::vector<Reading> readings;
    for (const auto& line : one_for_each_position(reading.position, lines)) {
        if (line.empty()) continue;
        const std::vector<chess::Move> before(line.begin(), line.end() - 1);
        auto& next = readings.emplace_back(with_lost_moves(reading, before, now));
        if (!before.empty())
            next.line.back().incidents.push_back(reconstruction(reading, before, {before}, now));
        take_up(next, hands_of(next.position, line.back()), now);
        next.ply.slides_on = std::pair(destination(line.back()), now.t_ms + bounds::released_ms);
    }
    return readings;
}

/// Who has made his move has a piece in the hand, as to adjust it: it stood there before the gap, and nothing
/// else is wrong. Believed only where fewer moves explain the board than without that.
std::vector<Reading> with_idle_hand(const Reading& reading, const Sight& sight, Moment now, int& budget,
                                    int most_plies) {
    constexpr int most_gone = 4, most_for_one = usual_budget / 20; // where it is so, that is soon found
    std::vector<Reading> readings;
    const auto& position = reading.position;
    auto gone = sight.differing(position) & position.occupied() & ~sight.occupied();
    if (std::popcount(gone) > most_gone) return readings; // a board that tells anything costs nothing here
    while (gone && budget > 0) {
        const auto square = chess::pop(gone);
        int left = std::min(budget, most_for_one);
        budget -= left;
        const auto lines =
            explanations(position, sight.with_put_back(bit(square)), most_plies, Hands::empty, left);
        budget += std::max(left, 0);
        for (auto& next : with_each(reading, lines, now)) {
            if (next.position.at(square) != position.at(square) ||
                position.at(square)->side == next.position.to_move())
                continue;
            take_up(next, bit(square), now);
            readings.push_back(std::move(next));
        }
    }
    return readings;
}

bool may_be_one_of(const Seen& seen, chess::Bitboard gone, const chess::Position& position) {
    while (gone) {
        const auto piece = *position.at(chess::pop(gone));
        if ((!seen.side || *seen.side == piece.side) && (!seen.type || *seen.type == piece.type)) return true;
    }
    return false;
}

} // namespace

std::optional<Reading> recovered_in_mid_move(const Reading& reading, const Sight& sight, Moment now) {
    const auto& position = reading.position;
    const auto wrong = sight.differing(position);
    const auto gone = wrong & position.occupied() & ~sight.occupied();
    const auto elsewhere = wrong & sight.occupied();
    if (gone == 0 || std::popcount(elsewhere) > std::popcount(gone)) return std::nullopt;
    for (auto squares = elsewhere; squares;)
        if (!may_be_one_of(*sight.at(chess::pop(squares)), gone, position)) return std::nullopt;
    if (!may_be_of_one_move(position, gone)) return std::nullopt;
    auto next = reading;
    if (const auto unseen = gone & ~reading.ply.lifted) {
        take_up(next, unseen, now);
        next.doubts += Doubt::unseen_journey;
    }
    return next;
}

std::span<const PlayedMove> lost_moves(const Reading& reading) {
    const auto seen = std::ranges::find(reading.line, false, &PlayedMove::worked_out);
    return {reading.line.begin(), seen};
}

bool lost_alike(const Reading& one, const Reading& other) {
    return std::ranges::equal(
        lost_moves(one), lost_moves(other),
        [](const PlayedMove& a, const PlayedMove& b) { return a.record.move == b.record.move; });
}

std::vector<Reading> explained_by_lost_moves(const Reading& reading, const Sight& sight, Moment now,
                                             int most_plies, int& budget) {
    auto lines = explanations(reading.position, sight, most_plies, Hands::empty, budget);
    if (!lines.empty()) lines = as_long_as(lines.front().size(), lines);
    std::vector<Reading> readings;
    for (const auto& line : one_for_each_position(reading.position, lines))
        readings.push_back(with_lost_moves(reading, line, now));
    return readings;
}

std::vector<Reading> recovered(const Reading& reading, const Sight& sight, Moment now, Budgets& budgets,
                               int most_plies) {
    const auto lines = explanations(reading.position, sight, most_plies, Hands::empty, budgets.hands_empty);
    auto readings = with_each(reading, lines, now);
    std::ranges::move(with_last_sliding_on(reading, lines, now), std::back_inserter(readings));
    for (auto& next :
         with_each(reading,
                   explanations(reading.position, sight, most_plies, Hands::full, budgets.hands_full), now)) {
        take_up(next, taken_up(next.position, sight), now);
        readings.push_back(std::move(next));
    }
    const int fewer = lines.empty() ? most_plies : static_cast<int>(lines.front().size()) - 1;
    std::ranges::move(with_idle_hand(reading, sight, now, budgets.hand_idle, fewer),
                      std::back_inserter(readings));
    return readings;
}

Incident cannot_be_explained(const Reading& reading, const Sight& sight, Moment now) {
    auto incident = incident_of(reading, IncidentKind::out_of_step, {}, reading.position.to_move(), now, now);
    incident.article.clear();
    incident.side.reset();
    incident.text = "The board cannot be explained; restore";
    for (auto wrong = sight.differing(reading.position); wrong;) {
        const auto square = chess::pop(wrong);
        const auto piece = reading.position.at(square);
        incident.squares.push_back(square);
        incident.text += " " + to_string(square) + (piece ? std::string("=") + to_char(*piece) : " empty") +
                         (wrong ? "," : ".");
    }
    return incident;
}

} // namespace adoube::umpire
