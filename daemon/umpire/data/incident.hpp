#pragma once
// What an arbiter is told, and nobody else. See Articles 4, 6, 7 and 9.

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
    /// The number that the rule has in the edition in force; empty where no rule is broken.
    std::string article;
    Edition laws = Edition::laws_2023;
    std::optional<Side> side;
    int ply = 1;
    /// The number of that move, as scoresheets count; not part of the line.
    int move = 1;
    std::vector<Square> squares;
    /// First and last input line (1 = the line after the header) that show it.
    int first_input = 0, last_input = 0;
    /// Every legal move, in UCI form, that the Laws left to the player; for `reconstructed` and `ambiguous`
    /// the moves that fit.
    std::vector<std::string> allowed;
    /// True where it rests on the lift of an enemy piece: sensors cannot tell whose hand it was.
    bool hand_unknown = false;
    ForArbiter text; // one plain sentence
    /// What the Laws ask the arbiter to do about it; not part of the line.
    std::optional<Proposal> proposal;
};

/// The line of NAME.incidents.jsonl, without its newline.
std::string to_line(const Incident& incident);

} // namespace adoube::umpire
