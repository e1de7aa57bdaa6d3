#pragma once
// What a reading assumes of the hands, how often hands do so, and what that costs. The cheapest reading is
// believed.

#include <array>
#include <cstdint>
#include <string_view>

namespace adoube::umpire {

enum class Doubt : std::uint8_t {
    unseen_exchange,
    flickering_exchange,
    brief_exchange,
    contradicted_capture,
    masked_square,
    unseen_move,
    unseen_underpromotion,
    confirmed_underpromotion,
    promotion_missing,
    hasty_reply,
    overtaken_move,
    landed_elsewhere,
    snatched_piece,
    half_castled,
    piece_back,
    unexplained_board,
    still_in_hand,
    misplaced_piece,
    surplus_piece,
    breach,
    needless_touch,
    said_out_of_turn,
    idle_press,
    press_with_hand_at_board,
    idle_press_in_mid_move,
    late_press_in_mid_move,
    late_press_with_piece_in_hand,
    late_press_for_lifted_piece,
    irregular_press,
    illegal_move,
    answered_illegal_move,
    unpressed_correction,
    displaced_after_move,
    lost_move,
    unlikely_loss,
    other_clock_runs,
    not_yet_pressed,
    unseen_lift,
    unseen_journey,
    misread_hands,
    misfelt_square,
};

/// Where a frequency comes from. No recordings of real play are available to count it in.
enum class Source : std::uint8_t {
    /// Reads correctly the hands of several independently written generators, whose games are known.
    generated,
    judgement,
};

struct Habit {
    Doubt doubt;
    int one_in;
    Source source;
    std::string_view what;
};

// clang-format off
inline constexpr std::array habits{
    // What the sensors did not show.
    Habit{Doubt::unseen_exchange, 81, Source::generated, "a capture whose victim no sensor saw lifted"},
    Habit{Doubt::flickering_exchange, 27, Source::generated, "a capture whose victim's sensor only flickered"},
    Habit{Doubt::brief_exchange, 9, Source::generated, "a capture whose victim was gone for longer than any flicker, and came down no more"},
    Habit{Doubt::contradicted_capture, 243, Source::generated, "a capture elsewhere than where the hands were seen to make one"},
    Habit{Doubt::masked_square, 3, Source::judgement, "a move that starts or ends where no sensor can be trusted"},
    Habit{Doubt::unseen_move, 27, Source::judgement, "a move that no sensor could see, and for which nobody pressed"},
    Habit{Doubt::unseen_underpromotion, 243, Source::judgement, "a promotion to another piece than a queen, which no sensor told"},
    Habit{Doubt::confirmed_underpromotion, 3, Source::judgement, "such a promotion, of a piece that has moved as a knight since"},
    Habit{Doubt::promotion_missing, 9, Source::generated, "a press that finds a pawn not yet exchanged"},
    // Whose hand it was.
    Habit{Doubt::hasty_reply, 3, Source::generated, "a reply that begins before the move stood still"},
    Habit{Doubt::overtaken_move, 9, Source::generated, "a reply whose piece was lifted before the move came down"},
    Habit{Doubt::landed_elsewhere, 81, Source::generated, "a reply that begins with a piece coming down while the mover's is in the air: rather it is the mover's"},
    Habit{Doubt::snatched_piece, 27, Source::generated, "a reply that begins with the very piece that was just set down: rather its own player moves it on"},
    Habit{Doubt::half_castled, 3, Source::judgement, "a castling whose king stood before the rook was touched, as if by another move"},
    Habit{Doubt::piece_back, 81, Source::generated, "a reply that begins with a piece coming down where the move began: rather its own player puts it back"},
    // What stands where.
    Habit{Doubt::unexplained_board, 9, Source::judgement, "a board at rest as only another reading has it"},
    Habit{Doubt::still_in_hand, 3, Source::judgement, "a board at rest while a piece that was taken up is still in a hand"},
    Habit{Doubt::misplaced_piece, 9, Source::generated, "a piece at rest where nothing that was touched could have brought it"},
    Habit{Doubt::surplus_piece, 729, Source::judgement, "more pieces on the board than the position has"},
    // Offences and needless actions.
    Habit{Doubt::breach, 3, Source::judgement, "a move that breaks Article 4"},
    Habit{Doubt::needless_touch, 3, Source::generated, "a piece lifted and put back for no move, before the kings were set in the centre"},
    Habit{Doubt::said_out_of_turn, 9, Source::judgement, "\"j'adoube\" by a player who does not have the move"},
    Habit{Doubt::illegal_move, 729, Source::judgement, "a press that finds one piece moved as it may not move"},
    Habit{Doubt::answered_illegal_move, 3, Source::judgement, "an illegal move that the opponent lets stand"},
    Habit{Doubt::unpressed_correction, 3, Source::generated, "what a press found wrong, put right by another move that nobody presses for"},
    // Presses.
    Habit{Doubt::idle_press, 9, Source::judgement, "a press that changes nothing, or finds nothing moved"},
    Habit{Doubt::press_with_hand_at_board, 9, Source::generated, "a press by the hand that has just set a piece down: rather the opponent is at the board"},
    Habit{Doubt::idle_press_in_mid_move, 243, Source::generated, "a press for nothing while the opponent makes his move: rather the presser has made his, be it an unseen capture"},
    Habit{Doubt::late_press_in_mid_move, 243, Source::generated, "a press for the move before with a piece in hand that may have captured unseen (6.2.3: the hand that presses holds none)"},
    Habit{Doubt::late_press_with_piece_in_hand, 9, Source::generated, "the same, where nothing can have been captured unseen"},
    Habit{Doubt::late_press_for_lifted_piece, 9, Source::generated, "a press for a move whose piece is off its square again: rather the same hand went on with it"},
    Habit{Doubt::displaced_after_move, 81, Source::judgement, "a press that finds the move as it was made, and other pieces off their squares"},
    Habit{Doubt::irregular_press, 6561, Source::judgement, "a press that finds what no legal move explains"},
    // Lost inputs.
    Habit{Doubt::lost_move, 3, Source::generated, "a move lost in a gap"},
    Habit{Doubt::unlikely_loss, 81, Source::generated, "moves lost in a gap, though the board shows what it showed before; or none, where it does not"},
    Habit{Doubt::other_clock_runs, 9, Source::judgement, "after a gap, a clock that runs for the player who does not have the move"},
    Habit{Doubt::not_yet_pressed, 3, Source::generated, "a last move lost in a gap whose player had not pressed by its end"},
    Habit{Doubt::unseen_lift, 3, Source::generated, "pieces taken up in a gap"},
    Habit{Doubt::unseen_journey, 3, Source::generated, "those pieces still on their way: rather a whole move was lost"},
    Habit{Doubt::misread_hands, 6561, Source::judgement, "moves that the hands did not show"},
    Habit{Doubt::misfelt_square, 2187, Source::generated, "a sensor that does not feel the piece put down there, or holds on when it has left"},
};
// clang-format on

/// The negative logarithm of the frequency to base 3, rounded.
constexpr int cost_of_one_in(std::int64_t times) {
    int cost = 0;
    for (std::int64_t power = 3; power <= times * times; power *= 9) ++cost;
    return cost;
}

constexpr int cost(Doubt doubt) {
    constexpr auto of_each = [] {
        std::array<int, habits.size()> costs{};
        for (const auto& habit : habits)
            costs[static_cast<std::size_t>(habit.doubt)] = cost_of_one_in(habit.one_in);
        return costs;
    }();
    return of_each[static_cast<std::size_t>(doubt)];
}

class Doubts {
  public:
    Doubts() = default;
    Doubts(Doubt doubt) { *this += doubt; }

    int cost() const { return cost_; }
    /// Below 0 if more was taken back than is remembered.
    int times(Doubt doubt) const { return times_[static_cast<std::size_t>(doubt)]; }

    Doubts& operator+=(Doubt doubt) { return add(doubt, 1); }
    Doubts& operator-=(Doubt doubt) { return add(doubt, -1); }
    Doubts& operator+=(const Doubts& others) { return add(others, 1); }
    Doubts& operator-=(const Doubts& others) { return add(others, -1); }

    Doubts& add(Doubt doubt, int times) {
        times_[static_cast<std::size_t>(doubt)] += static_cast<std::int16_t>(times);
        cost_ += times * umpire::cost(doubt);
        return *this;
    }

  private:
    Doubts& add(const Doubts& others, int times) {
        for (std::size_t at = 0; at < times_.size(); ++at)
            times_[at] += static_cast<std::int16_t>(times * others.times_[at]);
        cost_ += times * others.cost_;
        return *this;
    }

    std::array<std::int16_t, habits.size()> times_{};
    int cost_ = 0;
};

} // namespace adoube::umpire
