#pragma once
// Whether the pieces stand right before the first move (Article 7.2.1). While they are set up nothing that
// hands do is a touch, and nothing is told; what is still wrong at the first press or made move is.

#include "daemon/umpire/data/sight.hpp"
#include "daemon/umpire/hands/readings.hpp"

#include <utility>

namespace adoube::umpire {

class StartWatch {
  public:
    /// Before the first move, after each lift and drop, and after each snapshot. True where the start
    /// position has just come to stand whole: the game may begin.
    bool hands_moved(const Sight& board, const chess::Position& start, Moment now);
    bool board_shown(const Sight& board, const chess::Position& start, Moment now);

    /// The squares that are wrong, and not by a first move; since when.
    chess::Bitboard wrong() const { return wrong_; }
    /// These squares were wrong before the first move, which is told by what stands on the others.
    void find_wrong(chess::Bitboard squares);
    /// Once each.
    bool is_first_look() { return !std::exchange(looked_at_, true); }
    bool is_first_press() { return !std::exchange(pressed_, true); }
    /// Hands have been setting up, and the start position does not stand yet.
    bool under_way() const { return setting_up_; }
    /// A piece that has not stood there yet, since hands began to set up: by standing elsewhere it has not
    /// moved.
    bool is_awaited(Square square) const { return by_hands_ && contains(wrong_, square); }
    /// So much is missing that the pieces are still being set up.
    bool setting_up(const Sight& board, const chess::Position& start) const;
    /// The first move has been made with the start position wrong; what was wrong is overlooked from then
    /// on, until it stands as the game has it.
    bool told() const { return told_; }
    Incident incident_now(const Reading& reading, Moment now);
    /// True where the squares to be overlooked have become fewer.
    bool righted(const Sight& board, const chess::Position& position);
    /// A piece that was told to stand wrong is in the hand until a move is made: what becomes of it is no
    /// offence.
    bool wrong_piece_in_hand() const { return wrong_piece_in_hand_; }
    void taken_up(Square square) { wrong_piece_in_hand_ |= told_ && contains(wrong_, square); }
    void put_down() { wrong_piece_in_hand_ = false; }
    /// Nothing is overlooked any more.
    void forget() { wrong_ = 0, told_ = false; }

  private:
    bool came_right(chess::Bitboard differing, Moment now);

    chess::Bitboard wrong_ = 0;
    chess::Bitboard differing_ = 0; // at the last look
    chess::Bitboard righted_ = 0;   // at last
    GameMs righted_ms_{};
    Moment since_{}, differs_since_{};
    bool setting_up_ = false;
    bool by_hands_ = false;
    bool looked_at_ = false;
    bool pressed_ = false;
    bool told_ = false;
    bool wrong_piece_in_hand_ = false;
};

} // namespace adoube::umpire
