#pragma once
// The yardstick for the umpire: what programs for electronic boards commonly do. They keep what the sensors
// show, and once it has stood for a moment, or the clock is pressed, look for the legal moves that lead to
// it: one, another instead of the last, two, or two instead of the last. A press aside, every square of a
// move must have been touched. Hands and breaches mean nothing to them.

#include "daemon/chess/game.hpp"
#include "daemon/record/input.hpp"

namespace adoube::bench {

class SnapshotMatching {
  public:
    explicit SnapshotMatching(const record::Header& header);

    void feed(const record::Input& input);
    /// No more inputs: what stands counts.
    void end() { look(true); }
    const chess::Game& game() const { return game_; }

  private:
    /// As these sensors show it: by side and type, by side, or in the first alone.
    using Picture = std::array<chess::Bitboard, 12>;

    void take(const record::What& what);
    void put(chess::Square square, const record::Seen& piece);
    Picture picture_of(const chess::Position& position) const;
    void look(bool pressed);
    bool play_to(std::size_t back, int on, bool pressed);
    std::optional<chess::Move> match(const chess::Position& before, chess::Bitboard may_change) const;

    record::Sensing sensing_;
    chess::Game game_;
    Picture shown_;
    chess::Bitboard touched_ = 0;        // since the last move
    chess::Bitboard touched_before_ = 0; // from the move before until then
    GameMs changed_ms_{};
    bool looked_ = true; // since it changed
    bool over_ = false;
};

} // namespace adoube::bench
