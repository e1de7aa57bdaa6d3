#include "daemon/umpire/game/explanation.hpp"

#include "daemon/chess/notation/san.hpp"

#include <algorithm>

namespace adoube::umpire {
namespace {

Doubts shared(std::span<const Reading> readings) {
    Doubts shared;
    for (const auto& habit : habits) {
        const auto times = [&](const Reading& reading) { return reading.doubts.times(habit.doubt); };
        shared.add(habit.doubt, times(*std::ranges::min_element(readings, {}, times)));
    }
    return shared;
}

std::string in_words(const Doubts& doubts) {
    std::string text = "cost " + std::to_string(doubts.cost());
    for (const auto& [doubt, one_in, source, what] : habits) {
        const int times = doubts.times(doubt);
        if (times == 0) continue;
        text += text.contains(':') ? "; " : ": ";
        if (times != 1) text += std::to_string(times) + " times ";
        text += std::string(what) + " (one in " + std::to_string(one_in) + ")";
    }
    return text;
}

std::string numbered(const chess::Position& before, const std::string& move, bool first) {
    const bool white = before.to_move() == Side::white;
    if (!white && !first) return move;
    return std::to_string(before.fullmove_number()) + (white ? ". " : "... ") + move;
}

std::string moves_of(const chess::Position& before, const Reading& reading) {
    std::string text;
    auto position = before;
    for (const auto& played : reading.line) {
        const auto move = played.record.move;
        const auto written = played.illegal ? "illegal " + to_uci(move, reading.header->chess960)
                                            : chess::to_san(position, move);
        text += (text.empty() ? "" : " ") + numbered(position, written, text.empty());
        position = played.illegal ? *played.anew : position.after(move);
    }
    return text.empty() ? "no move since" : text;
}

std::string ply_of(const Reading& reading, const Sight& sight) {
    std::string text;
    for (const auto& touch : reading.ply.touches)
        text += (text.empty() ? ", touched " : " ") + to_string(touch.square);
    const auto standing = standing_moves(reading, sight);
    if (!standing.empty()) {
        text += ", on the board " +
                numbered(reading.position, chess::to_san(reading.position, standing.front().move), true);
        if (standing.front().cost() != 0) text += " at " + in_words(standing.front().doubts);
    } else if (sight.differing(reading.position) != 0) {
        text += ", and the board differs";
    }
    return text;
}

} // namespace

std::string explanation(const chess::Position& before, const Readings& readings) {
    const auto all = readings.possible();
    const auto by_all = shared(all);
    const auto line_of = [&](const Reading& reading) {
        auto doubts = reading.doubts;
        doubts -= by_all;
        return moves_of(before, reading) + ply_of(reading, readings.sight()) + ": " + in_words(doubts) + '\n';
    };
    std::string text = line_of(readings.best());
    for (const auto& reading : all)
        if (&reading != &readings.best()) text += line_of(reading);
    return text;
}

} // namespace adoube::umpire
