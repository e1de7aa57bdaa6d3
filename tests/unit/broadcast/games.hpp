#pragma once
// Short games to broadcast.

#include "daemon/broadcast/public_game.hpp"
#include "daemon/chess/notation/san.hpp"

#include <span>

namespace adoube::broadcast {

/// Moves in SAN, a minute each.
inline PublicGame game_with(std::string id, int board, std::initializer_list<const char*> sans) {
    PublicGame game;
    game.id = std::move(id);
    game.board = board;
    game.tags = PublicTags::Map{{"Event", "Hall Open"}, {"Round", "3"}, {"White", "A"}, {"Black", "B"}};
    ClockFace clocks{5'400'000, 5'400'000, chess::Side::white, UtcMs(1'000'000)};
    for (const char* san : sans) {
        const chess::Move move = chess::move_from_san(game.position, san).value();
        auto& left_ms = game.position.to_move() == chess::Side::white ? clocks.white_ms : clocks.black_ms;
        left_ms -= 60'000;
        clocks.running = other(game.position.to_move());
        clocks.at_utc_ms += 60'000;
        game.moves.push_back({game.position, move, false, left_ms});
        game.position.play(move);
    }
    game.clocks = clocks;
    return game;
}

/// A change of about `bytes`, distinct for each `n`.
inline PublicGame large_change(int n, std::size_t bytes) {
    auto game = game_with("large", 1, {});
    game.tags.set("Event", std::string(bytes, 'x') + std::to_string(n));
    return game;
}

} // namespace adoube::broadcast
