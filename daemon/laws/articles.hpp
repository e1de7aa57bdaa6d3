#pragma once
// The number that a rule has in each edition. Sources: 2001 and 2009 as published by FIDE; 2018 and 2023 have the same
// numbers here (2018 where no text was at hand: 4.2, 4.7, 4.8, 7.2-7.4, 9.1.2).

#include "daemon/laws/edition.hpp"

#include <array>

namespace adoube::laws {

enum class Rule : std::uint8_t {
    adjusting,
    own_piece_touched,
    enemy_piece_touched,
    one_of_each_touched,
    king_and_rook_touched,
    rook_before_king,
    castling_illegal,
    released,
    claim_window,
    illegal_move,
    promotion_missing,
    press_without_move,
    forfeit_by_illegal_moves,
    displaced,
    wrong_start,
    board_rotated,
    draw_offer,
    threefold_repetition,
    fifty_moves,
    flag_fall,
};

/// The article, as "4.3.1"; empty where the edition does not have the rule.
constexpr std::string_view article(Rule rule, Edition edition) {
    struct Row {
        Rule rule;
        std::string_view laws_2001, laws_2009, laws_2018; // 2023 as 2018
    };
    constexpr std::array rows{
        Row{Rule::adjusting, "4.2", "4.2", "4.2.1"},
        Row{Rule::own_piece_touched, "4.3a", "4.3a", "4.3.1"},
        Row{Rule::enemy_piece_touched, "4.3b", "4.3b", "4.3.2"},
        Row{Rule::one_of_each_touched, "4.3c", "4.3c", "4.3.3"},
        Row{Rule::king_and_rook_touched, "4.4a", "4.4a", "4.4.1"},
        Row{Rule::rook_before_king, "4.4b", "4.4b", "4.4.2"},
        Row{Rule::castling_illegal, "4.4c", "4.4c", "4.4.3"},
        Row{Rule::released, "4.7", "4.6", "4.7"},
        Row{Rule::claim_window, "4.6", "4.7", "4.8"},
        Row{Rule::illegal_move, "7.4a", "7.4a", "7.5.1"},
        Row{Rule::promotion_missing, "", "7.4a", "7.5.2"},
        Row{Rule::press_without_move, "", "", "7.5.3"},
        Row{Rule::forfeit_by_illegal_moves, "7.4b", "7.4b", "7.5.5"},
        Row{Rule::displaced, "7.3", "7.3", "7.4.1"},
        Row{Rule::wrong_start, "7.1a", "7.1a", "7.2.1"},
        Row{Rule::board_rotated, "7.1b", "7.1b", "7.2.2"},
        Row{Rule::draw_offer, "9.1a", "9.1b", "9.1.2.1"},
        Row{Rule::threefold_repetition, "9.2b", "9.2b", "9.2.2"},
        Row{Rule::fifty_moves, "9.3b", "9.3b", "9.3.2"},
        Row{Rule::flag_fall, "6.10", "6.9", "6.9"},
    };
    for (const auto& row : rows) {
        if (row.rule != rule) continue;
        if (edition == Edition::laws_2001) return row.laws_2001;
        if (edition == Edition::laws_2009) return row.laws_2009;
        return row.laws_2018;
    }
    return {};
}

} // namespace adoube::laws
