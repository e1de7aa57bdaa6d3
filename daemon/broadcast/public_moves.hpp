#pragma once
// The moves of a game as they are shown. A game can have 17697 plies (9.6.2), each makes a state of the game,
// and queues, exits and displays hold many of these: so all of them share the moves.

#include "daemon/chess/position.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace adoube::broadcast {

/// A move as it is shown: made of the move itself, never of somebody's text.
class PublicMove {
  public:
    /// `move` must be legal in `before`.
    PublicMove(const chess::Position& before, chess::Move move, bool chess960,
               std::optional<std::int64_t> left_ms);

    std::string san() const { return san_.data(); }
    chess::Move move() const { return move_; }
    /// For the last-move mark and the drawn board.
    std::string uci() const;
    friend bool operator==(const PublicMove&, const PublicMove&) = default;

    std::optional<std::int64_t> clock_ms; // the mover's time left after it

  private:
    static constexpr std::size_t longest_san = 7; // "Qa1xb2#", "exd8=Q+"
    chess::Move move_;
    bool chess960_;
    std::array<char, longest_san + 1> san_{}; // ends with a zero: a hall keeps all moves of all games
};

/// A list that is changed at its end. Moves in it never change, so copies of it, also in other threads, share
/// all but the last few.
class PublicMoves {
  public:
    class Iterator {
      public:
        using value_type = PublicMove;
        using difference_type = std::ptrdiff_t;
        Iterator() = default;
        Iterator(const PublicMoves& moves, std::size_t ply) : moves_(&moves), ply_(ply) {}
        const PublicMove& operator*() const { return (*moves_)[ply_]; }
        Iterator& operator++() {
            ++ply_;
            return *this;
        }
        Iterator operator++(int) { return {*moves_, ply_++}; }
        friend bool operator==(const Iterator&, const Iterator&) = default;

      private:
        const PublicMoves* moves_ = nullptr;
        std::size_t ply_ = 0;
    };

    PublicMoves() = default;
    explicit PublicMoves(std::span<const PublicMove> moves);

    std::size_t size() const { return empty() ? 0 : (blocks_.size() - 1) * of_block + in_last_; }
    bool empty() const { return blocks_.empty(); }
    /// `ply` from 0.
    const PublicMove& operator[](std::size_t ply) const { return (*blocks_[ply / of_block])[ply % of_block]; }
    const PublicMove& front() const { return (*this)[0]; }
    const PublicMove& back() const { return (*this)[size() - 1]; }
    Iterator from(std::size_t ply) const { return {*this, ply}; }
    Iterator begin() const { return from(0); }
    Iterator end() const { return from(size()); }

    void push_back(PublicMove move);
    /// The first `plies` stay.
    void cut_to(std::size_t plies);
    void pop_back() { cut_to(size() - 1); }
    void clear() { cut_to(0); }
    /// In this list alone.
    void set_clock(std::size_t ply, std::optional<std::int64_t> clock_ms);

    /// How many moves both begin with. Cheap where they share them.
    static std::size_t same(const PublicMoves& one, const PublicMoves& other);
    friend bool operator==(const PublicMoves& one, const PublicMoves& other) {
        return one.size() == other.size() && same(one, other) == one.size();
    }

  private:
    static constexpr std::size_t of_block = 64;
    using Block = std::vector<PublicMove>;
    std::vector<std::shared_ptr<const Block>> blocks_;
    std::size_t in_last_ = 0; // so many of the last block are of this list
};

} // namespace adoube::broadcast
