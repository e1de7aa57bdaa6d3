#include "tests/replay/random_game.hpp"
#include "tests/replay/scene.hpp"

#include "daemon/chess/notation/san.hpp"

namespace adoube::replay {

namespace {

bool ends_nothing(const Position& before, Move move) {
    const Position after = before.after(move);
    return move.kind == chess::MoveKind::normal && after.has_legal_move() && !is_dead(after);
}

} // namespace

void take_back(Scene& scene, const Position& before) {
    auto& [table, time, dice, hands, referee] = scene;
    const Placement right = time.board();
    Position position = before;
    const auto plies = dice.between(1, 2);
    int made = 0;
    for (; made < plies; ++made) {
        std::vector<Move> moves;
        for (const Move move : position.legal_moves())
            if (ends_nothing(position, move)) moves.push_back(move);
        if (moves.empty()) break;
        const Move move = dice.pick(moves);
        hands.make(position, move);
        time.wait(dice.between(300, 1500));
        time.press(position.to_move());
        time.wait(dice.between(1500, 9000));
        position.play(move);
    }
    if (made == 0) return;
    time.say(record::Pause{});
    time.wait(dice.between(500, 5000));
    if (dice.chance(0.5))
        time.say(record::TakeBack{made});
    else
        time.say(record::SetPosition{before.fen()});
    time.wait(dice.between(500, 5000));
    arrange(scene, right);
    time.wait(dice.between(500, 5000));
    time.say(record::Resume{});
    time.wait(dice.between(1500, 9000));
}

void make_for_player(Scene& scene, const Position& before, Move move) {
    auto& [table, time, dice, hands, referee] = scene;
    time.say(record::Pause{});
    time.wait(dice.between(500, 5000));
    const bool says_first = dice.chance(0.5);
    const record::PlayMove said{to_san(before, move)};
    if (says_first) time.say(said), time.wait(dice.between(500, 5000));
    arrange(scene, placement_of(before.after(move)));
    time.wait(dice.between(500, 5000));
    if (!says_first) time.say(said), time.wait(dice.between(500, 5000));
    time.say(record::Resume{});
}

bool fall_out_of_step(Scene& scene) {
    auto& [table, time, dice, hands, referee] = scene;
    const Placement right = time.board();
    std::vector<Square> pieces[2];
    for (int n = 0; n < 64; ++n)
        if (right[n] && right[n]->type != PieceType::king)
            pieces[static_cast<int>(right[n]->side)].push_back(static_cast<Square>(n));
    // A few moves cannot take so many of each side.
    constexpr std::size_t gone = 4;
    if (pieces[0].size() < gone || pieces[1].size() < gone) return false;
    const auto from_ms = time.now();
    for (auto& squares : pieces) {
        dice.shuffle(squares);
        for (std::size_t n = 0; n < gone; ++n) time.wait(dice.between(100, 900)), time.lift(squares[n]);
    }
    time.gaps.push_back({from_ms, time.now()});
    time.wait(dice.between(1, 3000));
    time.say(record::Gap{record::Gap::Cause::link});
    time.say(record::Snapshot{});
    referee.told(
        {.kind = umpire::IncidentKind::out_of_step, .article = {}, .side = {}, .ply = referee.ply()});
    time.wait(dice.between(3000, 30'000));
    arrange(scene, right);
    time.wait(dice.between(500, 2000));
    time.say(record::Snapshot{});
    time.wait(dice.between(500, 5000));
    return true;
}

} // namespace adoube::replay
