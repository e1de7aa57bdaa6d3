#pragma once
// A game as it is played at a board and corrected by an arbiter.

#include "daemon/broadcast/public_game.hpp"
#include "daemon/chess/notation/san.hpp"

#include <random>

namespace adoube::tests {

class Played {
  public:
    explicit Played(int board) {
        state.board = board;
        state.id = "E-r1-b" + std::to_string(board);
        state.tags = broadcast::PublicTags::Map{
            {"Event", "E"}, {"Round", "1"}, {"White", "Ann Adams"}, {"Black", "Ben Baker"}};
    }

    void play(const std::string& san) { add(chess::move_from_san(state.position, san).value()); }
    template<class Random>
    void play_any(Random& random) {
        const auto moves = state.position.legal_moves();
        if (moves.empty()) return;
        add(*(moves.begin() +
              std::uniform_int_distribution<int>(0, static_cast<int>(moves.size()) - 1)(random)));
    }
    void take_back(std::size_t plies) {
        auto moves = std::move(state.moves);
        while (plies-- > 0 && !moves.empty()) moves.pop_back();
        state.moves.clear();
        state.position = state.start;
        for (const auto& move : moves) {
            state.position.play(move.move());
            state.moves.push_back(move);
        }
    }
    void set_last_clock(std::int64_t ms) {
        if (!state.moves.empty()) state.moves.set_clock(state.moves.size() - 1, ms);
    }

    broadcast::PublicGame state;

  private:
    void add(chess::Move move) {
        left_ms_ -= 7'000;
        state.moves.push_back({state.position, move, false, left_ms_});
        state.position.play(move);
    }
    std::int64_t left_ms_ = 5'400'000;
};

} // namespace adoube::tests
