#pragma once
// Games that left their boards and stay readable by id. A hall has thousands, and hardly one is asked for: so
// they are kept in little memory, and those asked for last as they are read.

#include "daemon/broadcast/public_game.hpp"

#include <deque>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace adoube::broadcast {

/// Shared by all readers until the next change, however slow they are.
using Text = std::shared_ptr<const std::string>;

/// What it takes to make a public game again, but for its id: its position is that after its moves.
class PackedGame {
  public:
    explicit PackedGame(const PublicGame& game);
    /// The first `most` moves, in the position after them.
    PublicGame unpacked(std::string id, std::size_t most = ~std::size_t{0}) const;

  private:
    PublicTags tags_;
    std::unique_ptr<const chess::Position> start_; // null: as usual
    std::optional<ClockFace> clocks_;
    std::string moves_; // each in two bytes, and its clock
    int board_;
    chess::Result result_;
    bool chess960_, by_time_;
};

class PastGames {
  public:
    /// So many that were asked for are kept as they are read.
    static constexpr std::size_t most_read = 16;

    std::size_t size() const { return order_.size(); }
    bool has(std::string_view id) const { return games_.contains(id); }
    /// Of ids that it has not.
    void put_last(const PublicGame& game) { order_.push_back(put(game)); }
    void put_first(const PublicGame& game) { order_.push_front(put(game)); }
    void remove(std::string_view id);
    void forget_oldest();

    /// Null if there is no such game.
    std::shared_ptr<const PublicGame> game(std::string_view id) const;
    Text pgn(std::string_view id) const;

    /// The oldest first, with their first moves alone.
    std::vector<PublicGame> in_brief() const;
    /// The oldest first.
    std::string all_pgn() const;

  private:
    using Games = std::map<std::string, PackedGame, std::less<>>;
    struct Read {
        std::shared_ptr<const PublicGame> game;
        Text pgn{}; // null: not written yet
    };
    Games::iterator put(const PublicGame& game) { return games_.emplace(game.id, game).first; }
    Read* read(std::string_view id) const;

    Games games_;
    std::deque<Games::iterator> order_; // the oldest first
    mutable std::list<Read> read_;      // the last first
};

} // namespace adoube::broadcast
