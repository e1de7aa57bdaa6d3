#pragma once
// Every rule that this software knows, with the number that it has in each edition: the one table. Incidents
// take their articles from here, `adoube laws` prints it.

#include "daemon/laws/edition.hpp"

#include <array>

namespace adoube::laws {

enum class Rule : std::uint8_t {
    // 4, the act of moving the pieces
    one_hand,
    adjusting,
    other_contact,
    own_piece_touched,
    enemy_piece_touched,
    one_of_each_touched,
    king_and_rook_touched,
    rook_before_king,
    castling_illegal,
    promotion_choice,
    no_touched_piece_can_move,
    promoting_pawn_stays_behind,
    promotion_in_any_order,
    promotion_captures,
    released,
    capture_made,
    castling_made,
    promotion_made,
    claim_window,
    // 5, the completion of the game
    checkmate,
    resignation,
    resignation_draws,
    stalemate,
    dead_position,
    agreement,
    // 6, the clock
    move_completed,
    completed_by_next_move,
    late_press,
    flag_seen,
    flag_fall,
    both_flags_go_on,
    both_flags_draw,
    display,
    no_claim_on_display,
    // 7, irregularities
    wrong_start,
    board_rotated,
    colours_reversed,
    displaced,
    illegal_move,
    promotion_missing,
    press_without_move,
    press_with_two_hands,
    illegal_move_penalty,
    forfeit_by_illegal_moves,
    // 9, the drawn game
    draw_offer,
    repetition_by_intended_move,
    threefold_repetition,
    fifty_by_intended_move,
    fifty_moves,
    claim_right_lost,
    correct_claim,
    wrong_claim,
    fivefold_repetition,
    seventy_five_moves,
    no_mate_possible,
    // 10 and the arbiter
    quickplay_finish,
    quickplay_without_arbiter,
    arbiter_keeps_out,
    // the appendices
    rapid_penalty,
    supervised_blitz_penalty,
    unsupervised_blitz_penalty,
    unsupervised_rapid,
    unsupervised_blitz,
    sealed_move,
    unclear_sealed_move,
    blind_touch,
};

/// Who sees to it: the umpire, which applies it or tells of it, or only people.
enum class Keeper : std::uint8_t { umpire, people };

struct Article {
    Rule rule;
    std::string_view topic;
    Keeper keeper;
    /// By edition; empty where it does not have the rule. 2001, 2009 and 2023 were read in the texts; a *
    /// marks a number from a secondary source or from memory.
    std::array<std::string_view, 4> numbers;
};

inline constexpr auto articles = [] {
    constexpr auto umpire = Keeper::umpire, people = Keeper::people;
    using enum Rule;
    return std::to_array<Article>({
        {one_hand, "a move is made with one hand", people, {"4.1", "4.1", "4.1", "4.1"}},
        {adjusting, "adjusting, announced, by the player to move", umpire, {"4.2", "4.2", "4.2.1", "4.2.1"}},
        {other_contact, "other contact counts as intended", people, {"", "", "4.2.2", "4.2.2"}},
        {own_piece_touched, "own piece touched", umpire, {"4.3a", "4.3a", "4.3.1", "4.3.1"}},
        {enemy_piece_touched, "opponent's piece touched", umpire, {"4.3b", "4.3b", "4.3.2", "4.3.2"}},
        {one_of_each_touched, "one piece of each touched", umpire, {"4.3c", "4.3c", "4.3.3", "4.3.3"}},
        {king_and_rook_touched, "king and rook touched", umpire, {"4.4a", "4.4a", "4.4.1", "4.4.1"}},
        {rook_before_king, "rook touched before the king", umpire, {"4.4b", "4.4b", "4.4.2", "4.4.2"}},
        {castling_illegal, "castling intended, but illegal", umpire, {"4.4c", "4.4c", "4.4.3", "4.4.3"}},
        {promotion_choice,
         "the new piece is final on touching its square",
         umpire,
         {"", "4.4d", "4.4.4*", "4.4.4"}},
        {no_touched_piece_can_move,
         "no touched piece can move or be taken",
         umpire,
         {"4.5", "4.5", "4.5*", "4.5"}},
        {promoting_pawn_stays_behind,
         "a pawn promotes without reaching the square",
         umpire,
         {"", "", "4.6.1*", "4.6.1"}},
        {promotion_in_any_order, "pawn off, new piece on, in any order", umpire, {"", "", "4.6.2*", "4.6.2"}},
        {promotion_captures, "promotion on a piece takes it", umpire, {"", "", "4.6.3*", "4.6.3"}},
        {released, "a released piece stays where it is", umpire, {"4.7", "4.6", "4.7*", "4.7"}},
        {capture_made, "a capture is made", umpire, {"4.7", "4.6a", "4.7.1*", "4.7.1"}},
        {castling_made, "castling is made", umpire, {"4.7", "4.6b", "4.7.2*", "4.7.2"}},
        {promotion_made, "a promotion is made", umpire, {"4.7", "4.6c", "4.7.3*", "4.7.3"}},
        {claim_window, "a touch ends the right to claim a breach", umpire, {"4.6", "4.7", "4.8*", "4.8"}},
        {checkmate, "checkmate", umpire, {"5.1a", "5.1a", "5.1.1*", "5.1.1*"}},
        {resignation, "resigning loses", umpire, {"5.1b", "5.1b", "5.1.2*", "5.1.2"}},
        {resignation_draws, "resigning draws if the opponent cannot mate", umpire, {"", "", "", "5.1.2"}},
        {stalemate, "stalemate", umpire, {"5.2a", "5.2a", "5.2.1*", "5.2.1*"}},
        {dead_position, "dead position", umpire, {"5.2b", "5.2b", "5.2.2", "5.2.2"}},
        {agreement, "draw by agreement", umpire, {"5.2c", "5.2c", "5.2.3*", "5.2.3*"}},
        {move_completed, "a move is completed by the press", umpire, {"6.8a", "6.7a", "6.2.1", "6.2.1"}},
        {completed_by_next_move, "or by the player's own next move", umpire, {"", "", "6.2.1.2", "6.2.1.2"}},
        {late_press, "a player may always press for his move", umpire, {"6.8a", "6.7a", "6.2.2*", "6.2.2"}},
        {flag_seen, "a flag has fallen once seen or claimed", umpire, {"6.9", "6.8", "6.8*", "6.8"}},
        {flag_fall, "a fallen flag loses, or draws", umpire, {"6.10", "6.9", "6.9", "6.9"}},
        {both_flags_go_on,
         "both flags, not in the last period",
         umpire,
         {"6.12", "6.11a", "III.3.1", "III.3.1"}},
        {both_flags_draw, "both flags in the last period", umpire, {"10.3", "6.11b", "III.3.1", "III.3.1"}},
        {display, "what a display may show", people, {"6.15", "6.14", "6.12.1*", "6.12.1"}},
        {no_claim_on_display, "no claim on a display alone", people, {"6.15", "6.14", "6.12.2*", "6.12.2"}},
        {wrong_start, "wrong start position", umpire, {"7.1a", "7.1a", "7.2.1*", "7.2.1"}},
        {board_rotated, "board placed wrongly", umpire, {"7.1b", "7.1b", "7.2.2*", "7.2.2"}},
        {colours_reversed, "colours reversed", people, {"7.2", "7.2", "7.3*", "7.3"}},
        {displaced, "pieces displaced", umpire, {"7.3", "7.3", "7.4.1*", "7.4.1"}},
        {illegal_move, "illegal move completed", umpire, {"7.4a", "7.4a", "7.5.1", "7.5.1"}},
        {promotion_missing, "pressed with a pawn not promoted", umpire, {"", "7.4a", "7.5.2", "7.5.2"}},
        {press_without_move, "pressed without a move", umpire, {"", "", "7.5.3", "7.5.3"}},
        {press_with_two_hands, "moved with two hands", people, {"", "", "7.5.4", "7.5.4"}},
        {illegal_move_penalty,
         "illegal move: time for the opponent",
         umpire,
         {"7.4b", "7.4b", "7.5.5", "7.5.5"}},
        {forfeit_by_illegal_moves, "the illegal move that loses", umpire, {"7.4b", "7.4b", "7.5.5", "7.5.5"}},
        {draw_offer, "draw offer, declined by touching", umpire, {"9.1a", "9.1b", "9.1.2.1", "9.1.2.1"}},
        {repetition_by_intended_move,
         "third time, by the move announced",
         umpire,
         {"9.2a", "9.2a", "9.2.1", "9.2.1"}},
        {threefold_repetition, "third time, now on the board", umpire, {"9.2b", "9.2b", "9.2.2", "9.2.2"}},
        {fifty_by_intended_move,
         "fifty moves, by the move announced",
         umpire,
         {"9.3a", "9.3a", "9.3.1", "9.3.1"}},
        {fifty_moves, "fifty moves, now made", umpire, {"9.3b", "9.3b", "9.3.2", "9.3.2"}},
        {claim_right_lost,
         "the right to claim a draw on this move is lost",
         umpire,
         {"9.4", "9.4", "9.4", "9.4"}},
        {correct_claim, "correct draw claim", umpire, {"9.5a", "9.5a", "9.5.2*", "9.5.2*"}},
        {wrong_claim, "wrong draw claim", umpire, {"9.5b", "9.5b", "9.5.3*", "9.5.3"}},
        {fivefold_repetition, "fivefold repetition, by itself", umpire, {"", "", "9.6.1", "9.6.1"}},
        {seventy_five_moves, "75 moves, by themselves; mate goes first", umpire, {"", "", "9.6.2", "9.6.2"}},
        {no_mate_possible, "nobody can mate: the draw of 5.2b once more", umpire, {"9.6", "9.6", "", ""}},
        {quickplay_finish, "quickplay finish, claim", umpire, {"10.2", "10.2", "III", "III"}},
        {quickplay_without_arbiter,
         "quickplay finish without an arbiter",
         people,
         {"D1", "D.1", "III", "III"}},
        {arbiter_keeps_out,
         "the arbiter intervenes only where told",
         people,
         {"13.6", "13.6", "12.6*", "12.6"}},
        {rapid_penalty, "rapid: penalty of an illegal move", umpire, {"B5", "A.4", "7.5.5*", "A.3"}},
        {supervised_blitz_penalty,
         "blitz, supervised: penalty of an illegal move",
         umpire,
         {"C3", "B.2", "B.2*", "B.2*"}},
        {unsupervised_blitz_penalty,
         "blitz, unsupervised: penalty of an illegal move",
         umpire,
         {"C3", "B.3c", "B.2*", "B.3"}},
        {unsupervised_rapid,
         "rapid, unsupervised: it stands once answered",
         umpire,
         {"B5", "A.4c", "A.4*", "A.5.2"}},
        {unsupervised_blitz,
         "blitz, unsupervised: it stands once answered",
         umpire,
         {"C3", "B.3c", "A.4*", "A.5.2"}},
        {sealed_move, "adjournment with a sealed move", umpire, {"A1", "guideline 1", "I.1*", "I.1*"}},
        {unclear_sealed_move,
         "a sealed move ambiguous or illegal loses",
         umpire,
         {"A8", "guideline 8", "I.8*", "I.8*"}},
        {blind_touch, "blind players: touched is out of its hole", umpire, {"F2", "E.2", "D.2.2*", "D.2.2*"}},
    });
}();

constexpr const Article& row(Rule rule) { return articles[static_cast<std::size_t>(rule)]; }

static_assert(
    [] {
        for (std::size_t at = 0; at < articles.size(); ++at)
            if (articles[at].rule != static_cast<Rule>(at)) return false;
        return true;
    }(),
    "the table has the order of the enumeration");

/// The number rests on a secondary source.
constexpr bool is_secondary(Rule rule, Edition edition) {
    return row(rule).numbers[static_cast<std::size_t>(edition)].ends_with('*');
}

/// The article, as "4.3.1"; empty where the edition does not have the rule.
constexpr std::string_view article(Rule rule, Edition edition) {
    auto number = row(rule).numbers[static_cast<std::size_t>(edition)];
    if (number.ends_with('*')) number.remove_suffix(1);
    return number;
}

} // namespace adoube::laws
