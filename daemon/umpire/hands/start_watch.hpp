#pragma once
// Whether the pieces stand right before the first move (Article 7.2.1). During the setting up nothing is a
// touch or reported; what is still wrong at the first press or made move is.

#include "daemon/umpire/data/sight.hpp"
#include "daemon/umpire/hands/readings.hpp"

#include <utility>

namespace adoube::umpire {

class StartWatch {
  public:
    /// After each lift, drop or snapshot before the first move. True if the start position is now complete:
    /// the game may begin.
    bool hands_moved(const Sight& board, const chess::Position& start, Moment now);
    bool board_shown(const Sight& board, const chess::Position& start, Moment now);

    /// Squares that are wrong, except by a first move.
    chess::Bitboard wrong() const { return wrong_; }
    /// Squares wrong before the first move, as the others show.
    void find_wrong(chess::Bitboard squares);
    /// True once each.
    bool is_first_look() { return !std::exchange(looked_at_, true); }
    bool is_first_press() { return !std::exchange(pressed_, true); }
    /// Hands are setting up; the start is not complete.
    bool under_way() const { return setting_up_; }
    /// A piece not set up yet: standing elsewhere, it has not moved.
    bool is_awaited(Square square) const { return by_hands_ && contains(wrong_, square); }
    /// So much is missing that setting up goes on.
    bool setting_up(const Sight& board, const chess::Position& start) const;
    /// The game began from a wrong start; what was wrong is overlooked until it matches the game.
    bool told() const { return told_; }
    Incident incident_now(const Reading& reading, Moment now);
    /// True if fewer squares are now overlooked.
    bool righted(const Sight& board, const chess::Position& position);
    /// A piece reported as wrong is in hand until a move is made: no offence.
    bool wrong_piece_in_hand() const { return wrong_piece_in_hand_; }
    void taken_up(Square square) { wrong_piece_in_hand_ |= told_ && contains(wrong_, square); }
    void put_down() { wrong_piece_in_hand_ = false; }
    void forget() { wrong_ = 0, told_ = false; }

  private:
    bool came_right(chess::Bitboard differing, Moment now);

    chess::Bitboard wrong_ = 0;
    chess::Bitboard differing_ = 0; // at the last look
    chess::Bitboard righted_ = 0;   // the latest
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
