#include "tests/replay/random_game.hpp"
#include "tests/replay/scene.hpp"

#include "daemon/chess/unwinnable/unwinnable.hpp"
#include "daemon/umpire/data/bounds.hpp"

#include <algorithm>
#include <utility>

namespace adoube::replay {

namespace {

using chess::Game;
using chess::Result;

constexpr Square d4 = chess::make_square(3, 3), e4 = chess::make_square(4, 3), d5 = chess::make_square(3, 4),
                 e5 = chess::make_square(4, 4);

Result win_of(Side side) { return side == Side::white ? Result::white_wins : Result::black_wins; }

Result ended_by_itself(const Game& game, laws::Edition edition) {
    if (game.is_checkmate()) return win_of(other(game.position().to_move()));
    const bool fivefold = edition >= laws::Edition::laws_2018 && game.repetitions() >= 5; // 9.6.1
    return game.is_stalemate() || replay::is_dead(game.position()) || fivefold ? Result::draw : Result::open;
}

std::pair<Square, Square> squares_for(Result result, Dice& dice) {
    const bool first = dice.chance(0.5), second = dice.chance(0.5);
    if (result == Result::white_wins) return first ? std::pair{e4, d5} : std::pair{d5, e4};
    if (result == Result::black_wins) return first ? std::pair{d4, e5} : std::pair{e5, d4};
    const auto white_square = first ? e4 : d5, black_square = second ? d4 : e5;
    return dice.chance(0.5) ? std::pair{white_square, black_square} : std::pair{black_square, white_square};
}

std::vector<Square> kings_on(const Placement& board) {
    std::vector<Square> result;
    for (int n = 0; n < 64; ++n)
        if (board[n] && board[n]->type == PieceType::king) result.push_back(static_cast<Square>(n));
    return result;
}

/// As a king's move it would end the game, and nobody can tell the difference.
bool looks_like_the_end(const Game& game, Square king, Square to) {
    const auto& position = game.position();
    const auto legal = position.legal_moves();
    const auto step = std::ranges::find_if(legal, [&](const chess::Move move) {
        return move.from == king && move.to == to && move.kind != chess::MoveKind::castling;
    });
    return step != legal.end() && !position.after(*step).has_legal_move();
}

void set_kings(Scene& scene, const Game& game, Result result) {
    auto& [table, time, dice, hands, referee] = scene;
    auto kings = kings_on(time.board());
    if (kings.size() != 2) return;
    dice.shuffle(kings);
    const auto [first, second] = squares_for(result, dice);
    if (looks_like_the_end(game, kings[0], first)) std::swap(kings[0], kings[1]);
    for (const Square square : {d4, e4, d5, e5}) {
        const auto there = time.at(square);
        if (!there || there->type == PieceType::king) continue;
        if (square != first && square != second && dice.chance(0.5)) continue;
        time.lift(square);
        time.wait(dice.between(400, 2000));
    }
    const bool in_the_way = time.at(first) || time.at(second);
    if (!in_the_way && dice.chance(0.7)) {
        hands.carry(kings[0], first);
        time.wait(dice.between(300, 6000));
        return hands.carry(kings[1], second);
    }
    const Piece one = time.lift(kings[0]);
    time.wait(dice.between(400, 2000));
    const Piece two = time.lift(kings[1]);
    for (const auto& [square, king] : {std::pair{first, one}, std::pair{second, two}}) {
        time.wait(dice.between(400, 2000));
        time.drop(square, king);
    }
}

Result resign(Scene& scene, const Position& position) {
    const Side loser = scene.dice.chance(0.5) ? Side::white : Side::black, winner = other(loser);
    const auto mating = chess::can_mate(position, winner);
    if (mating == chess::Mating::undecided) return Result::open;
    scene.time.say(record::Resign{loser});
    const bool may_draw = scene.table.laws == laws::Edition::laws_2023; // 5.1.2
    return may_draw && mating == chess::Mating::impossible ? Result::draw : win_of(winner);
}

Result agree(Scene& scene, Side having_move) {
    scene.time.say(record::Offer{other(having_move)});
    scene.time.wait(scene.dice.between(1000, 60'000));
    scene.time.say(record::Accept{having_move});
    return Result::draw;
}

Result any_result(Dice& dice) {
    constexpr Result results[] = {Result::white_wins, Result::black_wins, Result::draw};
    return results[dice.between(0, 2)];
}

Result end(Scene& scene, const Game& game) {
    auto& [table, time, dice, hands, referee] = scene;
    time.wait(dice.between(1500, 30'000));
    if (dice.chance(table.knobs.kings_centre)) {
        const Result result = any_result(dice);
        set_kings(scene, game, result);
        return result;
    }
    if (dice.chance(table.knobs.resign)) return resign(scene, game.position());
    if (dice.chance(table.knobs.agreement)) return agree(scene, game.position().to_move());
    if (!dice.chance(table.knobs.arbiter_result)) return Result::open;
    const Result result = any_result(dice);
    time.say(record::SetResult{result});
    return result;
}

/// The king of the side to move stands in the centre as if by a legal move: nobody can tell setting it
/// elsewhere there from going on with that move.
bool king_looks_moved(const Scene& scene, const Game& game) {
    const auto& position = game.position();
    for (const auto move : position.legal_moves()) {
        const bool to_centre = move.to == d4 || move.to == e4 || move.to == d5 || move.to == e5;
        const auto there = scene.time.at(move.to);
        if (to_centre && move.from == position.king(position.to_move()) && there &&
            there->type == PieceType::king && there->side == position.to_move())
            return true;
    }
    return false;
}

void aftermath(Scene& scene, const Game& game) {
    auto& [table, time, dice, hands, referee] = scene;
    constexpr std::int64_t surely_set_ms = 1'000; // what stood for less may have been on its way (4.7)
    const auto wait_ms = dice.between(500, 20'000);
    time.wait(wait_ms);
    if (dice.chance(0.4)) {
        time.wait(std::max<std::int64_t>(0, surely_set_ms - wait_ms));
        if (king_looks_moved(scene, game)) time.wait(umpire::bounds::between_kings_ms);
        set_kings(scene, game, any_result(dice));
        time.wait(2000);
    }
    if (table.lever && dice.chance(0.3)) time.press(dice.chance(0.5) ? Side::white : Side::black);
    if (dice.chance(0.5)) arrange(scene, {});
    if (table.lever && dice.chance(0.2)) time.press(dice.chance(0.5) ? Side::white : Side::black);
    if (dice.chance(0.5)) arrange(scene, placement_of(game.start()));
    if (dice.chance(0.3)) time.say(record::Snapshot{});
}

} // namespace

Result finish(Scene& scene, const Game& game) {
    Result result = ended_by_itself(game, scene.table.laws);
    if (result == Result::open) result = end(scene, game);
    if (result != Result::open && scene.dice.chance(scene.knobs().aftermath)) aftermath(scene, game);
    return result;
}

} // namespace adoube::replay
