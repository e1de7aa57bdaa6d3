#pragma once
// What only arbiters are told. See Articles 4, 6, 7 and 9.

#include "daemon/umpire/data/proposal.hpp"

namespace adoube::umpire {

enum class IncidentKind : std::uint8_t {
    touch_move,
    rook_first_castling,
    released_piece,
    adjust_out_of_turn,
    illegal_move,
    promotion_missing,
    press_without_move,
    forfeit_by_illegal_moves,
    displaced,
    wrong_start,
    board_rotated,
    claim_window_closed,
    offer_declined_by_touch,
    draw_claimable,
    flag,
    ambiguous,
    reconstructed,
    out_of_step,
};

/// "touch-move", "rook-first-castling", …
std::string_view to_string(IncidentKind kind);

struct Incident {
    int seq = 0; // 1 = the first
    GameMs t_ms{};
    IncidentKind kind{};
    /// As numbered in the edition in force; empty if no rule is broken.
    std::string article;
    Edition laws = Edition::laws_2023;
    std::optional<Side> side;
    int ply = 1;
    int move = 1; // number on scoresheets; not part of the line
    std::vector<Square> squares;
    /// Input lines that show it (1 = the line after the header).
    int first_input = 0, last_input = 0;
    /// Legal moves (UCI) left to the player; for `reconstructed` and `ambiguous`, those that fit.
    std::vector<std::string> allowed;
    /// It rests on the lift of an opponent's piece.
    bool hand_unknown = false;
    ForArbiter text;                  // one plain sentence
    std::optional<Proposal> proposal; // not part of the line
};

/// The line of NAME.incidents.jsonl, without newline.
std::string to_line(const Incident& incident);

} // namespace adoube::umpire
