#pragma once
// What a reading of the hands asks one to believe: 0 is nothing unusual, and the least is believed.

namespace adoube::umpire::cost {

/// A capture whose victim no sensor saw lifted (presence only: the exchange shows nothing).
inline constexpr int unseen_exchange = 4;
/// Such a capture where the victim's sensor only flickered, and where it did so for longer than any flicker.
inline constexpr int flickering_exchange = 3;
inline constexpr int brief_exchange = 2;
/// A move whose start or end no sensor can be trusted to show.
inline constexpr int masked_square = 1;
/// A promotion to another piece than a queen that no sensor told.
inline constexpr int unseen_underpromotion = 5;
/// A reply that begins before the move stood still.
inline constexpr int hasty_reply = 1;
/// One that begins with a piece coming down while the mover's is in the air: rather it is the mover's.
inline constexpr int landed_elsewhere = 4;
/// One that begins by taking up the very piece that was just set down: rather its own player moves it on.
inline constexpr int snatched_piece = 3;
/// A reply that begins with a piece coming down where the move began: rather its own player puts it back.
inline constexpr int piece_back = 4;
/// The board rests as another reading has it; or only a piece that was taken up is missing.
inline constexpr int unexplained_board = 2;
inline constexpr int still_in_hand = 1;
/// A piece rests where nothing that was touched could have brought it.
inline constexpr int misplaced_piece = 2;
/// A player who breaks Article 4: most do not.
inline constexpr int breach = 1;
/// A piece that was lifted and put back before the kings were set in the centre, and for no move.
inline constexpr int needless_touch = 1;
/// "J'adoube" by a player who does not have the move.
inline constexpr int said_out_of_turn = 2;
/// A press that changes nothing, or that finds nothing moved.
inline constexpr int idle_press = 2;
/// One by the hand that has just put a piece back: rather the opponent is at the board.
inline constexpr int press_with_hand_at_board = 2;
/// One while the opponent is making his move: rather the presser has made his, be it an unseen capture.
inline constexpr int idle_press_in_mid_move = 5;
/// A press for the move before, by a player whose piece is off its square and may have taken something
/// unseen: the hand that presses holds no piece (6.2.3).
inline constexpr int late_press_in_mid_move = 5;
/// The same where nothing can have been taken unseen.
inline constexpr int late_press_with_piece_in_hand = 2;
/// A press for a move whose piece is off its square again: rather the same hand went on with it.
inline constexpr int late_press_for_lifted_piece = 2;
/// A press that finds what no legal move explains.
inline constexpr int irregular_press = 8;
/// One that finds one piece moved as it may not move.
inline constexpr int illegal_move = 6;
/// An illegal move that the opponent lets stand.
inline constexpr int answered_illegal_move = 1;
/// What a press found wrong is put right by another move, and nobody presses for that.
inline constexpr int unpressed_correction = 1;
/// One that finds the move as it was made, and other pieces off their squares.
inline constexpr int displaced_after_move = 4;
/// One that finds a pawn not yet exchanged.
inline constexpr int promotion_missing = 2;
/// A capture elsewhere than where the hands were seen to make one.
inline constexpr int contradicted_capture = 5;
/// Each move that was lost in a gap.
inline constexpr int lost_move = 1;
/// Moves that were lost in a gap, though the board shows what it showed before; or none, where it does not.
inline constexpr int unlikely_loss = 4;
/// Pieces that were taken up in a gap.
inline constexpr int unseen_lift = 1;
/// They are on their way: rather a whole move was lost.
inline constexpr int unseen_journey = 1;
/// Moves that the hands did not show.
inline constexpr int misread_hands = 8;
/// More pieces on the board than the position has.
inline constexpr int surplus_piece = 6;

} // namespace adoube::umpire::cost
