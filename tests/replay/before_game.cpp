#include "tests/replay/scene.hpp"

namespace adoube::replay {

namespace {

std::vector<Square> differences(const Placement& board, const Placement& target) {
    std::vector<Square> result;
    for (int n = 0; n < 64; ++n)
        if (board[n] != target[n]) result.push_back(static_cast<Square>(n));
    return result;
}

std::optional<Square> misplaced(const Placement& board, const Placement& target, Piece piece) {
    for (const Square square : differences(board, target))
        if (board[index(square)] == piece) return square;
    return std::nullopt;
}

/// First on a wrong square.
void blunder(Scene& scene, Piece piece) {
    const auto square = static_cast<Square>(scene.dice.between(0, 63));
    if (scene.time.at(square)) return;
    scene.time.drop(square, piece);
    scene.time.wait(scene.dice.between(400, 2000));
    scene.time.lift(square);
    scene.time.wait(scene.dice.between(400, 900));
}

} // namespace

Placement leftovers(const chess::Game& game, Dice& dice) {
    if (dice.chance(0.3)) return {};
    Placement result;
    if (dice.chance(0.3)) return placement_of(game.position());
    for (const auto& piece : placement_of(game.start()))
        if (piece && dice.chance(0.4)) result[dice.between(0, 63)] = piece;
    return result;
}

void arrange(Scene& scene, const Placement& target) {
    auto& [table, time, dice, hands, referee] = scene;
    std::vector<Square> wrong = differences(time.board(), target);
    dice.shuffle(wrong);
    for (auto left = std::ssize(wrong); const Square square : wrong) {
        --left;
        const auto& wanted = target[index(square)];
        if (time.at(square) == wanted) continue;
        if (time.at(square)) time.lift(square), time.wait(dice.between(400, 1500));
        if (!wanted) continue;
        if (const auto from = misplaced(time.board(), target, *wanted); from && dice.chance(0.7))
            time.lift(*from), time.wait(dice.between(400, 1500));
        if (left > 3 && dice.chance(0.1)) blunder(scene, *wanted);
        time.drop(square, *wanted);
        time.wait(dice.between(100, 1500));
    }
}

void set_up(Scene& scene, const Position& start) {
    auto& [table, time, dice, hands, referee] = scene;
    time.say(record::Snapshot{});
    time.wait(dice.between(0, 5000));
    arrange(scene, placement_of(start));
    for (auto touches = dice.between(0, 3); touches > 0; --touches) {
        const auto square = static_cast<Square>(dice.between(0, 63));
        if (time.at(square)) hands.touch(square), time.wait(dice.between(600, 3000)), referee.fumbled();
    }
    time.wait(dice.between(2000, 60'000));
    if (dice.chance(0.5)) time.say(record::Snapshot{});
}

} // namespace adoube::replay
